import { and, eq, inArray } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import type { OutgoingRow } from './gate-options.ts';
import type { Seal } from './seal.ts';
import { suppress } from './suppressions.ts';

/** What a receiving server says of one recipient of a mail of ours. */
export interface ReturnedRecipient {
  /** Case-folded. */
  addresses: readonly string[];
  action: 'failed' | 'delayed';
  /** Enhanced status code (RFC 3463); null when none is said. */
  status: string | null;
  said: string;
}

const advice: readonly (readonly [RegExp, string])[] = [
  [/^[245]\.1\.(?:0|1|4|6|10)$/, 'The address does not exist at the receiving server'],
  [/^[245]\.(?:1\.2|4\.4)$/, 'There is no server that takes mail for the domain of this address'],
  [/^[245]\.1\.(?:3|7|8)$/, 'The receiving server does not take the form of this address'],
  [/^[245]\.2\.1$/, 'The mailbox is switched off'],
  [/^[245]\.2\.2$/, 'The mailbox is full'],
  [/^[245]\.(?:2\.3|3\.4)$/, 'The mail is too large for the receiving server'],
  [/^[245]\.4\.6$/, 'The mail went around in circles between servers'],
  [/^[245]\.4\.\d+$/, 'The receiving server could not be reached for too long'],
  [
    /^5\.7\.515$/,
    'Microsoft takes mail from your domain only with SPF, DKIM and DMARC. Ask whoever looks after your domain to set them up',
  ],
  [
    /^[245]\.7\.\d+$/,
    'The receiving server does not let mail from you through, for example as spam or by its policy',
  ],
];

/** A status code (RFC 3463) for people, with the server's own words. */
export function returnedWords(status: string | null, said: string): string {
  const known = advice.find(([code]) => status !== null && code.test(status))?.[1];
  const words = known ?? 'The receiving server did not take it';
  return said === '' ? `${words}.` : `${words}: “${said}”.`;
}

/** Full, too large, unreadable, refused by policy: said of this mail or this day, so the next one may arrive. */
const notTheAddress = /^\d\.(?:2\.[23]|3\.4|6\.\d+|7\.\d+)$/;

/** Whether the address itself is the reason, so that no more mail should go there. */
export function isDeadAddress({ action, status }: Pick<ReturnedRecipient, 'action' | 'status'>): boolean {
  return action === 'failed' && !(status !== null && notTheAddress.test(status));
}

/** The mail of ours that one of these Message-IDs names and that has left. Null for anything else: a forged report names none. */
export async function findReturned(tx: Tx, about: readonly string[]): Promise<OutgoingRow | null> {
  if (about.length === 0) return null;
  const rows = await tx.db
    .select()
    .from(outgoingMail)
    .where(and(inArray(outgoingMail.messageId, [...about]), inArray(outgoingMail.state, [...left])))
    .for('update');
  return about.map((id) => rows.find(({ messageId }) => messageId === id)).find((row) => row) ?? null;
}

const left = ['sending', 'sent', 'unconfirmed', 'failed', 'bounced'] as const;

/**
 * Writes what a report says of a mail from `findReturned`, in the transaction that stores the report: given up means
 * `bounced` and a dead address is suppressed; a delay only leaves its reason. Recipients that the mail never had count for
 * nothing, except that a mail to one person may have been sent on. Features hear of a bounce once.
 */
export async function recordReturn(
  context: OrganizationContext,
  tx: Tx,
  row: OutgoingRow,
  recipients: readonly ReturnedRecipient[],
): Promise<void> {
  const ours = (row.envelope?.to ?? [row.recipient]).map((one) => one.toLowerCase());
  const [only] = ours.length === 1 ? ours : [];
  const told = recipients.flatMap((one) => {
    const named = ours.filter((address) => one.addresses.includes(address));
    if (named.length > 0) return named.map((address) => ({ ...one, address, sure: true }));
    return only === undefined ? [] : [{ ...one, address: only, sure: one.addresses.length === 0 }];
  });
  const failed = told.filter(({ action }) => action === 'failed');
  const [first] = failed.length > 0 ? failed : told;
  if (!first) return;
  const mine = eq(outgoingMail.id, row.id);
  if (failed.length === 0) {
    if (row.state !== 'sent') return;
    const reason = `Not delivered to ${first.address} yet; the mail servers go on trying. ${returnedWords(first.status, first.said)}`;
    await tx.db.update(outgoingMail).set({ reason }).where(mine);
    return;
  }
  const reason = failed
    .map(({ address, status, said }) => `It came back from ${address}. ${returnedWords(status, said)}`)
    .join(' ');
  await tx.db
    .update(outgoingMail)
    .set({ state: 'bounced', reason: reason.slice(0, 2000), bytes: null })
    .where(mine);
  const dead = failed.filter((one) => one.sure && isDeadAddress(one));
  const { id, messageId, purpose } = row;
  if (row.state !== 'bounced')
    for (const react of context.services.onMail)
      await react(context, tx, { id, messageId, purpose, state: 'bounced', isDead: dead.length > 0 });
  // After the reactions, which lock people: the list of stopped addresses is the last of what is locked.
  for (const one of dead)
    await stop(tx, context.services.seal, one.address, returnedWords(one.status, one.said));
}

/**
 * A receiver took a mail from `findReturned` for spam: neither outreach nor answers go to its recipients any more. After
 * whatever else locks people in the same transaction.
 */
export async function recordComplaint(
  { services }: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  row: OutgoingRow,
): Promise<void> {
  for (const address of row.envelope?.to ?? [row.recipient])
    await suppress(tx, services.seal, {
      address,
      cause: 'complaint',
      reason: 'Reported a mail of yours as spam.',
      recordedBy: 'The receiving mail server',
    });
}

async function stop(tx: Tx, seal: Seal, address: string, reason: string): Promise<void> {
  await suppress(tx, seal, {
    address,
    cause: 'hard_bounce',
    reason: `Mail came back. ${reason}`,
    recordedBy: 'The receiving mail server',
  });
}
