import { useState } from 'react';
import type { Output } from '#shared/endpoint.ts';
import { call, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { totpApi } from '../totp-contract.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const { start, confirm } = totpApi.endpoints;
type Started = Output<typeof start>;

/** Three steps: the password, the key in the app and a code from it, the recovery codes. */
export function FactorSetup({ onDone }: { onDone: () => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started) return <Confirm started={started} onCodes={setCodes} />;
  return <Begin onStarted={setStarted} />;
}

function failed(error: unknown): void {
  toast({ title: 'Error', description: messageOf(error, 'Try again.'), tone: 'danger' });
}

function Begin({ onStarted }: { onStarted: (started: Started) => void }) {
  const form = useForm({
    initial: { currentPassword: '' },
    check: (values) => Promise.resolve(issuesOf(start.body.safeParse(values))),
    submit: async (values) => onStarted(await call(start, { body: values })),
    failed,
  });
  return (
    <form {...form.form} className="space-y-4">
      <p className="text-muted">
        You need an app that makes codes, such as Aegis, 1Password or Google Authenticator.
      </p>
      <PasswordField
        {...form.field('currentPassword')}
        label="Your password"
        autoComplete="current-password"
        className="max-w-80"
      />
      <Button type="submit" look="primary" busy={form.busy && 'Preparing...'}>
        Continue
      </Button>
    </form>
  );
}

interface ConfirmProps {
  started: Started;
  onCodes: (codes: readonly string[]) => void;
}

function Confirm({ started, onCodes }: ConfirmProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) =>
      Promise.resolve(
        /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
          ? []
          : [{ path: 'code', message: 'Enter the six digits that the app shows.' }],
      ),
    submit: async (values) => onCodes((await call(confirm, { body: values })).recoveryCodes),
    failed,
  });
  return (
    <form {...form.form} className="space-y-4">
      <div className="flex flex-wrap items-start gap-5">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qr)}`}
          alt="QR code with the setup key"
          width={176}
          height={176}
          className="rounded-md border border-border bg-white"
        />
        <div className="min-w-0 grow basis-60">
          <p>Scan this with the app. If you cannot, type in the key:</p>
          <p className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words select-all">
            {started.setupKey}
          </p>
          <TextField
            {...form.field('code')}
            label="Code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            className="mt-4 max-w-60"
          />
        </div>
      </div>
      <Button type="submit" look="primary" busy={form.busy && 'Checking...'}>
        Turn on
      </Button>
    </form>
  );
}
