import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import type { SetupResult } from '../contract.ts';

interface SetupSuccessProps {
  made: SetupResult;
  onAnother: () => void;
}

function Line({ label, copy, children }: { label: string; copy?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
      <dt className="w-44 text-muted">{label}</dt>
      <dd className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 break-all">{children}</span>
        {copy ? (
          <Button
            look="quiet"
            aria-label={`Copy the ${label.toLowerCase()}`}
            onClick={() => void copyText(copy, { title: `${label} copied` })}
          >
            Copy
          </Button>
        ) : null}
      </dd>
    </div>
  );
}

/** What the new company's owner needs to begin. It is shown only now. */
export function SetupSuccess({ made, onAnother }: SetupSuccessProps) {
  const address = `${location.origin}/tenant-login`;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel max-w-[760px]" aria-labelledby="company-is-set-up">
      <div className="border-b border-border px-5 py-4">
        <h2 ref={heading} id="company-is-set-up" tabIndex={-1} className="text-lg font-semibold outline-none">
          Company setup successful!
        </h2>
        <p className="text-muted">New organization has been created and configured.</p>
      </div>
      <dl className="divide-y divide-border">
        <Line label="Login URL" copy={address}>
          <a href="/tenant-login" className="link">
            {address}
          </a>
        </Line>
        <Line label="Admin email" copy={made.adminEmail}>
          {made.adminEmail}
        </Line>
        {made.tempPassword === null ? (
          <Line label="Temporary password">It was shown once before. Send a reset link if it is lost.</Line>
        ) : (
          <Line label="Temporary password" copy={made.tempPassword}>
            <code className="font-mono select-all">{made.tempPassword}</code>
          </Line>
        )}
        <Line label="Organization ID" copy={made.organizationId}>
          <code className="font-mono text-sm">{made.organizationId}</code>
        </Line>
      </dl>
      <div className="border-t border-border px-5 py-4">
        <h3 className="font-semibold">Next steps</h3>
        <ol className="mt-1.5 list-decimal space-y-1 pl-5 text-muted">
          <li>Send the address, the email and the temporary password to the owner. It is not shown again.</li>
          <li>They sign in within 72 hours and choose a password of their own.</li>
          <li>
            They complete the organization's details, add colleagues and connect their mailbox under Admin.
          </li>
        </ol>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="primary" onClick={onAnother}>
            Set Up Another Company
          </Button>
          <Link
            to="/dashboard"
            search={{ tenant: made.organizationId }}
            className="control inline-flex items-center px-2 link"
          >
            Open the company
          </Link>
        </div>
      </div>
    </section>
  );
}
