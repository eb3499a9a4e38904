import { lazy, Suspense, useState } from 'react';
import { role } from '#shared/access.ts';
import { exactDateTime, relativeTime } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useMe, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { organizationApi, type User } from '../contract.ts';
import { roleNames, rolesToGive } from '../role-names.ts';
import { MemberActions } from './member-actions.tsx';

const { listUsers, updateUser } = organizationApi.endpoints;
const AddUserDialog = lazy(async () => ({ default: (await import('./add-user-dialog.tsx')).AddUserDialog }));

export function UsersTab() {
  const users = useEndpoint(listUsers, { query: { limit: '200' } });
  const [adding, setAdding] = useState(false);
  return (
    <Section
      title="Users"
      text="Everyone who can sign in to your organization."
      action={
        <Button look="primary" onClick={() => setAdding(true)}>
          Add User
        </Button>
      }
    >
      {users.data ? (
        <ul className="divide-y divide-border">
          {users.data.map((user) => (
            <UserLine key={user.id} user={user} />
          ))}
        </ul>
      ) : users.error ? (
        <ErrorState
          title="The users could not be loaded"
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      ) : (
        <Loading label="Loading users" className="space-y-4 p-5">
          <Skeleton className="h-9 rounded-md" />
          <Skeleton className="h-9 rounded-md" />
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      <Suspense fallback={null}>
        {adding ? <AddUserDialog onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </Section>
  );
}

function UserLine({ user }: { user: User }) {
  const me = useMe();
  const zone = useZone();
  const now = useNow();
  const name = `${user.firstName} ${user.lastName}`;
  const change = useAction(updateUser, {
    refreshes: [listUsers],
    onSuccess: (answer, request) =>
      toast(
        request.body?.role
          ? { title: 'Role changed', description: `${name} is now ${roleNames[answer.role]}.` }
          : { title: 'User status updated' },
      ),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
  });
  // Nobody deactivates themselves, and only owners touch owners: the server refuses both.
  const mayChange = user.id !== me.user.id && (user.role !== 'owner' || me.user.role === 'owner');

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Avatar name={`${user.firstName.slice(0, 1)}${user.lastName.slice(0, 1)}`} />
      <div className="min-w-0 grow basis-48">
        <p className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium" title={name}>
            {name}
          </span>
          <Badge tone={user.role === 'owner' ? 'brand' : 'neutral'}>{roleNames[user.role]}</Badge>
          {user.isActive ? null : <Badge tone="danger">Inactive</Badge>}
        </p>
        <p className="truncate text-sm text-muted" title={user.email}>
          {user.email}
        </p>
      </div>
      <p
        className="text-sm whitespace-nowrap text-muted max-md:w-full"
        title={user.lastLoginAt ? exactDateTime(user.lastLoginAt, zone) : undefined}
      >
        Last login: {user.lastLoginAt ? relativeTime(user.lastLoginAt, zone, now) : 'Never'}
      </p>
      <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
        {mayChange ? (
          <select
            aria-label={`Role of ${name}`}
            value={user.role}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ params: { userId: user.id }, body: { role: role.parse(event.target.value) } })
            }
            className="control field-box select-box w-auto"
          >
            {rolesToGive(me.user.role).map((entry) => (
              <option key={entry} value={entry}>
                {roleNames[entry]}
              </option>
            ))}
          </select>
        ) : null}
        <div className="flex justify-end md:w-28">
          {mayChange ? (
            <Button
              aria-label={`${user.isActive ? 'Deactivate' : 'Activate'} ${name}`}
              look={user.isActive ? 'danger-quiet' : 'secondary'}
              busy={change.isPending && 'Saving...'}
              onClick={() =>
                change.mutate({ params: { userId: user.id }, body: { isActive: !user.isActive } })
              }
            >
              {user.isActive ? 'Deactivate' : 'Activate'}
            </Button>
          ) : user.id === me.user.id ? (
            <span className="text-sm text-muted">You</span>
          ) : null}
        </div>
        <div className="flex w-9 justify-end">{mayChange ? <MemberActions user={user} /> : null}</div>
      </div>
    </li>
  );
}
