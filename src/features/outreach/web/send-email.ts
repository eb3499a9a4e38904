import { ApiError, call, messageOf } from '#web/api.ts';
import { mailNotTakenBack, mailSent, undoSeconds } from '#web/mail-toasts.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import type { Prospect } from '../contract.ts';
import { outreachEmailApi } from '../email-contract.ts';
import { type EmailDraft, emailDrafts } from './email-draft.ts';
import { prospectQueries } from './prospect-queries.ts';

const { send, undo, sendAgain, list } = outreachEmailApi.endpoints;

const changed = [list, ...prospectQueries];

/** Specification section 8. */
const failed = 'Failed to send email. Please try again.';

/** A refusal says what to do, which trying again would not help; everything else is the specification's sentence. */
function sayFailed(error: unknown): void {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const description = refused ? messageOf(error, failed) : failed;
  toast({ title: 'Send Failed', description, tone: 'danger' });
}

/** Sends what is written to a prospect. A failure keeps it and says why. `outbox`: no mail account is connected. */
export async function sendEmail(
  { id: prospectId, contactEmail: to }: Pick<Prospect, 'id' | 'contactEmail'>,
  outbox: boolean,
): Promise<void> {
  const draft = emailDrafts.of(prospectId);
  const { subject, content, engine } = draft;
  try {
    const { id, state, reason } = await call(send, {
      body: { prospectId, to, subject, content, undoSeconds, ...(engine === null ? {} : { engine }) },
    });
    emailDrafts.clear(prospectId);
    if (state === 'held') toast({ title: 'The email is held', description: reason ?? '' });
    else mailSent({ what: 'Email', to, outbox }, () => takeBack(prospectId, id, draft));
  } catch (error) {
    sayFailed(error);
  }
  await refresh(changed);
}

/** Takes an email back that has not left; its text can be changed and sent again. */
export async function takeBack(
  prospectId: string,
  id: string,
  known: Pick<EmailDraft, 'engine' | 'issues'>,
): Promise<void> {
  try {
    const { subject, content } = await call(undo, { params: { id } });
    const { engine, issues } = known;
    // What was begun meanwhile stays; the text that came back is in the list.
    const begun = emailDrafts.of(prospectId).open;
    if (!begun) emailDrafts.change(prospectId, { open: true, subject, content, engine, issues });
    toast({
      title: 'Email taken back',
      description: begun ? 'Its text is in the list of emails.' : 'Its text can be changed again.',
    });
  } catch (error) {
    mailNotTakenBack('The email was not taken back', error);
  }
  await refresh(changed);
}

/** Sends an email again that failed, was kept, or whose outcome is not known. */
export async function repeatEmail(id: string, confirmed: boolean): Promise<void> {
  try {
    await call(sendAgain, { params: { id }, body: { confirmed } });
  } catch (error) {
    sayFailed(error);
  }
  await refresh(changed);
}
