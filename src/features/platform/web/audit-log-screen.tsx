import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isPlatformOwner, useMe } from '#web/session.tsx';
import { AuditLog } from '#web/shell/feature-calls.ts';
import { NotFound } from '#web/shell/not-found.tsx';
import { useTitle } from '#web/shell/title.ts';

/** What the operator and the people of the platform's own organization did. */
export function Screen() {
  return isPlatformOwner(useMe()) ? <Log /> : <NotFound />;
}

function Log() {
  useTitle('Platform audit log');
  return (
    <div className="mx-auto max-w-[880px]">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-xl font-semibold tracking-tight">Platform audit log</h1>
        <Link to="/dashboard" className="link">
          Back to the dashboard
        </Link>
      </div>
      <Suspense fallback={null}>
        <AuditLog />
      </Suspense>
    </div>
  );
}
