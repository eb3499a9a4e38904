import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { IconButton } from '../ui/button.tsx';

/** The bell. The list behind it arrives with follow-ups and sending; until then it says so. */
export function Notifications() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label="Notifications">
          <Bell size={17} aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="fade z-60 w-80 rounded-lg border border-border bg-raised p-4 shadow-float outline-none"
        >
          <p className="font-semibold">No notifications</p>
          <p className="mt-1 text-sm text-muted">
            Follow-ups that fall due and mail that could not be sent will be listed here.
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
