import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Output } from '#shared/endpoint.ts';
import { decimal, modules, moduleTypes } from '#shared/modules.ts';
import { useLegacyOpen } from '#web/legacy-area.ts';
import { queryClient, useEndpoint } from '#web/query.ts';
import { keepConnected } from '#web/realtime.ts';
import { SessionProvider } from '#web/session.tsx';
import type { Me } from '#web/shell/feature-calls.ts';
import { FrameSkeleton } from '#web/shell/frame-skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { legacyApi } from '../contract.ts';
import { Screen as AccessCode } from './access-code-screen.tsx';
import { LegacyFrame } from './legacy-frame.tsx';

type Workspace = Output<(typeof legacyApi)['endpoints']['workspace']>;

/** No person is signed in here: what the screens ask of one, with the rights of `user` (contract section 12). */
function meOf({ name, timezone, country, openUntil }: Workspace): Me {
  const id = 'legacy';
  const nobody = { email: '', isActive: true, lastLoginAt: null, mustChangeCredentials: false };
  return {
    user: { id, firstName: 'Internal', lastName: 'access', role: 'user', organizationId: id, ...nobody },
    organization: {
      id,
      name,
      slug: 'saas_platform_org',
      domain: null,
      industry: null,
      size: null,
      country,
      timezone,
      contactEmail: '',
      createdAt: openUntil,
      isPlatform: true,
    },
    subscription: null,
    writesUntil: null,
    deletion: null,
    modules: moduleTypes.map((moduleType) => ({
      id: moduleType,
      moduleType,
      monthlyPrice: decimal(modules[moduleType].priceCents),
      isActive: true,
      activatedAt: openUntil,
    })),
  };
}

/** The internal area in its frame, or the access code where this tab has none or the server knows of none. */
export function LegacyGate({ children }: { children: ReactNode }) {
  const open = useLegacyOpen();
  // Nothing that was read with a token is shown here, and nothing of here later with one.
  useState(() => queryClient.clear());
  useEffect(() => () => queryClient.clear(), []);
  if (!open) return <AccessCode />;
  return (
    <QueryClientProvider client={queryClient}>
      <Opened>{children}</Opened>
    </QueryClientProvider>
  );
}

function Opened({ children }: { children: ReactNode }) {
  const workspace = useEndpoint(legacyApi.endpoints.workspace);
  const ready = workspace.data !== undefined;
  useEffect(() => (ready ? keepConnected(null) : undefined), [ready]);
  if (workspace.data) {
    return (
      <SessionProvider me={meOf(workspace.data)} legacy>
        <LegacyFrame>
          <Suspense fallback={null}>{children}</Suspense>
        </LegacyFrame>
      </SessionProvider>
    );
  }
  if (workspace.error) {
    return (
      <main className="grid min-h-dvh place-content-center">
        <ErrorState
          title="The internal area could not be opened"
          error={workspace.error}
          onRetry={() => void workspace.refetch()}
        />
      </main>
    );
  }
  return <FrameSkeleton />;
}
