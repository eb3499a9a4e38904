import { eq } from 'drizzle-orm';
import { engineSeesPictures } from '#features/ai/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import { nextSlot } from '#features/social/next-slot.ts';
import { type Platform, platform, platformRules } from '#features/social/platforms.ts';
import type { Channel, SocialSettings, socialApiOfSettings } from '#features/social/settings-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { mayApprove, noApproval } from './approval-rules.ts';
import { accountOut, type Channels, readChannels, type SettingsRow } from './channels.ts';
import { takenSlots } from './plan-time.ts';
import { socialPosts, socialSettings } from './tables.ts';

type Update = (typeof socialApiOfSettings)['endpoints']['update'];

/** What holds until somebody sets something: posts leave by hand, without approval. */
export const usualSettings: Omit<SettingsRow, 'organizationId' | 'updatedAt'> = {
  mode: 'by_hand',
  platformModes: {},
  webhookUrl: null,
  webhookSecret: null,
  webhookSecretNext: null,
  webhookStopped: null,
  slots: {},
  requireApproval: false,
  approverId: null,
};

export async function readSettings(context: Context): Promise<SocialSettings> {
  const channels = await readChannels(context);
  const { settings } = channels;
  return {
    formUrl: context.services.config.social.formUrl,
    seesPictures: await engineSeesPictures(context),
    requireApproval: settings?.requireApproval ?? false,
    mayApprove: mayApprove(context, settings),
    approverId: settings?.approverId ?? null,
    channels: {
      linkedin: await channelOut(context, channels, 'linkedin'),
      facebook: await channelOut(context, channels, 'facebook'),
      instagram: await channelOut(context, channels, 'instagram'),
    },
  };
}

async function channelOut(context: Context, { settings, of }: Channels, target: Platform): Promise<Channel> {
  const now = context.services.clock.now();
  const { mode, problem, account } = of[target];
  const slots = settings?.slots[target] ?? [];
  const taken = slots.length === 0 ? new Set<number>() : await takenSlots(context, target, now);
  return {
    mode,
    problem: problem?.reason ?? null,
    fix: problem?.fix ?? null,
    account: account ? accountOut(account, now) : null,
    slots,
    nextSlot: nextSlot(slots, context.session.timezone, now, taken)?.toISOString() ?? null,
  };
}

/** Sets queue slots and the approval step; what is left out stays. */
export async function updateSettings(context: Context, { body }: Input<Update>): Promise<SocialSettings> {
  const { requireApproval, approverId, slots } = body;
  if (approverId) await assertApprover(context, approverId);
  await context.tx(async (tx) => {
    const [before] = await tx.db.select().from(socialSettings).for('update');
    const values = {
      ...(requireApproval === undefined ? {} : { requireApproval }),
      ...(approverId === undefined ? {} : { approverId }),
      slots: { ...before?.slots, ...slots },
      updatedAt: context.services.clock.now(),
    };
    await tx.db
      .insert(socialSettings)
      .values({ ...usualSettings, ...values })
      .onConflictDoUpdate({ target: socialSettings.organizationId, set: values });
    // What was asked of the approver before is asked again, of the new one.
    if (approverId !== undefined && approverId !== (before?.approverId ?? null))
      await tx.db
        .update(socialPosts)
        .set({ ...noApproval, updatedAt: values.updatedAt })
        .where(eq(socialPosts.approvalState, 'pending'));
    await tx.audit({
      action: 'social-settings.updated',
      details: {
        ...(requireApproval === undefined ? {} : { requireApproval }),
        ...(approverId === undefined ? {} : { approverId }),
        ...(slots
          ? { slots: platform.options.filter((one) => slots[one]).map((one) => platformRules[one].name) }
          : {}),
      },
    });
  });
  return readSettings(context);
}

/** @throws AppError not_found, conflict for a colleague who may not write or is deactivated */
async function assertApprover({ db }: Context, id: string): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound('user');
  if (!user.isActive || user.role === 'viewer')
    throw new AppError('conflict', 'Choose someone who is active and may do more than read.');
}
