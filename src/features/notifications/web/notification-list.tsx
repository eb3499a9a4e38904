import { useNavigate } from '@tanstack/react-router';
import {
  AlarmClock,
  CalendarCheck,
  CalendarClock,
  ClipboardCheck,
  CreditCard,
  Download,
  type LucideIcon,
  MailQuestionMark,
  MailWarning,
  MessageCircleQuestionMark,
  Plug,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { call, messageOf } from '#web/api.ts';
import { exactDateTime, relativeTime } from '#web/lib/dates.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { isPlatformOwner, useMe, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { type Notification, type NotificationKind, notificationsApi } from '../contract.ts';

const { list, unread, markRead } = notificationsApi.endpoints;

const icons: Record<NotificationKind, LucideIcon> = {
  follow_up: AlarmClock,
  mail_failed: MailWarning,
  mail_unconfirmed: MailQuestionMark,
  mailbox: Plug,
  meeting: CalendarCheck,
  post_failed: TriangleAlert,
  post_due: CalendarClock,
  post_approval: ClipboardCheck,
  social_account: Plug,
  billing: CreditCard,
  export: Download,
  deletion: Trash2,
  support_handoff: MessageCircleQuestionMark,
};

async function read(ids?: string[]): Promise<void> {
  try {
    await call(markRead, { body: ids ? { ids } : {} });
  } catch (error) {
    toast({
      title: 'The notification was not marked as read',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
  await refresh([list, unread]);
}

/** What is behind the bell, newest first. Opening one marks it as read. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const found = useEndpoint(list, { query: { limit: '30' } });
  const rows = found.data ?? [];
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-border pr-2 pl-4">
        <h2 className="font-semibold">Notifications</h2>
        {rows.some((row) => !row.isRead) ? (
          <Button look="quiet" onClick={() => void read()}>
            Mark all as read
          </Button>
        ) : null}
      </div>
      {found.isPending ? (
        <Loading label="Loading notifications" className="space-y-3 p-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </Loading>
      ) : found.isError ? (
        <ErrorState
          title="The notifications could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : rows.length === 0 ? (
        <div className="p-4">
          <p className="font-medium">No notifications</p>
          <p className="mt-1 text-sm text-muted">
            Follow-ups that fall due, answers to invitations, posts that wait for you and what could not be
            sent are listed here.
          </p>
        </div>
      ) : (
        <ul className="max-h-[min(70dvh,520px)] divide-y divide-border overflow-y-auto">
          {rows.map((row) => (
            <li key={row.id}>
              <Entry row={row} onClose={onClose} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({ row, onClose }: { row: Notification; onClose: () => void }) {
  const navigate = useNavigate();
  const zone = useZone();
  const now = useNow();
  const isOperator = isPlatformOwner(useMe());
  const Icon = icons[row.kind];
  function open(): void {
    onClose();
    if (!row.isRead) void read([row.id]);
    if (row.threadId)
      void navigate({ to: '/tenant/dashboard', search: { tab: 'leads', lead: row.threadId } });
    else if (row.postId)
      void navigate({ to: '/tenant/dashboard', search: { tab: 'social', post: row.postId } });
    else if (row.conversationId)
      void navigate({
        to: '/tenant/dashboard',
        search: { tab: 'support', conversation: row.conversationId },
      });
    else if (row.kind === 'billing' && isOperator)
      void navigate({ to: '/dashboard', search: { tab: 'billing' } });
    else if (row.kind === 'billing') void navigate({ to: '/tenant/billing' });
    else if (row.kind === 'mailbox') void navigate({ to: '/tenant/admin', search: { tab: 'integrations' } });
    else if (row.kind === 'export') void navigate({ to: '/tenant/admin', search: { tab: 'security' } });
    else if (row.kind === 'social_account')
      void navigate({ to: '/tenant/admin', search: { tab: 'integrations', topic: 'social' } });
  }
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-full items-start gap-3 px-4 py-3 text-left outline-offset-[-2px] hover:bg-hover"
    >
      <Icon
        size={17}
        aria-hidden
        className={cx('mt-0.5 shrink-0', row.isRead ? 'text-muted' : 'text-brand')}
      />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className={cx('min-w-0 truncate', !row.isRead && 'font-semibold')}>
            {row.title}
          </span>
          <time
            dateTime={row.createdAt}
            title={exactDateTime(row.createdAt, zone)}
            className="shrink-0 text-xs text-muted"
          >
            {relativeTime(row.createdAt, zone, now)}
          </time>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-3 text-sm break-words text-muted">
          {row.text}
        </span>
      </span>
      {row.isRead ? null : (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-brand">
          <span className="sr-only">Not read</span>
        </span>
      )}
    </button>
  );
}
