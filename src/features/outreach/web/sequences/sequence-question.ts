import type { Sequence } from '#features/outreach/sequence-contract.ts';
import { prospectsWord } from '../prospects-word.ts';

export type SequenceMove = 'active' | 'paused' | 'archived' | 'delete';

interface Question {
  title: string;
  text: string;
  action: string;
  busy: string;
  look: 'danger' | 'primary';
}

/** What is asked before a sequence is started, paused, put away or deleted: what each of them means for whom. */
export function questionBefore(
  move: SequenceMove,
  { name, counts }: Pick<Sequence, 'name' | 'counts'>,
): Question {
  const running = counts.active + counts.approval + counts.paused;
  const are = `${prospectsWord(running)} ${running === 1 ? 'is' : 'are'} in it`;
  const questions: Record<SequenceMove, Question> = {
    active: {
      title: `Start ${name}?`,
      text:
        running === 0
          ? 'No prospect is in it yet, so nothing leaves by this. Those that you add later get their first email within caps and hours.'
          : `${are}. Their next emails leave within caps and hours, from now on.`,
      action: 'Start',
      busy: 'Starting...',
      look: 'primary',
    },
    paused: {
      title: `Pause ${name}?`,
      text: `Nothing more of it leaves until it is started again; an email in hand is finished. ${
        running === 0 ? '' : `${are}, and ${running === 1 ? 'keeps its' : 'keep their'} place.`
      }`.trim(),
      action: 'Pause',
      busy: 'Pausing...',
      look: 'primary',
    },
    archived: {
      title: `Put ${name} away?`,
      text: `Nothing more of it leaves, and nobody can be added. What was sent stays on record. ${
        running === 0 ? '' : `${are}, and no other sequence takes them until they are stopped here.`
      } It can be started again.`.replace('  ', ' '),
      action: 'Put away',
      busy: 'Putting away...',
      look: 'danger',
    },
    delete: {
      title: `Delete ${name}?`,
      text: 'Nobody was ever in it, so nothing of it was sent. This cannot be undone.',
      action: 'Delete sequence',
      busy: 'Deleting...',
      look: 'danger',
    },
  };
  return questions[move];
}
