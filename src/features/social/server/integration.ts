import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import { type Platform, platform, platformRules } from '#features/social/platforms.ts';
import type { SocialIntegration, socialIntegrationApi } from '#features/social/settings-contract.ts';
import type { Context } from '#server/context.ts';
import { visibleAddressFault } from '#server/integrations/visible-address.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import {
  accountOut,
  type Channels,
  readChannels,
  type SettingsRow,
  sealedFor,
  webhookOf,
} from './channels.ts';
import { usualSettings } from './settings.ts';
import { socialSettings } from './tables.ts';
import { checkAccount } from './token-health.ts';

type Endpoints = (typeof socialIntegrationApi)['endpoints'];
type Body = Input<Endpoints['update']>['body'];

const testMs = 15_000;

export async function readIntegration(context: Context): Promise<SocialIntegration> {
  const channels = await readChannels(context);
  const { settings } = channels;
  const [organization] = await context.db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  return {
    mode: settings?.mode ?? 'by_hand',
    webhookUrl: settings?.webhookUrl ?? null,
    hasSecret: settings?.webhookSecret != null,
    isRotating: settings?.webhookSecretNext != null,
    webhookStopped: settings?.webhookStopped ?? null,
    callbackUrl: `${context.services.config.publicUrl}/api/webhooks/social/${organization?.slug ?? ''}`,
    platforms: {
      linkedin: platformOut(context, channels, 'linkedin'),
      facebook: platformOut(context, channels, 'facebook'),
      instagram: platformOut(context, channels, 'instagram'),
    },
  };
}

function platformOut(
  { services }: Context,
  { settings, of }: Channels,
  target: Platform,
): SocialIntegration['platforms'][Platform] {
  const { account } = of[target];
  return {
    mode: settings?.platformModes[target] ?? null,
    account: account ? accountOut(account, services.clock.now()) : null,
    canConnect: signInOf({ services }, target) !== null,
  };
}

/** The way to sign in at a platform; null where the operator has no application there. */
export function signInOf({ services }: Pick<Context, 'services'>, target: Platform) {
  const { linkedin, meta } = services.social.signIn;
  return target === 'linkedin' ? linkedin : meta;
}

/** Replaces how posts leave. Saving starts a webhook again that had been stopped. */
export async function updateIntegration(
  context: Context,
  { body }: Input<Endpoints['update']>,
): Promise<SocialIntegration> {
  const { services } = context;
  const fault = body.webhookUrl && visibleAddressFault(body.webhookUrl, services.config.allowPrivateHosts);
  if (fault) throw new AppError('invalid', fault, { issues: [{ path: 'webhookUrl', message: fault }] });
  await context.tx(async (tx) => {
    const [before] = await tx.db.select().from(socialSettings).for('update');
    assertSameReceiver(before, body);
    const values = {
      mode: body.mode,
      platformModes: modesOf(body),
      webhookUrl: body.webhookUrl,
      webhookStopped: null,
      ...secretsOf(context, body, before),
      updatedAt: services.clock.now(),
    };
    await tx.db
      .insert(socialSettings)
      .values({ ...usualSettings, ...values })
      .onConflictDoUpdate({ target: socialSettings.organizationId, set: values });
    await tx.audit({
      action: 'social-integration.updated',
      details: {
        mode: body.mode,
        ...(body.webhookUrl ? { webhook: new URL(body.webhookUrl).host } : {}),
        ...(body.webhookSecret === undefined && body.webhookSecretNext === undefined
          ? {}
          : { keys: 'changed' }),
      },
    });
  });
  return readIntegration(context);
}

/**
 * A stored secret signs for the receiver that it was entered for, else who may change settings could have posts signed
 * for a server of their own. That the second one moves up counts as keeping it.
 */
function assertSameReceiver(before: SettingsRow | undefined, { webhookUrl, webhookSecret }: Body): void {
  if (!before?.webhookSecret || !before.webhookUrl || !webhookUrl || typeof webhookSecret === 'string')
    return;
  if (new URL(before.webhookUrl).origin === new URL(webhookUrl).origin) return;
  const message = 'Enter the secret as well: the stored one was saved for another server.';
  throw new AppError('invalid', message, { issues: [{ path: 'webhookSecret', message }] });
}

function modesOf({ platforms }: Body): SettingsRow['platformModes'] {
  const modes: SettingsRow['platformModes'] = {};
  for (const target of platform.options) {
    const mode = platforms?.[target]?.mode;
    if (mode) modes[target] = mode;
  }
  return modes;
}

/** The columns of both secrets. Removing the first while the second stays puts the second in its place: the rotation's end. */
function secretsOf(
  { services }: Context,
  { webhookUrl, webhookSecret, webhookSecretNext }: Body,
  stored: SettingsRow | undefined,
): Pick<SettingsRow, 'webhookSecret' | 'webhookSecretNext'> {
  // With its server gone or another in its place there is nobody whom a stored secret is for.
  const known = stored?.webhookUrl ?? null;
  const moved =
    known !== null && (webhookUrl === null || new URL(webhookUrl).origin !== new URL(known).origin);
  const before = moved ? undefined : stored;
  const sealed = (given: string | null | undefined, stored: string | null) =>
    given === undefined ? stored : given === null ? null : services.seal.seal(given, sealedFor.webhook);
  const first = sealed(webhookSecret, before?.webhookSecret ?? null);
  const second = sealed(webhookSecretNext, before?.webhookSecretNext ?? null);
  return first === null && second !== null
    ? { webhookSecret: second, webhookSecretNext: null }
    : { webhookSecret: first, webhookSecretNext: second };
}

/** Really tries: a signed ping to the webhook, or a question to the platform. Always answers 200 (shapes section 18). */
export async function testIntegration(
  context: Context,
  { body }: Input<Endpoints['test']>,
): Promise<{ ok: boolean; message: string }> {
  return body.platform ? testPlatform(context, body.platform) : testWebhook(context);
}

async function testPlatform(context: Context, target: Platform): Promise<{ ok: boolean; message: string }> {
  const { name } = platformRules[target];
  const { account } = (await readChannels(context)).of[target];
  if (!account) return { ok: false, message: `${name} is not connected.` };
  const after = await checkAccount(context, account);
  if (!after) return { ok: false, message: `${name} was disconnected meanwhile.` };
  const problem = after.deadReason ?? after.lastError;
  return problem === null
    ? { ok: true, message: `${name} answers for ${after.name}.` }
    : { ok: false, message: problem };
}

async function testWebhook(context: Context): Promise<{ ok: boolean; message: string }> {
  const { settings } = await readChannels(context);
  const target = webhookOf(context, settings);
  if (!target) return { ok: false, message: 'Save the webhook’s address and its secret first.' };
  const [organization] = await context.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const { outcome, log } = await context.services.social.testWebhook(
    target,
    { id: context.organizationId, name: organization?.name ?? '' },
    AbortSignal.timeout(testMs),
  );
  if (outcome.kind === 'unknown')
    return {
      ok: false,
      message: 'The webhook took the test and did not answer in time. Check the automation.',
    };
  if (outcome.kind === 'refused') {
    const said =
      log.status === null ? outcome.reason : `The webhook answered ${log.status} and did not take the test.`;
    return { ok: false, message: said.slice(0, 1000) };
  }
  await context.db.update(socialSettings).set({ webhookStopped: null });
  return {
    ok: true,
    message: `The webhook took the test: it answered ${log.status ?? 'well'} in ${log.durationMs} ms.`,
  };
}
