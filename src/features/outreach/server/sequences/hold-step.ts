import { and, eq, isNotNull } from 'drizzle-orm';
import type { MailGuard, MailHold } from '#server/integrations/gate-options.ts';
import { outreachEmails } from '../sending-tables.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { prospects } from '../tables.ts';
import { hourOf, openFrom, takeSlot } from './caps.ts';
import { zoneOf } from './due-step.ts';
import { waitingForCap, waitsForCap, waitsForHours } from './wake-waiting.ts';

/**
 * Before a mail of a sequence leaves: the hours in which it may, where the recipient lives, and its place within the caps
 * of this hour. One that was counted in an earlier hour, as after a fault of a server, is counted anew.
 */
export const holdStep: MailGuard = async (context, tx, mail): Promise<MailHold | null> => {
  if (mail.purpose !== 'outreach') return null;
  const [email] = await tx.db
    .select({
      id: outreachEmails.id,
      countedHour: outreachEmails.countedHour,
      address: prospects.address,
      country: prospects.country,
    })
    .from(outreachEmails)
    .innerJoin(prospects, eq(prospects.id, outreachEmails.prospectId))
    .where(and(eq(outreachEmails.mailId, mail.id), isNotNull(outreachEmails.enrolmentId)));
  if (!email) return null;
  const settings = await storedSettings(tx);
  const { timezone } = await context.services.gate.senderOf(tx);
  const now = context.services.clock.now();
  const zone = settings.window ? await zoneOf(tx, email, timezone) : timezone;
  const open = openFrom(settings.window, zone, now);
  if (open > now) return { until: open, reason: waitsForHours };
  if (email.countedHour?.getTime() === hourOf(now, timezone).getTime()) return null;
  const slot = await takeSlot(tx, settings, timezone, now);
  if (!slot.taken) {
    const ahead = await waitingForCap(tx);
    const free = new Date(slot.until.getTime() + ahead * slot.gapMs);
    return { until: openFrom(settings.window, zone, free), reason: waitsForCap };
  }
  await tx.db.update(outreachEmails).set({ countedHour: slot.hour }).where(eq(outreachEmails.id, email.id));
  return null;
};
