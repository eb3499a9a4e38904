import { Link } from '@tanstack/react-router';
import { useCan } from '#web/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { ComposeLink } from './compose-link.tsx';

/** Before the first post. */
export function FirstTime() {
  const mayWrite = useCan('social.write');
  const manages = useCan('integrations.manage');
  return (
    <EmptyState
      title="No posts found"
      text={
        <p>
          Write a post once, with a text for each platform, and let it go out when you choose.
          {mayWrite ? ' A picture and a few words are enough to begin with.' : ''}
        </p>
      }
      actions={
        <>
          {mayWrite ? <ComposeLink look="primary">Create New Post</ComposeLink> : null}
          {manages ? (
            <Link
              to="/tenant/admin"
              search={{ tab: 'integrations', topic: 'social' }}
              className={buttonClass()}
            >
              Connect your accounts
            </Link>
          ) : null}
        </>
      }
    />
  );
}
