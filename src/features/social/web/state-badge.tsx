import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { PostDetails } from '../contract.ts';
import type { PostState } from '../post-state.ts';

const looks: Readonly<Record<PostState, { tone: Tone; word: string }>> = {
  draft: { tone: 'neutral', word: 'Draft' },
  scheduled: { tone: 'info', word: 'Scheduled' },
  sending: { tone: 'info', word: 'Sending' },
  failed: { tone: 'danger', word: 'Failed' },
  unknown: { tone: 'warning', word: 'Not confirmed' },
  published: { tone: 'success', word: 'Published' },
};

type Shown = Pick<PostDetails, 'state' | 'isDueByHand'>;

function lookOf({ state, isDueByHand }: Shown): { tone: Tone; word: string } {
  return isDueByHand && state !== 'published' ? { tone: 'warning', word: 'Due now' } : looks[state];
}

/** The word of a post's state. */
export function stateWord(post: Shown): string {
  return lookOf(post).word;
}

/** The state of a post, always with its word. */
export function StateBadge({ post }: { post: Shown }) {
  const { tone, word } = lookOf(post);
  return <Badge tone={tone}>{word}</Badge>;
}

/** What a waiting or decided approval is called; nothing for a post that needs none or is out. */
export function ApprovalBadge({ post }: { post: Pick<PostDetails, 'approval' | 'state'> }) {
  const { approval, state } = post;
  if (!approval || state === 'published') return null;
  if (approval.state === 'pending') return <Badge tone="warning">Waiting for approval</Badge>;
  if (approval.state === 'approved') return <Badge tone="outline">Approved</Badge>;
  return <Badge tone="danger">{approval.state === 'declined' ? 'Sent back' : 'Approval expired'}</Badge>;
}
