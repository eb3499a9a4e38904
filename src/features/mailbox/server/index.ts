import { mailboxApi, mailboxUpdated } from '#features/mailbox/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { appendSent } from './append-sent.ts';
import { readEmail, updateEmail } from './email-settings.ts';
import { followMailboxes } from './follow-mailboxes.ts';
import { checkMailbox, readMailbox } from './mailbox-state.ts';
import { requestChecks } from './request-checks.ts';
import { mailboxes, mailboxFolders, mailboxLedger } from './tables.ts';
import { testEmail } from './test-email.ts';

export const mailbox: Feature = {
  name: 'mailbox',
  routes: handlers(mailboxApi, {
    readEmail,
    updateEmail,
    testEmail,
    read: readMailbox,
    check: checkMailbox,
  }),
  jobs: [appendSent, requestChecks],
  background: followMailboxes,
  events: [mailboxUpdated],
  browsable: [],
  exportable: [
    exportable(mailboxes, ['leased_by', 'leased_until']),
    exportable(mailboxFolders),
    exportable(mailboxLedger),
  ],
};
