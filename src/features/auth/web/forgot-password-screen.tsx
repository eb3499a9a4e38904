import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { useTitle } from '#web/shell/title.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { authApi } from '../contract.ts';
import { Page } from './page.tsx';
import { useConfig } from './use-config.ts';

const { forgotPassword } = authApi.endpoints;

export function Screen() {
  useTitle('Forgot password');
  const config = useConfig();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: (values) => Promise.resolve(issuesOf(forgotPassword.body.safeParse(values))),
    submit: async ({ email }) => {
      await call(forgotPassword, { body: { email } });
      setSentTo(email);
    },
    failed: (error) =>
      toast({
        title: 'The link could not be requested',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });

  return (
    <Page
      title="Forgot your password?"
      subtitle="We send a link with which you can set a new one."
      footer={
        <Link to="/tenant-login" className="link">
          Back to sign in
        </Link>
      }
    >
      {sentTo === null ? (
        <form {...form.form} className="panel space-y-4 p-5">
          <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
          <Button type="submit" look="primary" className="w-full" busy={form.busy && 'Sending...'}>
            Send the link
          </Button>
        </form>
      ) : (
        <div className="panel p-5" aria-live="polite">
          <p className="font-semibold">Look into your inbox</p>
          <p className="mt-1 break-words text-muted">
            If there is an account for {sentTo}, a link is on its way. It works once and for one hour.
          </p>
          {config?.outboxOnly ? (
            <p className="mt-3 text-muted">
              This installation has no mail server set up yet: the message is kept in its outbox, where the
              owner of the platform can read it.
            </p>
          ) : null}
        </div>
      )}
    </Page>
  );
}
