import { Suspense } from 'react';
import { useCan, useMe } from '#web/session.tsx';
import { DangerZone, ExportsSection, SignInRules } from '#web/shell/feature-calls.ts';
import { Section } from '#web/ui/section.tsx';
import { ApiKeys } from './api-keys.tsx';
import { AuditLog } from './audit-log.tsx';

export function SecurityTab() {
  const { organization } = useMe();
  const mayExport = useCan('organization.export');
  return (
    <>
      <Section title="Organization">
        <dl className="divide-y divide-border">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3">
            <dt className="text-muted">Organization Domain</dt>
            <dd className="break-all">{organization.domain ?? 'None'}</dd>
          </div>
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3">
            <dt className="text-muted">Organization ID</dt>
            <dd className="font-mono text-sm break-all">{organization.id}</dd>
          </div>
        </dl>
        <p className="border-t border-border px-5 py-3 text-sm text-muted">
          Tenant-scoped APIs live under <code className="font-mono">/api/v2/*</code> and need authentication.
        </p>
      </Section>
      <Suspense fallback={null}>
        <SignInRules />
      </Suspense>
      <ApiKeys />
      {mayExport ? (
        <Suspense fallback={null}>
          <ExportsSection />
        </Suspense>
      ) : null}
      <AuditLog />
      {organization.isPlatform ? null : (
        <Suspense fallback={null}>
          <DangerZone />
        </Suspense>
      )}
    </>
  );
}
