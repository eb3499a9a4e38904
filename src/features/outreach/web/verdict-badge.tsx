import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type Verdict, verdictNames } from '../consent.ts';

const tones: Record<Verdict['state'], Tone> = {
  sendable: 'success',
  needs_basis: 'warning',
  blocked: 'danger',
};

/** Whether bulk mail and sequences may go to a prospect, as a word in its colour. */
export function VerdictBadge({ state }: Pick<Verdict, 'state'>) {
  return <Badge tone={tones[state]}>{verdictNames[state]}</Badge>;
}
