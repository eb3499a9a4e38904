import type { OutreachEmail } from '#features/outreach/email-contract.ts';
import { outreachEmailApi } from '#features/outreach/email-contract.ts';
import { ApiError, call, messageOf } from '#web/api.ts';
import { shortDateTime } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { prospectQueries } from '../prospect-queries.ts';
import { type DraftEdit, draftEdits } from './draft-edits.ts';
import { sequenceQueries } from './sequence-queries.ts';

const { drafts, list, changeDraft, approveDraft, discardDraft } = outreachEmailApi.endpoints;

/** The text as it is shown: what a person typed, else what was written. */
export function textOf(
  email: Pick<OutreachEmail, 'subject' | 'content'>,
  edit: Pick<DraftEdit, 'subject' | 'content'>,
): { subject: string; content: string } {
  return { subject: edit.subject ?? email.subject, content: edit.content ?? email.content };
}

/** Keeps what was typed and says at the draft what stands in the way; a draft that is gone can only be said elsewhere. */
function sayFault(id: string, title: string, error: unknown): void {
  const fault = messageOf(error, 'Try again in a moment.');
  draftEdits.change(id, { fault });
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone)
    toast({ title, description: 'It was decided or changed elsewhere in the meantime.', tone: 'danger' });
}

const everything = [drafts, list, ...sequenceQueries, ...prospectQueries];

/** Saves what was typed, without a decision. True when it was saved. */
export async function saveDraft(email: OutreachEmail): Promise<boolean> {
  const { id } = email;
  try {
    await call(changeDraft, { params: { id }, body: textOf(email, draftEdits.of(id)) });
    await refresh([drafts]);
    draftEdits.clear(id);
    return true;
  } catch (error) {
    sayFault(id, 'The draft was not saved', error);
    return false;
  }
}

/**
 * Approves a draft as it is shown; it leaves within caps and hours. True when it does. `outbox`: no mail account is
 * connected.
 */
export async function approve(
  email: OutreachEmail,
  { zone, outbox }: { zone: string; outbox: boolean },
): Promise<boolean> {
  const { id, businessName } = email;
  draftEdits.change(id, { fault: null });
  try {
    const { sendAt } = await call(approveDraft, { params: { id }, body: textOf(email, draftEdits.of(id)) });
    draftEdits.clear(id);
    const later = sendAt !== null && new Date(sendAt) > new Date();
    toast({
      title: `Approved for ${businessName}`,
      description: outbox
        ? 'No mail account is connected, so it goes into the outbox and reaches nobody yet.'
        : later
          ? `It leaves about ${shortDateTime(sendAt, zone)}.`
          : 'It leaves within caps and hours.',
    });
    return true;
  } catch (error) {
    sayFault(id, 'The draft was not approved', error);
    return false;
  } finally {
    await refresh(everything);
  }
}

/** Throws a draft away; the sequence ends for its prospect. True when it was done. */
export async function discard({ id, businessName }: OutreachEmail): Promise<boolean> {
  draftEdits.change(id, { fault: null });
  try {
    await call(discardDraft, { params: { id } });
    draftEdits.clear(id);
    toast({ title: 'Draft discarded', description: `The sequence has ended for ${businessName}.` });
    return true;
  } catch (error) {
    sayFault(id, 'The draft was not discarded', error);
    return false;
  } finally {
    await refresh(everything);
  }
}
