import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import {
  gapLimit,
  type MailboxFolder,
  type MailboxGap,
  type MailboxReport,
  type MailboxState,
  mailboxUpdated,
  windowDays,
} from '#features/mailbox/contract.ts';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import { accountDigest, settingsNotice } from './email-settings.ts';
import { mailboxes, mailboxFolders, mailboxLedger } from './tables.ts';
import { takesMail } from './takes-mail.ts';

interface Status {
  state: MailboxState;
  lastSuccessAt: string | null;
  lastError: string | null;
}

type Row = typeof mailboxes.$inferSelect;

async function currentMailbox(context: OrganizationContext): Promise<{ status: Status; row: Row | null }> {
  const nothing = { lastSuccessAt: null, lastError: null };
  const [settings] = await context.db.select({ imap: emailSettings.imap }).from(emailSettings);
  if (!settings?.imap) return { status: { state: 'not_connected', ...nothing }, row: null };
  const [found] = await context.db.select().from(mailboxes);
  const row = found?.account === accountDigest(settings.imap) ? found : null;
  const known = {
    lastSuccessAt: row?.lastSuccessAt?.toISOString() ?? null,
    lastError: row?.lastError ?? null,
  };
  if (!(await takesMail(context))) return { status: { state: 'waiting', ...known }, row };
  return { status: { state: row?.state ?? 'connecting', ...known }, row };
}

/** State, last success and last error of the mailbox, for the settings. */
export async function mailboxStatus(context: OrganizationContext): Promise<Status> {
  return (await currentMailbox(context)).status;
}

/** Instant before which the ledger says nothing. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowDays * 86_400_000);
}

/** What of the mailbox is in AI Hub, by folder, and what is not, with reasons. */
export async function readMailbox(context: OrganizationContext): Promise<MailboxReport> {
  const { status, row } = await currentMailbox(context);
  const since = windowStart(context.services.clock.now());
  const folders = row ? await foldersOf(context, since) : [];
  const gaps = row ? await gapsOf(context, since) : [];
  return {
    ...status,
    lastCheckAt: row?.lastCheckAt?.toISOString() ?? null,
    checking: row !== null && row.checkRequestedAt !== null,
    recovered: row?.recovered ?? 0,
    total: folders.reduce((sum, { total }) => sum + total, 0),
    inHub: folders.reduce((sum, { inHub }) => sum + inHub, 0),
    folders,
    gaps,
  };
}

async function foldersOf({ db }: OrganizationContext, since: Date): Promise<MailboxFolder[]> {
  const rows = await db.select().from(mailboxFolders).orderBy(mailboxFolders.role, mailboxFolders.path);
  const counts = await db
    .select({
      folder: mailboxLedger.folder,
      state: mailboxLedger.state,
      count: sql<number>`count(*)::int`,
    })
    .from(mailboxLedger)
    .where(gte(mailboxLedger.receivedAt, since))
    .groupBy(mailboxLedger.folder, mailboxLedger.state);
  return rows.slice(0, 10).map((row) => {
    const count = (...states: string[]) =>
      counts.reduce(
        (sum, one) => sum + (one.folder === row.path && states.includes(one.state) ? one.count : 0),
        0,
      );
    const inHub = count('stored', 'duplicate');
    const skipped = count('skipped');
    const missing = count('missing');
    const { path, role, pending, older } = row;
    return {
      path,
      role,
      total: inHub + skipped + missing + pending,
      inHub,
      skipped,
      missing,
      pending,
      older,
      checkedAt: row.checkedAt?.toISOString() ?? null,
    };
  });
}

async function gapsOf({ db }: OrganizationContext, since: Date): Promise<MailboxGap[]> {
  const rows = await db
    .select()
    .from(mailboxLedger)
    .where(and(inArray(mailboxLedger.state, ['skipped', 'missing']), gte(mailboxLedger.receivedAt, since)))
    .orderBy(desc(mailboxLedger.at))
    .limit(gapLimit);
  return rows.map((row) => ({
    folder: row.folder,
    uid: row.uid,
    messageId: row.messageId?.slice(0, 1000) ?? null,
    state: row.state === 'skipped' ? 'skipped' : 'missing',
    reason: row.reason ?? '',
    at: row.at.toISOString(),
  }));
}

/**
 * Asks the process that reads the mailbox to compare it with the ledger.
 * @throws AppError 503 when no mailbox is connected, 403 while no module takes mail
 */
export async function checkMailbox(context: Context): Promise<{ checking: boolean }> {
  const { status } = await currentMailbox(context);
  if (status.state === 'not_connected') throw new AppError('not_configured', 'Connect a mailbox first.');
  if (status.state === 'waiting')
    throw new AppError('module_inactive', 'No module that works with email is part of your subscription.');
  await context.tx(async (tx) => {
    const asked = await tx.db
      .update(mailboxes)
      .set({ checkRequestedAt: context.services.clock.now() })
      .where(eq(mailboxes.organizationId, tx.organizationId))
      .returning({ state: mailboxes.state });
    if (!asked[0])
      throw new AppError('unavailable', 'The mailbox has not been opened yet. Try again in a few seconds.', {
        retryAfter: 10,
      });
    tx.emit(mailboxUpdated, { state: asked[0].state });
    tx.notify({ kind: settingsNotice, o: tx.organizationId });
  });
  return { checking: true };
}
