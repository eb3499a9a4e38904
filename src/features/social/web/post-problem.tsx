import { Link } from '@tanstack/react-router';
import { shortDateTime } from '#web/lib/dates.ts';
import { useCan, useZone } from '#web/session.tsx';
import type { PostDetails } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { asSentence } from './post-words.ts';

/** Fixes that are made in the settings begin with one of these words. */
const inSettings = /^(?:re)?connect|^set up|^check/i;

/** Why a post is not out, what to do about it, and when it is tried again. */
export function PostProblem({ post }: { post: PostDetails }) {
  const zone = useZone();
  const manages = useCan('integrations.manage');
  const { name } = platformRules[post.platform];
  if (post.state === 'published') return null;
  const declined = post.approval?.state === 'declined' ? post.approval : null;
  const words =
    post.state === 'unknown'
      ? (post.failureReason ??
        `${name} gave no answer, so nobody knows whether the post is out. Look there, then say so here.`)
      : post.isDueByHand
        ? `Its time has come. Post it on ${name} by hand, then mark it as published.`
        : post.failureReason;
  return (
    <>
      {words ? (
        <p className="text-sm text-danger-text">
          {words}{' '}
          {post.failureFix ? (
            manages && inSettings.test(post.failureFix) ? (
              <Link to="/tenant/admin" search={{ tab: 'integrations', topic: 'social' }} className="link">
                {post.failureFix}
              </Link>
            ) : (
              <span className="font-medium">{asSentence(post.failureFix)}</span>
            )
          ) : null}
          {post.nextTryAt ? ` Tried again ${shortDateTime(post.nextTryAt, zone)}.` : null}
        </p>
      ) : null}
      {declined ? (
        <p dir="auto" className="text-sm break-words text-danger-text">
          {declined.by ?? 'The approver'} sent it back{declined.note ? `: ${declined.note}` : '.'}
        </p>
      ) : null}
    </>
  );
}
