import type { SubscriptionStatus } from '#features/billing/contract.ts';
import { ownersMail } from '#features/notifications/server/public.ts';
import type { DueNotice } from '#features/payments/due-notices.ts';
import { prettyInstant } from '#server/format.ts';
import type { AccountMail } from '#server/integrations/outgoing-mail.ts';
import { decimal } from '#shared/modules.ts';

export interface NoticeAbout {
  due: DueNotice;
  status: SubscriptionStatus;
  organization: string;
  timezone: string;
  nextPeriodCents: number;
  hasModules: boolean;
  /** A payment service charges by itself. */
  paysByItself: boolean;
  /** The billing screen. */
  link: string;
}

interface NoticeText {
  /** Behind the bell. */
  title: string;
  text: string;
  mail: Omit<AccountMail, 'to'>;
}

/** What owners are told: what happens, when, what it means and what to do. */
export function noticeText(about: NoticeAbout): NoticeText {
  const { due, organization, timezone, nextPeriodCents, hasModules, link } = about;
  const when = prettyInstant(due.about, timezone);
  const { title, text } = wordsOf(about, when);
  const price = hasModules ? [`The next period costs USD ${decimal(nextPeriodCents)}.`, ''] : [];
  return {
    title,
    text,
    mail: ownersMail(
      { title, text },
      { organization, lines: price, place: 'Billing of your company:', link },
    ),
  };
}

function wordsOf({ due, status, paysByItself }: NoticeAbout, when: string): { title: string; text: string } {
  if (due.step === 'payment_failed' && status === 'trial')
    return {
      title: 'The first payment failed',
      text: 'Your free trial has ended, and its first payment by card did not go through. You can read and export everything, but not change or send anything, until it is paid. Update the payment method under Billing.',
    };
  if (due.step === 'payment_failed')
    return {
      title: 'A payment failed',
      text: 'The last payment by card did not go through. Nothing is switched off yet. Update the payment method under Billing.',
    };
  if (status === 'trial' && paysByItself)
    return {
      title: 'The first payment has not come in',
      text: 'Your free trial has ended, and its first payment by card has not come in. You can read and export everything, but not change or send anything, until it is paid. Update the payment method under Billing.',
    };
  if (status === 'trial')
    return due.step === 'ended'
      ? {
          title: 'Your free trial has ended',
          text: `Your free trial ended on ${when}. You can read and export everything, but not change or send anything. Set up payment under Billing and everything goes on as before.`,
        }
      : {
          title: due.step === 'day_before' ? 'Your free trial ends tomorrow' : 'Your free trial ends soon',
          text: `Your free trial ends on ${when}. After that you can read and export everything, but not change or send anything, until payment is set up under Billing.`,
        };
  return due.step === 'ended'
    ? {
        title: 'Your paid period has ended',
        text: `Your subscription was paid until ${when} and no payment for the next period was recorded. Nothing is switched off yet. Pay under Billing so that it stays like this.`,
      }
    : {
        title: due.step === 'day_before' ? 'Your paid period ends tomorrow' : 'Your paid period ends soon',
        text: `Your subscription is paid until ${when}. Pay for the next period under Billing before then.`,
      };
}
