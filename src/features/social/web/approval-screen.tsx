import { useState } from 'react';
import { exactDateTime } from '#web/lib/dates.ts';
import { keyOf, queryClient, useAction, useEndpoint } from '#web/query.ts';
import { LinkContent, LinkPage } from '#web/shell/link-page.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { approvalLinkApi, type PostForApproval } from '../approval-contract.ts';
import { postLimits } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { PostPreview } from './post-preview.tsx';

const { open, approve, decline } = approvalLinkApi.endpoints;

/** What the one who approves sees behind the link of the mail: the post, and two buttons. No sign-in. */
export function Screen() {
  return <LinkPage>{(token) => <Asked token={token} />}</LinkPage>;
}

function Asked({ token }: { token: string }) {
  useTitle('A post for your approval');
  const found = useEndpoint(open, { params: { token } });
  return (
    <LinkContent
      found={found}
      what="post"
      help="If the post was deleted or asked about again, only the newest link works."
    >
      {(post) => <Body post={post} token={token} />}
    </LinkContent>
  );
}

function headingOf({ approval, closed }: PostForApproval): string {
  if (approval?.state === 'approved') return 'This post is approved';
  if (approval?.state === 'declined') return 'This post was sent back';
  return closed || approval?.state !== 'pending' ? 'There is nothing to decide here' : 'Approve this post?';
}

/** What became of it, in a sentence; null while it can be decided. */
function outcomeOf({ approval, closed, timezone }: PostForApproval): string | null {
  if (approval?.state === 'approved' || approval?.state === 'declined') {
    const by = approval.by ? ` (${approval.by})` : '';
    const what = approval.state === 'approved' ? 'Approved' : 'Sent back';
    return `${what} on ${exactDateTime(approval.at, timezone)}${by}. Nothing more is needed from you.`;
  }
  if (closed) return closed;
  if (approval?.state === 'expired')
    return `The time to decide ended on ${exactDateTime(approval.expiresAt, timezone)}. Its author can ask again.`;
  return approval
    ? null
    : 'This post was changed or published since the mail was sent. Its author can ask again.';
}

function Body({ post, token }: { post: PostForApproval; token: string }) {
  const { organization, author, platform, content, imageUrl, imageAlt, scheduledFor, timezone } = post;
  const when = scheduledFor ? exactDateTime(scheduledFor, timezone) : null;
  const outcome = outcomeOf(post);
  return (
    <>
      <p dir="auto" className="text-muted">
        {organization}
      </p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{headingOf(post)}</h1>
      <p className="mt-2 text-muted">
        For {platformRules[platform].name}
        {author ? <span dir="auto">, written by {author}</span> : ''}.{' '}
        {when ? `It goes out on ${when}.` : 'It has no time yet: its author publishes it.'}
      </p>
      <div className="mt-5">
        <PostPreview
          platform={platform}
          account={organization}
          content={content}
          picture={imageUrl ? { src: imageUrl, alt: imageAlt ?? '', size: null } : null}
          when={when ?? 'Not scheduled'}
        />
      </div>
      {outcome === null ? (
        <Decision post={post} token={token} />
      ) : (
        <p className="mt-5" aria-live="polite">
          {outcome}
          {post.approval?.note ? (
            <span dir="auto" className="mt-1 block break-words text-muted">
              Note: {post.approval.note}
            </span>
          ) : null}
        </p>
      )}
    </>
  );
}

function Decision({ post, token }: { post: PostForApproval; token: string }) {
  const request = { params: { token } };
  const show = (answer: PostForApproval) => queryClient.setQueryData(keyOf(open, request), answer);
  const yes = useAction(approve, { onSuccess: show });
  const no = useAction(decline, { onSuccess: show });
  const [noting, setNoting] = useState(false);
  const [note, setNote] = useState('');
  const failure = yes.error ?? no.error;
  return (
    <div className="mt-6">
      {noting ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            no.mutate({ ...request, body: { note: note.trim() || null } });
          }}
        >
          <TextAreaField
            label="What should be different?"
            hint={`${post.author ?? 'The author'} reads this. It may stay empty.`}
            dir="auto"
            rows={4}
            maxLength={postLimits.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button type="submit" look="primary" className="grow" busy={no.isPending && 'Sending back...'}>
              Send back
            </Button>
            <Button onClick={() => setNoting(false)}>Cancel</Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            className="grow"
            busy={yes.isPending && 'Approving...'}
            onClick={() => yes.mutate(request)}
          >
            Approve
          </Button>
          <Button className="grow" onClick={() => setNoting(true)}>
            Send back with a note
          </Button>
        </div>
      )}
      {failure ? (
        <p role="alert" className="mt-3 text-danger-text">
          {failure.message}
        </p>
      ) : null}
    </div>
  );
}
