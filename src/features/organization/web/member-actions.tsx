import { EllipsisVertical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { authApi } from '#features/auth/contract.ts';
import { memberApi } from '#features/auth/totp-contract.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { MemberSessions } from '#web/shell/feature-calls.ts';
import { toast } from '#web/toast.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { User } from '../contract.ts';

const { readTotp, sendResetLink, turnOffTotp } = memberApi.endpoints;

/** What can be done for a colleague's sign-in. */
export function MemberActions({ user }: { user: User }) {
  const outboxOnly = useEndpoint(authApi.endpoints.config).data?.outboxOnly === true;
  const [open, setOpen] = useState<'sessions' | 'totp' | null>(null);
  const name = `${user.firstName} ${user.lastName}`;
  const params = { userId: user.id };
  const failed = (error: Error) => toast({ title: 'Error', description: error.message, tone: 'danger' });
  const link = useAction(sendResetLink, {
    onSuccess: () =>
      toast(
        outboxOnly
          ? {
              title: 'Reset link kept in the outbox',
              description: `No mail server is set up here, so nothing was sent to ${user.email}. The owner of the platform can read the link in the outbox; it works for an hour.`,
            }
          : {
              title: 'Reset link sent',
              description: `${user.email} can set a new password within an hour.`,
            },
      ),
    onError: failed,
  });
  const off = useAction(turnOffTotp, {
    onSuccess: () => {
      setOpen(null);
      toast({ title: 'Two-factor sign-in is off', description: name });
    },
    onError: (error) => {
      setOpen(null);
      failed(error);
    },
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More for ${name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        }
      >
        {user.isActive ? <MenuItem onSelect={() => link.mutate({ params })}>Send reset link</MenuItem> : null}
        <MenuItem onSelect={() => setOpen('sessions')}>Sessions</MenuItem>
        <TurnOffItem userId={user.id} onSelect={() => setOpen('totp')} />
      </Menu>
      <Suspense fallback={null}>
        {open === 'sessions' ? (
          <MemberSessions userId={user.id} name={name} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
      <ConfirmDialog
        open={open === 'totp'}
        title={`Turn off two-factor sign-in of ${name}?`}
        text="For a colleague who lost phone and recovery codes. All their sessions end, and the password alone signs them in until they set it up anew."
        action="Turn off"
        busy={off.isPending && 'Turning off...'}
        onConfirm={() => off.mutate({ params })}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** Only for who has one: asked when the menu opens. */
function TurnOffItem({ userId, onSelect }: { userId: string; onSelect: () => void }) {
  const factor = useEndpoint(readTotp, { params: { userId } });
  return factor.data?.isOn ? <MenuItem onSelect={onSelect}>Turn off two-factor sign-in</MenuItem> : null;
}
