import type { Tone } from '#web/ui/badge.tsx';
import type { ReplyAction } from '../ask-contract.ts';
import type { ArticleState } from '../knowledge-contract.ts';
import type { QuestionState } from '../questions-contract.ts';

export const articleStateNames: Record<ArticleState, string> = { draft: 'Draft', published: 'Published' };
export const articleStateTones: Record<ArticleState, Tone> = { draft: 'neutral', published: 'success' };

export const questionStateNames: Record<QuestionState, string> = {
  open: 'Open',
  written: 'Written about',
  dismissed: 'Dismissed',
};

/** What the agent did, in words for the team. */
export const actionNames: Record<ReplyAction, string> = {
  answer: 'Answers',
  suggest: 'Suggests articles',
  clarify: 'Asks back',
  handoff: 'Offers a person',
};
export const actionTones: Record<ReplyAction, Tone> = {
  answer: 'success',
  suggest: 'info',
  clarify: 'neutral',
  handoff: 'warning',
};
