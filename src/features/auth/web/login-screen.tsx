import { Link } from '@tanstack/react-router';
import { useTitle } from '#web/shell/title.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { loadContract } from './contract.lazy.ts';
import { Page } from './page.tsx';
import { useConfig } from './use-config.ts';
import { useLogin } from './use-login.ts';

const roleNames: Record<string, string> = { owner: 'Owner', admin: 'Admin', user: 'User', viewer: 'Viewer' };

export function Screen() {
  useTitle('Sign in');
  const config = useConfig();
  const { login, failed, choices, asksTotp, forgetChoices } = useLogin();
  const form = useForm({
    initial: { email: '', password: '', totp: '' },
    check: async ({ email, password }) =>
      issuesOf((await loadContract()).loginBody.safeParse({ email, password })),
    submit: (values) => login(values),
    failed,
  });

  async function quickly(email: string, password: string): Promise<void> {
    form.set({ email, password });
    try {
      await login({ email, password, totp: '' });
    } catch (error) {
      failed(error);
    }
  }

  async function choose(slug: string): Promise<void> {
    try {
      await login(form.values, slug);
    } catch (error) {
      forgetChoices();
      failed(error);
    }
  }

  return (
    <Page
      title="Welcome Back"
      subtitle="Sign in to your AI-powered business hub"
      footer={
        <>
          <p>
            New here?{' '}
            <Link to="/signup" className="link">
              Start a free 14-day trial
            </Link>
          </p>
          {config?.legacyEnabled ? (
            <p className="mt-3 text-sm">
              <Link to="/legacy/login" className="hover:text-text hover:underline">
                Internal access
              </Link>
            </p>
          ) : null}
        </>
      }
    >
      {choices.length > 0 ? (
        <section className="panel p-5">
          <h2 ref={(heading) => heading?.focus()} tabIndex={-1} className="font-semibold outline-none">
            Which organization?
          </h2>
          <p className="mt-1 text-muted">Your email and password belong to more than one.</p>
          <div className="mt-4 grid gap-2">
            {choices.map((choice) => (
              <Button
                key={choice.slug}
                onClick={() => void choose(choice.slug)}
                className="min-w-0 justify-start"
              >
                <span dir="auto" className="truncate">
                  {choice.name}
                </span>
                <span className="truncate font-normal text-muted">{choice.slug}</span>
              </Button>
            ))}
          </div>
          <Button look="quiet" className="mt-3" onClick={forgetChoices}>
            Back
          </Button>
        </section>
      ) : (
        <form {...form.form} className="panel space-y-4 p-5">
          <TextField
            {...form.field('email')}
            onFocus={() => void loadContract()}
            label="Email"
            type="email"
            autoComplete="username"
          />
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
          {asksTotp ? (
            <TextField
              {...form.field('totp')}
              label="Authentication code"
              hint="The six digits from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
            />
          ) : null}
          <Button type="submit" look="primary" className="w-full" busy={form.busy && 'Signing in...'}>
            Sign In
          </Button>
          <p className="text-center text-sm">
            <Link to="/forgot-password" className="link">
              Forgot your password?
            </Link>
          </p>
        </form>
      )}
      {config?.demo && config.demoSignIns.length > 0 ? (
        <section className="mt-5" aria-label="Demo sign-ins">
          <h2 className="text-sm font-medium text-muted">This is a demo installation. Look around as</h2>
          <div className="mt-2 grid grid-cols-2 gap-2">
            {config.demoSignIns.map((entry) => (
              <button
                key={entry.email}
                type="button"
                onClick={() => void quickly(entry.email, entry.password)}
                className="control min-w-0 rounded-md border border-border bg-surface px-3 py-1.5 text-left hover:border-border-strong hover:bg-hover"
              >
                <span className="block font-medium">{roleNames[entry.role] ?? entry.role}</span>
                <span className="block truncate text-xs text-muted">{entry.email}</span>
              </button>
            ))}
          </div>
        </section>
      ) : null}
    </Page>
  );
}
