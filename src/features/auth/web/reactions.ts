import { sessionEnded } from '#features/organization/contract.ts';
import { reaction } from '#web/feature.ts';
import { refresh } from '#web/query.ts';
import { authApi } from '../contract.ts';

/** The session was ended elsewhere: asking who is signed in is refused now, and the sign-in form appears. */
export const reactions = [
  reaction(sessionEnded, {
    delayMs: 0,
    toast: ({ reason }) => ({ title: 'You have been signed out', description: reason }),
    apply: () => refresh([authApi.endpoints.me]),
  }),
];
