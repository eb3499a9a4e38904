import { refreshEverything, useEndpoint } from '#web/query.ts';
import { useSignOut } from '#web/session.tsx';
import { useTitle } from '#web/shell/title.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { totpApi } from '../totp-contract.ts';
import { Screen as ChangePassword } from './change-password-screen.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { Page } from './page.tsx';

/** What must be done before anything else: another password first, then the second factor that is required. */
export function CredentialsDue() {
  const factor = useEndpoint(totpApi.endpoints.read);
  if (factor.data?.mustSetUp) return <SetUp />;
  if (factor.error && factor.error.code !== 'password_change_required')
    return (
      <ErrorState
        title="This could not be loaded"
        error={factor.error}
        onRetry={() => void factor.refetch()}
      />
    );
  return factor.error ? <ChangePassword /> : null;
}

function SetUp() {
  useTitle('Set up two-factor sign-in');
  const leave = useSignOut();
  return (
    <Page
      wide
      title="Set up two-factor sign-in"
      subtitle="Your organization requires it of everyone. It takes a minute and a phone."
      footer={
        <button type="button" className="link" onClick={() => void leave()}>
          Log out
        </button>
      }
    >
      <div className="panel p-5">
        <FactorSetup onDone={() => void refreshEverything()} />
      </div>
    </Page>
  );
}
