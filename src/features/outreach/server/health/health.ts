import { and, count, eq, gt, isNotNull, sql } from 'drizzle-orm';
import {
  type HealthItem,
  type HealthLight,
  type OutreachHealth,
  outreachSettingsChanged,
} from '#features/outreach/settings-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { suppressions } from '#server/db/tables.ts';
import { pausedWords } from '../emails/may-write.ts';
import { outreachEmails } from '../sending-tables.ts';
import { postalAddressOf } from '../settings/postal-address.ts';
import { type StoredSettings, storedSettings, writeSettings } from '../settings/stored-settings.ts';
import { mostHardBounces } from './bounces.ts';
import { lookAtDomain } from './look-at-domain.ts';

/** Days of the counts. */
const days = 30;
/** With fewer mails a share says nothing. */
const leastMails = 20;

/** Deliverability at a glance: what the last look at the DNS records found, and how mails of the last days did. */
export async function readHealth(context: OrganizationContext): Promise<OutreachHealth> {
  const settings = await storedSettings(context);
  const { domain, transport } = await senderOf(context);
  const counts = await countsOf(context);
  const isOfThisDomain = settings.dnsDomain === domain;
  const items = [
    ...pausedItem(settings),
    ...(await setupItems(context, transport)),
    ...(transport === 'tenant' ? recordItems(isOfThisDomain ? settings.dnsItems : null) : []),
    bouncesItem(counts),
    complaintsItem(counts),
  ];
  return {
    light: worst(items),
    domain,
    items,
    counts,
    checkedAt: isOfThisDomain ? (settings.dnsCheckedAt?.toISOString() ?? null) : null,
  };
}

/** Looks at the DNS records now; the questions are asked outside any transaction. */
export async function checkHealth(context: Context): Promise<OutreachHealth> {
  const { domain, transport, smtpHost } = await senderOf(context);
  if (transport === 'tenant' && domain !== null) {
    const { dkimSelector } = await storedSettings(context);
    const look = { domain, smtpHost, selector: dkimSelector };
    const dnsItems = await lookAtDomain(context.services.dns, look);
    const now = context.services.clock.now();
    await context.tx(async (tx) => {
      await writeSettings(tx, { dnsItems, dnsDomain: domain, dnsCheckedAt: now }, now);
      const { pausedAt } = await storedSettings(tx);
      tx.emit(outreachSettingsChanged, { paused: pausedAt !== null });
    });
  }
  return readHealth(context);
}

async function senderOf(context: OrganizationContext) {
  const { gate } = context.services;
  const sender = await gate.senderOf(context);
  const { address } = gate.fromOf(sender);
  return {
    domain: address.slice(address.lastIndexOf('@') + 1).toLowerCase() || null,
    transport: gate.transportOf(sender),
    smtpHost: sender.account?.host ?? null,
  };
}

async function countsOf({ db, services }: OrganizationContext): Promise<OutreachHealth['counts']> {
  const since = new Date(services.clock.now().getTime() - days * 86_400_000);
  const [[mails], [unsubscribed]] = await Promise.all([
    db
      .select({
        sent: sql<number>`count(*)::int`,
        hardBounces: sql<number>`(count(*) filter (where ${outreachEmails.isHardBounce}))::int`,
        softBounces: sql<number>`(count(*) filter (where ${outreachEmails.bouncedAt} is not null and not ${outreachEmails.isHardBounce}))::int`,
        complaints: sql<number>`count(${outreachEmails.complainedAt})::int`,
        replied: sql<number>`count(${outreachEmails.repliedAt})::int`,
      })
      .from(outreachEmails)
      .where(and(isNotNull(outreachEmails.sentAt), gt(outreachEmails.sentAt, since))),
    db
      .select({ count: count() })
      .from(suppressions)
      .where(and(eq(suppressions.cause, 'unsubscribe'), gt(suppressions.createdAt, since))),
  ]);
  const none = { sent: 0, hardBounces: 0, softBounces: 0, complaints: 0, replied: 0 };
  return { ...(mails ?? none), unsubscribed: unsubscribed?.count ?? 0 };
}

function item(
  key: HealthItem['key'],
  state: HealthLight,
  words: string,
  advice: string | null = null,
): HealthItem {
  return { key, state, words, advice };
}

function pausedItem(settings: StoredSettings): HealthItem[] {
  if (settings.pausedAt === null) return [];
  return [item('paused', settings.isPausedByHub ? 'red' : 'amber', pausedWords(settings))];
}

async function setupItems(
  context: OrganizationContext,
  transport: 'tenant' | 'platform' | 'outbox',
): Promise<HealthItem[]> {
  const hasAddress = (await postalAddressOf(context)).trim() !== '';
  const connect = 'Connect a mail account in Admin, Integrations, Email.';
  const ways: Record<typeof transport, HealthItem> = {
    tenant: item('transport', 'green', 'Mails leave through your own mail account.'),
    platform: item(
      'transport',
      'amber',
      'Mails leave from the address of this installation, with your organization’s name. Its operator looks after the records.',
      `${connect} Then they come from your own domain.`,
    ),
    outbox: item('transport', 'amber', 'Mails stay in the local outbox and reach nobody.', connect),
  };
  return [
    ways[transport],
    hasAddress
      ? item('postal_address', 'green', 'Every mail shows your postal address.')
      : item(
          'postal_address',
          transport === 'outbox' ? 'amber' : 'red',
          transport === 'outbox'
            ? 'Your postal address is missing. It is needed once a mail account is connected.'
            : 'Your postal address is missing. Without it no email to prospects leaves.',
          'Enter it in Admin, Integrations, Email.',
        ),
  ];
}

function recordItems(found: HealthItem[] | null): HealthItem[] {
  if (found) return found;
  return [item('spf', 'unknown', 'The records of your domain were not looked at yet.', 'Press Check now.')];
}

function bouncesItem({ sent, hardBounces }: OutreachHealth['counts']): HealthItem {
  if (sent < leastMails)
    return item('bounces', 'green', `Too few mails yet to judge bounces: ${sent} in ${days} days.`);
  const share = hardBounces / sent;
  const words = `${hardBounces} of ${sent} mails of the last ${days} days found a dead address (${percent(share)}).`;
  const advice = 'Check where these addresses come from. Above 3 % all sending pauses by itself.';
  if (share > mostHardBounces) return item('bounces', 'red', words, advice);
  return share > mostHardBounces / 2
    ? item('bounces', 'amber', words, advice)
    : item('bounces', 'green', words);
}

/** Gmail asks to stay below 0.1 % and never to reach 0.3 %. */
function complaintsItem({ sent, complaints }: OutreachHealth['counts']): HealthItem {
  const share = sent === 0 ? 0 : complaints / sent;
  const words = `${complaints} complaints in the last ${days} days (${percent(share)}).`;
  const advice = 'Write only to those who expect it, and less often. Providers refuse senders from 0.3 % on.';
  if (complaints === 0) return item('complaints', 'green', `No complaints in the last ${days} days.`);
  if (share >= 0.003) return item('complaints', 'red', words, advice);
  return share >= 0.001 ? item('complaints', 'amber', words, advice) : item('complaints', 'green', words);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function worst(items: readonly HealthItem[]): HealthLight {
  const states = new Set(items.map(({ state }) => state));
  return (['red', 'amber', 'unknown'] as const).find((state) => states.has(state)) ?? 'green';
}
