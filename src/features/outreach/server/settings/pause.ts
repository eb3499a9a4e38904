import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import {
  type OutreachSettings,
  type outreachSettingsApi,
  outreachSettingsChanged,
} from '#features/outreach/settings-contract.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import { repeatOnDeadlock } from '#server/db/repeat-on-deadlock.ts';
import { statement } from '#server/db/statement.ts';
import type { MailGuard } from '#server/integrations/gate-options.ts';
import type { Input } from '#shared/endpoint.ts';
import { pausedWords } from '../emails/may-write.ts';
import { readSettings } from './settings.ts';
import { storedSettings, writeSettings } from './stored-settings.ts';

type Endpoints = (typeof outreachSettingsApi)['endpoints'];

const follow = statement(
  'outreach.follow-mails',
  `update outreach_emails e set state = $3, reason = $4 where e.organization_id = $1 and e.mail_id = any($2::uuid[])`,
  { prepare: false },
);

/** Handed over at once after a resume; the minute's sweep takes the others. */
const atOnce = 50;

export interface Pause {
  by: string;
  /** For people; '' when none is given. */
  reason: string;
  /** The hub stopped it by itself. */
  byHub: boolean;
}

/**
 * Nothing that has not left leaves until `resume`: what waits is held, what is in hand goes. Once more changes nothing.
 * @returns whether it went on before
 */
export async function pauseOutreach(
  { services }: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  { by, reason, byHub }: Pause,
): Promise<boolean> {
  await services.gate.lock(tx);
  if ((await storedSettings(tx)).pausedAt !== null) return false;
  const now = services.clock.now();
  const paused = { pausedBy: by, pauseReason: reason };
  const words = heldWords(paused);
  const held = await services.gate.keepBack(tx, 'outreach', words);
  await tx.run(follow, [held, 'held', words]);
  // The settings come last in the order of locks: a mail that is about to leave may hold its row and write to them.
  await writeSettings(tx, { ...paused, pausedAt: now, isPausedByHub: byHub }, now);
  await tx.audit({ action: 'outreach.paused', details: { by, reason, byHub, held: held.length } });
  tx.emit(outreachSettingsChanged, { paused: true });
  if (held.length > 0) tx.emit(outreachEmailsChanged, { prospectId: null });
  return true;
}

export async function pause(
  context: Context,
  { body }: Input<Endpoints['pause']>,
): Promise<OutreachSettings> {
  const by = context.session.actor;
  await repeatOnDeadlock(() =>
    context.tx((tx) => pauseOutreach(context, tx, { by, reason: body.reason?.trim() ?? '', byHub: false })),
  );
  return readSettings(context);
}

/** Goes on: what was held by the pause leaves within caps and hours, unless something else stands in its way by now. */
export async function resume(context: Context): Promise<OutreachSettings> {
  const { services, session, organizationId } = context;
  const ids = await repeatOnDeadlock(() => context.tx((tx) => goOn(services, tx, session.actor)));
  for (const id of ids.slice(0, atOnce)) services.gate.deliverSoon(organizationId, id);
  return readSettings(context);
}

async function goOn({ gate, clock }: Context['services'], tx: Tx, by: string): Promise<string[]> {
  await gate.lock(tx);
  const { pausedAt } = await storedSettings(tx);
  if (pausedAt === null) return [];
  const now = clock.now();
  const reason = `Sent because ${by} resumed outreach.`;
  const going = await gate.letGo(tx, 'outreach', reason);
  await tx.run(follow, [going, 'queued', reason]);
  await writeSettings(
    tx,
    { pausedAt: null, pausedBy: null, pauseReason: null, isPausedByHub: false, bouncesSince: now },
    now,
  );
  await tx.audit({ action: 'outreach.resumed', details: { waiting: going.length } });
  tx.emit(outreachSettingsChanged, { paused: false });
  if (going.length > 0) tx.emit(outreachEmailsChanged, { prospectId: null });
  return going;
}

/** What is tried again while outreach is paused, such as after a server was busy, is held like the rest. */
export const holdPaused: MailGuard = async (_context, tx, { purpose }) => {
  if (purpose !== 'outreach') return null;
  const settings = await storedSettings(tx);
  return settings.pausedAt === null ? null : { held: heldWords(settings) };
};

function heldWords(paused: { pausedBy: string | null; pauseReason: string | null }): string {
  return `Held because: ${pausedWords(paused)}`;
}
