import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { queryClient, useEndpoint } from '../query.ts';
import { keepConnected } from '../realtime.ts';
import { SessionProvider, useSignOut } from '../session.tsx';
import { useToken } from '../token.ts';
import { ErrorState } from '../ui/states.tsx';
import { CredentialsDue, me, SignInGate } from './feature-calls.ts';
import { FrameSkeleton } from './frame-skeleton.tsx';

/** The gate: without a token the sign-in form stands in the page's place; with one, who it belongs to is read first. */
export function SignedIn() {
  const token = useToken();
  return (
    <QueryClientProvider client={queryClient}>
      {token ? (
        <WithSession key={token} token={token} />
      ) : (
        <Suspense fallback={null}>
          <SignInGate />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

function WithSession({ token }: { token: string }) {
  const session = useEndpoint(me);
  const leave = useSignOut();
  const ready = session.data !== undefined && !session.data.user.mustChangeCredentials;
  useEffect(() => (ready ? keepConnected(token) : undefined), [ready, token]);

  if (session.data?.user.mustChangeCredentials) {
    return (
      <SessionProvider me={session.data}>
        <Suspense fallback={null}>
          <CredentialsDue />
        </Suspense>
      </SessionProvider>
    );
  }
  if (session.data) {
    return (
      <SessionProvider me={session.data}>
        <Outlet />
      </SessionProvider>
    );
  }
  if (session.error) {
    return (
      <main className="grid min-h-dvh place-content-center">
        <ErrorState
          title="Your workspace could not be opened"
          error={session.error}
          onRetry={() => void session.refetch()}
        />
        <button type="button" className="link mx-auto -mt-8" onClick={() => void leave()}>
          Log out
        </button>
      </main>
    );
  }
  return <FrameSkeleton />;
}
