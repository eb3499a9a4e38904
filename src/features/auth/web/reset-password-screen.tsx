import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { call, messageOf } from '#web/api.ts';
import { useTitle } from '#web/shell/title.ts';
import { toast } from '#web/toast.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { authApi } from '../contract.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Page } from './page.tsx';

const { resetPassword } = authApi.endpoints;

export function Screen() {
  useTitle('Set a new password');
  const { params } = useAddress();
  const token = params.token ?? '';
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    check: ({ password, confirmPassword }) => {
      const issues = issuesOf(resetPassword.body.safeParse({ token, password }));
      if (password !== confirmPassword)
        issues.push({ path: 'confirmPassword', message: "Passwords don't match" });
      return Promise.resolve(issues);
    },
    submit: async ({ password }) => {
      await call(resetPassword, { body: { token, password } });
      setDone(true);
    },
    failed: (error) =>
      toast({
        title: 'The password was not changed',
        description: messageOf(error, 'Ask for a new link and try again.'),
        tone: 'danger',
      }),
  });

  if (token === '') {
    return (
      <Page title="This link is not complete" subtitle="The address lacks the part that proves who you are.">
        <Link to="/forgot-password" className={buttonClass('primary')}>
          Ask for a new link
        </Link>
      </Page>
    );
  }
  if (done) {
    return (
      <Page
        title="Your password is changed"
        subtitle="All other sessions have ended. Sign in with the new one."
      >
        <Link to="/tenant-login" className={buttonClass('primary')}>
          Sign In
        </Link>
      </Page>
    );
  }
  return (
    <Page
      title="Set a new password"
      subtitle="It ends every session that is still open."
      footer={
        <Link to="/forgot-password" className="link">
          Ask for a new link
        </Link>
      }
    >
      <form {...form.form} className="panel space-y-4 p-5">
        <NewPasswordFields
          label="New Password"
          password={form.field('password')}
          confirm={form.field('confirmPassword')}
        />
        <Button type="submit" look="primary" className="w-full" busy={form.busy && 'Saving...'}>
          Save the new password
        </Button>
      </form>
    </Page>
  );
}
