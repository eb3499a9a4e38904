import { mailApi } from '#features/mail/contract.ts';
import { suppressionApi } from '#features/mail/suppression-contract.ts';
import { outgoingMail, suppressions } from '#server/db/tables.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { attachment } from './attachment.ts';
import { correspondence, original } from './correspondence.ts';
import { ingestMessages } from './ingest-messages.ts';
import { listThreads } from './list-threads.ts';
import { addSuppression, liftSuppression, listSuppressions } from './suppression-list.ts';
import {
  deletedMessages,
  messageSources,
  messages,
  threadNotes,
  threadReferences,
  threads,
} from './tables.ts';

export const mail: Feature = {
  name: 'mail',
  routes: [
    ...handlers(mailApi, { ingestMessages, threads: listThreads, attachment, correspondence, original }),
    ...handlers(suppressionApi, { list: listSuppressions, add: addSuppression, lift: liftSuppression }),
  ],
  jobs: [],
  events: [],
  browsable: [
    browsable(
      messages,
      [
        'id',
        'thread_id',
        'direction',
        'email_type',
        'subject',
        'sender',
        'recipients',
        'sent_at',
        'content',
        'created_at',
      ],
      'all',
      'correspondence',
    ),
    browsable(threadNotes, ['id', 'thread_id', 'author', 'content', 'created_at']),
  ],
  exportable: [
    exportable(threads),
    exportable(messages),
    exportable(messageSources),
    exportable(threadReferences),
    exportable(deletedMessages),
    exportable(threadNotes),
    exportable(outgoingMail, ['body', 'bytes']),
    exportable(suppressions, ['address_digest']),
  ],
};
