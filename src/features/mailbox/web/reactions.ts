import { reaction } from '#web/feature.ts';
import { refresh } from '#web/query.ts';
import { mailboxApi, mailboxUpdated } from '../contract.ts';

export const reactions = [
  reaction(mailboxUpdated, {
    delayMs: 100,
    toast: () => null,
    apply: () => refresh([mailboxApi.endpoints.read, mailboxApi.endpoints.readEmail]),
  }),
];
