import { createHash } from 'node:crypto';
import type { EmailIntegration, mailboxApi } from '#features/mailbox/contract.ts';
import { mailSecretPurpose } from '#features/organization/server/public.ts';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { mailboxStatus } from './mailbox-state.ts';

type Update = (typeof mailboxApi)['endpoints']['updateEmail'];
type Row = typeof emailSettings.$inferSelect;

/** The notice that tells every process to look at an organization's mailbox settings again. */
export const settingsNotice = 'mailbox_settings';

/** Tells one account from another: with a new one the folders begin anew. */
export function accountDigest({ host, port, user, mailbox }: NonNullable<Row['imap']>): string {
  return createHash('sha256')
    .update(JSON.stringify([host.toLowerCase(), port, user, mailbox]))
    .digest('hex');
}

export async function readEmail(context: OrganizationContext): Promise<EmailIntegration> {
  const [row] = await context.db.select().from(emailSettings);
  return { ...settingsOut(row), status: await mailboxStatus(context) };
}

function settingsOut(row: Row | undefined): Omit<EmailIntegration, 'status'> {
  return {
    imap: row?.imap ? { ...row.imap, hasSecret: row.imapSecret !== null } : null,
    smtp: row?.smtp ? { ...row.smtp, hasSecret: row.smtpSecret !== null } : null,
    teamAddresses: row?.teamAddresses ?? [],
    postalAddress: row?.postalAddress ?? '',
    dailyLimit: row?.dailyLimit ?? null,
    sendWindow: row?.sendWindow ?? null,
  };
}

/**
 * A stored password goes to no other server than the one that it was entered for, else who may change the settings
 * could read it by naming a server of their own.
 * @throws AppError 400 when the server has changed and the password was not entered again
 */
export function requireSameServer(
  stored: { host: string; port: number; secure: boolean; password?: string | null } | null,
  given: { host: string; port: number },
  part: 'imap' | 'smtp',
): void {
  if (!stored || stored.password === null) return;
  if (stored.host.toLowerCase() === given.host.toLowerCase() && stored.port === given.port) return;
  throw new AppError('invalid', 'Enter the password again: it was saved for another server.', {
    issues: [
      { path: `${part}.secret`, message: 'Enter the password again: it was saved for another server.' },
    ],
  });
}

/**
 * Replaces the mail settings. A secret that is left out stays; null removes it. The process that reads the mailbox
 * connects anew at once.
 * @throws AppError 400 when a stored password would go to another server
 */
export async function updateEmail(context: Context, { body }: Input<Update>): Promise<EmailIntegration> {
  const { clock } = context.services;
  const teamAddresses = [...new Set(body.teamAddresses.map((address) => address.toLowerCase()))];
  const row = await context.tx(async (tx) => {
    const [before] = await tx.db.select().from(emailSettings).for('update');
    const values = {
      teamAddresses,
      postalAddress: body.postalAddress,
      ...serverValues(context, 'imap', body.imap, before),
      ...serverValues(context, 'smtp', body.smtp, before),
      ...(body.dailyLimit === undefined ? {} : { dailyLimit: body.dailyLimit }),
      ...(body.sendWindow === undefined ? {} : { sendWindow: body.sendWindow }),
      updatedAt: clock.now(),
    };
    const [after] = await tx.db
      .insert(emailSettings)
      .values(values)
      .onConflictDoUpdate({ target: emailSettings.organizationId, set: values })
      .returning();
    await tx.audit({
      action: 'email-settings.updated',
      details: {
        teamAddresses,
        ...(body.imap ? { imap: body.imap.host } : {}),
        ...(body.smtp ? { smtp: body.smtp.host } : {}),
      },
    });
    tx.notify({ kind: settingsNotice, o: tx.organizationId });
    return after;
  });
  return { ...settingsOut(row), status: await mailboxStatus(context) };
}

/** The columns of one server: its settings, and its secret unless that stays. */
function serverValues<Part extends 'imap' | 'smtp'>(
  context: Context,
  part: Part,
  given: Input<Update>['body'][Part],
  before: Row | undefined,
): Partial<typeof emailSettings.$inferInsert> {
  if (given === undefined) return {};
  const secretColumn = part === 'imap' ? 'imapSecret' : 'smtpSecret';
  if (given === null) return { [part]: null, [secretColumn]: null };
  const { secret, ...settings } = given;
  if (secret === undefined) {
    const stored = before?.[part];
    if (stored && before[secretColumn] !== null) requireSameServer(stored, settings, part);
    return { [part]: settings };
  }
  const sealed = secret === null ? null : context.services.seal.seal(secret, mailSecretPurpose[part]);
  return { [part]: settings, [secretColumn]: sealed };
}
