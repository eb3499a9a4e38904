import { and, gt, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notify } from '#features/notifications/server/public.ts';
import type { JobContext, OrganizationContext, Tx } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import { outreachEmails } from '../sending-tables.ts';
import { pauseOutreach } from '../settings/pause.ts';
import { storedSettings } from '../settings/stored-settings.ts';

/** More than this share of dead addresses pauses all sending (issue: above 3 % hard bounces). */
export const mostHardBounces = 0.03;
/** Of at least so many mails and bounces: one dead address among the first ten says nothing. */
const leastMails = 20;
const leastBounces = 3;
/** Days looked back. */
const days = 7;

const payload = z.strictObject({});

export interface Returned {
  sent: number;
  hard: number;
}

/** Whether so many of so many mails came back that sending on would hurt the sender's name. */
export function tooManyBounces({ sent, hard }: Returned): boolean {
  return sent >= leastMails && hard >= leastBounces && hard / sent > mostHardBounces;
}

/** Mails that left in the last days, or since a person last resumed, and how many of them found a dead address. */
async function returnedOf(tx: Pick<Tx, 'db'>, since: Date): Promise<Returned> {
  const [row] = await tx.db
    .select({
      sent: sql<number>`count(*)::int`,
      hard: sql<number>`(count(*) filter (where ${outreachEmails.isHardBounce}))::int`,
    })
    .from(outreachEmails)
    .where(and(isNotNull(outreachEmails.sentAt), gt(outreachEmails.sentAt, since)));
  return row ?? { sent: 0, hard: 0 };
}

/**
 * After a dead address: pauses all outreach when they are too many, and tells everyone who may act. A job of its own, since
 * a pause takes the gate's lock, which comes before every other one.
 */
export const watchBounces = job<typeof payload, JobContext>({
  name: 'outreach.watch-bounces',
  scope: 'organization',
  payload,
  run: async ({ organization }) => {
    if (organization) await pauseOnBounces(organization);
  },
});

/** Looks at the bounces soon after the transaction; once for many that come together. */
export async function watchBouncesSoon(tx: Tx): Promise<void> {
  await tx.enqueue(watchBounces, {}, { key: 'bounces' });
}

async function pauseOnBounces(context: OrganizationContext): Promise<void> {
  const now = context.services.clock.now();
  const settings = await storedSettings(context);
  if (settings.pausedAt !== null) return;
  const earliest = new Date(now.getTime() - days * 86_400_000);
  const { bouncesSince } = settings;
  const returned = await returnedOf(
    context,
    bouncesSince && bouncesSince > earliest ? bouncesSince : earliest,
  );
  if (!tooManyBounces(returned)) return;
  const percent = ((returned.hard / returned.sent) * 100).toFixed(1);
  const reason = `${returned.hard} of the last ${returned.sent} emails found a dead address (${percent} %), more than 3 %`;
  await context.tx(async (tx) => {
    if (!(await pauseOutreach(context, tx, { by: 'AI Hub', reason, byHub: true }))) return;
    await notify(
      tx,
      {
        kind: 'mail_failed',
        userId: null,
        title: 'Outreach was paused',
        text: `${reason}. Providers begin to refuse such senders. Check where the addresses come from, then resume in the settings of Outreach.`,
        threadId: null,
        key: `outreach-paused:${now.toISOString()}`,
      },
      now,
    );
  });
}
