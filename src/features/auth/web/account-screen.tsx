import { Link } from '@tanstack/react-router';
import { roleNames } from '#features/organization/role-names.ts';
import { useMe } from '#web/session.tsx';
import { useTitle } from '#web/shell/title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

function Line({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <dt className="text-muted">{label}</dt>
      <dd dir="auto" className="min-w-0 break-words">
        {children}
      </dd>
    </div>
  );
}

/** Who is signed in, the way to a new password, and where else this account is signed in. */
export function Screen() {
  useTitle('Your account');
  const { user } = useMe();
  return (
    <div className="mx-auto max-w-[880px]">
      <h1 className="mb-5 text-xl font-semibold tracking-tight">Your account</h1>
      <Section
        title="Sign-in"
        text="Name, email and role are kept by the owners and admins of your organization."
        action={
          <Link to="/change-password" className={buttonClass('secondary')}>
            Change password
          </Link>
        }
      >
        <dl className="divide-y divide-border">
          <Line label="Name">{`${user.firstName} ${user.lastName}`}</Line>
          <Line label="Email">{user.email}</Line>
          <Line label="Role">{roleNames[user.role]}</Line>
        </dl>
      </Section>
      <TwoFactor />
      <Sessions />
    </div>
  );
}
