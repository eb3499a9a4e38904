import { reaction } from '#web/feature.ts';
import { refresh } from '#web/query.ts';
import { me } from '#web/shell/feature-calls.ts';
import { deletionApi, deletionEvent } from '../contract.ts';

/** The notice on every screen comes and goes with the day. */
export const reactions = [
  reaction(deletionEvent, {
    delayMs: 0,
    toast: () => null,
    apply: () => refresh([me, deletionApi.endpoints.read]),
  }),
];
