import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { socialApiOfSettings, socialIntegrationApi } from '../settings-contract.ts';

const { read, test } = socialIntegrationApi.endpoints;

/** Sends a signed ping to the saved address and says what came of it. */
export function WebhookTest({ ready }: { ready: boolean }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      setResult(await call(test, { body: {} }));
      await refresh([read, socialApiOfSettings.endpoints.read]);
    } catch (error) {
      setResult({
        ok: false,
        message: messageOf(error, 'The test could not be run. Try again in a moment.'),
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-border p-5">
      <Button disabled={!ready} busy={busy && 'Sending...'} onClick={() => void run()}>
        Send test
      </Button>
      <output className={result && !result.ok ? 'min-w-0 grow text-danger-text' : 'min-w-0 grow text-muted'}>
        {result
          ? `${result.ok ? 'It works.' : 'It does not work.'} ${result.message}`
          : ready
            ? 'Sends a signed ping to what is saved.'
            : 'Save an address and make a secret first.'}
      </output>
    </div>
  );
}
