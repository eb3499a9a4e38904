import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Suspense, useState } from 'react';
import { useEndpoint } from '../query.ts';
import { IconButton } from '../ui/button.tsx';
import { NotificationList, unreadNotifications } from './feature-calls.ts';

/** The bell with the number of what is not read, and the list behind it. */
export function Notifications() {
  const [open, setOpen] = useState(false);
  const count = useEndpoint(unreadNotifications).data?.count ?? 0;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={count === 0 ? 'Notifications' : `Notifications, ${count > 99 ? 'over 99' : count} not read`}
          className="relative"
        >
          <Bell size={17} aria-hidden />
          {count > 0 ? (
            <span
              aria-hidden
              className="figures absolute top-0.5 right-0 min-w-4 rounded-full bg-danger px-1 text-center text-[11px] leading-4 font-semibold text-white"
            >
              {count > 99 ? '99+' : count}
            </span>
          ) : null}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="fade z-60 w-[min(400px,calc(100vw-16px))] overflow-hidden rounded-lg border border-border bg-raised shadow-float outline-none"
        >
          <Suspense fallback={<div className="h-32" />}>
            <NotificationList onClose={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
