import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, readPublic } from '#web/api.ts';
import { markLegacyOpen } from '#web/legacy-area.ts';
import { Mark } from '#web/shell/brand.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { legacyApi } from '../contract.ts';

const { enter } = legacyApi.endpoints;

/** Whether the area is switched on; null until that is known, and where it cannot be asked. */
function useSwitchedOn(): boolean | null {
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    let wanted = true;
    readPublic('/api/config').then(
      (config) => {
        const known = typeof config === 'object' && config !== null && 'legacyEnabled' in config;
        if (wanted && known) setOn(config.legacyEnabled === true);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return on;
}

/** The gate of the internal area (specification section 2): one shared code. */
export function Screen() {
  useTitle('Internal access');
  const navigate = useNavigate();
  const switchedOn = useSwitchedOn();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    initial: { code: '' },
    check: (values) => Promise.resolve(issuesOf(enter.body.safeParse(values))),
    submit: async (values) => {
      setRefusal(null);
      await call(enter, { body: values });
      markLegacyOpen();
      await navigate({ to: '/legacy/dashboard', replace: true });
    },
    failed: (error) => {
      setRefusal(error instanceof Error ? error.message : 'The code could not be checked. Try again.');
      form.reset({ code: '' });
      // Whoever mistyped types again.
      form.form.ref.current?.querySelector('input')?.focus();
    },
  });

  return (
    <div className="flex min-h-dvh flex-col px-4">
      <main className="mx-auto w-full max-w-[408px] grow pt-10 pb-10 sm:pt-16">
        <Mark size={32} />
        <h1 className="mt-6 text-2xl font-semibold tracking-tight">AI Hub</h1>
        <p className="mt-1 text-muted">Internal Dashboard Access</p>
        {switchedOn === false ? (
          <Notice tone="info" boxed className="mt-6">
            The internal area is switched off on this installation. Whoever runs it can switch it on.
          </Notice>
        ) : (
          <form {...form.form} className="panel mt-6 space-y-4 p-5">
            {refusal === null ? null : (
              <p role="alert" className="rounded-md bg-danger-quiet px-3 py-2 text-danger-text">
                {refusal}
              </p>
            )}
            <PasswordField
              {...form.field('code')}
              label="Access Code"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
            />
            <Button type="submit" look="primary" className="w-full" busy={form.busy && 'Authenticating...'}>
              Access Dashboard
            </Button>
            <p className="text-sm text-muted">Access is for authorized personnel only and is monitored.</p>
          </form>
        )}
        <p className="mt-6 text-muted">
          Do you have an account?{' '}
          <Link to="/tenant-login" className="link">
            Sign in
          </Link>
        </p>
      </main>
    </div>
  );
}
