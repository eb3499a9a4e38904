import { useCan } from '../session.tsx';
import { cx } from './cx.ts';

/** Where mail goes when no account is connected, said before it is written for nothing. */
export function OutboxLine({ className }: { className?: string }) {
  const mayConnect = useCan('integrations.manage');
  return (
    <p className={cx('text-sm text-warning-text', className)}>
      No mail account is connected: this stays in the outbox and reaches nobody.{' '}
      {mayConnect ? (
        <a className="link" href="/tenant/admin?tab=integrations">
          Connect a mail account
        </a>
      ) : null}
    </p>
  );
}
