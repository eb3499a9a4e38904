import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError, call, messageOf } from '#web/api.ts';
import { useMe, useSignOut } from '#web/session.tsx';
import { useTitle } from '#web/shell/title.ts';
import { toast } from '#web/toast.ts';
import { saveToken } from '#web/token.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { authApi } from '../contract.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Page } from './page.tsx';

const { changePassword } = authApi.endpoints;

/** By choice from the user menu, or forced when the password is a temporary one. */
export function Screen() {
  useTitle('Change password');
  const navigate = useNavigate();
  const leave = useSignOut();
  const { user } = useMe();
  const forced = user.mustChangeCredentials;
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    check: ({ currentPassword, newPassword, confirmPassword }) => {
      const issues = issuesOf(changePassword.body.safeParse({ currentPassword, newPassword }));
      if (newPassword !== confirmPassword)
        issues.push({ path: 'confirmPassword', message: "Passwords don't match" });
      return Promise.resolve(issues);
    },
    submit: async ({ currentPassword, newPassword }) => {
      const { token } = await call(changePassword, { body: { currentPassword, newPassword } });
      await navigate({ to: '/dashboard', replace: true });
      saveToken(token);
      toast({ title: 'Password changed', description: 'Your other sessions have ended.' });
    },
    place: (error) =>
      error instanceof ApiError && error.code === 'invalid_credentials'
        ? [{ path: 'currentPassword', message: error.message }]
        : [],
    failed: (error) =>
      toast({
        title: 'The password was not changed',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });

  return (
    <Page
      title={forced ? 'Choose your own password' : 'Change password'}
      subtitle={
        forced
          ? 'The password you signed in with is a temporary one. Set your own to go on.'
          : 'Your other sessions end when it is changed.'
      }
      footer={
        forced ? (
          <button type="button" className="link" onClick={() => void leave()}>
            Log out
          </button>
        ) : (
          <Link to="/account" className="link">
            Back to your account
          </Link>
        )
      }
    >
      <form {...form.form} className="panel space-y-4 p-5">
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          {...form.field('currentPassword')}
          label={forced ? 'Temporary Password' : 'Current Password'}
          autoComplete="current-password"
        />
        <NewPasswordFields
          label="New Password"
          password={form.field('newPassword')}
          confirm={form.field('confirmPassword')}
        />
        <Button type="submit" look="primary" className="w-full" busy={form.busy && 'Saving...'}>
          Save the new password
        </Button>
      </form>
    </Page>
  );
}
