import { Badge } from '#web/ui/badge.tsx';
import type { PostDetails } from '../contract.ts';

function figure(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}

/** What a published post has come to: only what the platform said; sample figures say that they are. */
export function EngagementLine({ engagement }: Pick<PostDetails, 'engagement'>) {
  if (!engagement) return <p className="text-sm text-muted">No data yet</p>;
  const { likes, comments, shares, reach, source } = engagement;
  return (
    <p className="figures flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
      <span>{figure(likes, 'like', 'likes')}</span>
      <span>{figure(comments, 'comment', 'comments')}</span>
      <span>{figure(shares, 'share', 'shares')}</span>
      {reach === null ? null : <span>{figure(reach, 'reached', 'reached')}</span>}
      {source === 'sample' ? <Badge tone="outline">Sample</Badge> : null}
    </p>
  );
}
