import { useState } from 'react';
import { messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type SocialIntegration, socialIntegrationUpdate } from '../settings-contract.ts';
import { CopyField } from './copy-field.tsx';
import { saveIntegration } from './save-integration.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import { WebhookTest } from './webhook-test.tsx';

function said(title: string, error: unknown): void {
  toast({ title: 'Error', description: messageOf(error, title), tone: 'danger' });
}

function serverOf(address: string | null): string | null {
  return URL.parse(address ?? '')?.origin ?? null;
}

/** The automation that posts are sent to: its address, its secret, and where it reports back. */
export function WebhookForm({ integration }: { integration: SocialIntegration }) {
  const { webhookUrl, hasSecret, webhookStopped, callbackUrl } = integration;
  const [fresh, setFresh] = useState<string | null>(null);
  /** A secret signs for the server that it was made for: another one gets a secret of its own. */
  const isOther = (address: string) =>
    hasSecret &&
    webhookUrl !== null &&
    serverOf(address) !== null &&
    serverOf(address) !== serverOf(webhookUrl);
  const form = useForm({
    initial: { webhookUrl: webhookUrl ?? '' },
    check: (values) =>
      Promise.resolve(
        issuesOf(
          socialIntegrationUpdate
            .pick({ webhookUrl: true })
            .safeParse({ webhookUrl: values.webhookUrl.trim() || null }),
        ),
      ),
    submit: async (values) => {
      const address = values.webhookUrl.trim();
      const secret = isOther(address) ? newWebhookSecret() : null;
      await saveIntegration(integration, {
        webhookUrl: address || null,
        ...(secret === null ? {} : { webhookSecret: secret, webhookSecretNext: null }),
      });
      if (secret !== null) setFresh(secret);
      toast({ title: 'Webhook saved' });
    },
    failed: (error) => said('The webhook was not saved.', error),
  });
  return (
    <Section
      title="Automation webhook"
      text="Sends each post to your automation service, signed as Standard Webhooks describes, and takes a success for published."
    >
      {webhookStopped ? (
        <Notice tone="danger" className="rounded-t-lg">
          {webhookStopped} Saving the address or a good test starts it again.
        </Notice>
      ) : null}
      <form {...form.form} className="flex flex-wrap items-start gap-3 p-5">
        <TextField
          {...form.field('webhookUrl')}
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          className="min-w-60 grow"
          hint={isOther(form.values.webhookUrl.trim()) ? 'Another server gets a new secret.' : undefined}
        />
        <Button type="submit" look="primary" busy={form.busy && 'Saving...'} className="mt-[26px]">
          Save address
        </Button>
      </form>
      <Secret integration={integration} fresh={fresh} onFresh={setFresh} />
      <WebhookTest ready={webhookUrl !== null && integration.hasSecret} />
      <div className="border-t border-border p-5">
        <CopyField
          label="Address for reports"
          hint="Your automation may report published addresses and engagement here, signed with the same secret."
          value={callbackUrl}
        />
      </div>
    </Section>
  );
}

interface SecretProps {
  integration: SocialIntegration;
  /** Made just now, to be shown once. */
  fresh: string | null;
  onFresh: (secret: string | null) => void;
}

/** Made in this browser, stored sealed, shown once. */
function Secret({ integration, fresh, onFresh }: SecretProps) {
  const { hasSecret, isRotating } = integration;
  const [busy, setBusy] = useState<string | null>(null);

  async function save(name: string, part: Parameters<typeof saveIntegration>[1]): Promise<boolean> {
    setBusy(name);
    try {
      await saveIntegration(integration, part);
      return true;
    } catch (error) {
      said('The secret was not saved.', error);
      return false;
    } finally {
      setBusy(null);
    }
  }
  async function make(field: 'webhookSecret' | 'webhookSecretNext'): Promise<void> {
    const secret = newWebhookSecret();
    if (await save('make', { [field]: secret })) onFresh(secret);
  }
  async function finish(): Promise<void> {
    // Without the first, the second takes its place.
    if (!(await save('finish', { webhookSecret: null }))) return;
    onFresh(null);
    toast({ title: 'The new secret is the only one now' });
  }
  async function cancel(): Promise<void> {
    if (await save('cancel', { webhookSecretNext: null })) onFresh(null);
  }

  return (
    <div className="border-t border-border p-5">
      <h3 className="font-medium">Secret</h3>
      <p className="mt-0.5 max-w-[68ch] text-muted">
        {!hasSecret
          ? 'Without a secret nothing is sent: your automation could not tell that a post is yours.'
          : isRotating
            ? 'Two secrets sign at the moment. When your automation knows the new one, finish the rotation.'
            : 'A secret is stored. It cannot be shown again; rotate it when it may have become known.'}
      </p>
      {fresh ? (
        <CopyField
          className="mt-3"
          label="New secret"
          hint="Shown this once. Put it into your automation now."
          value={fresh}
        />
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {hasSecret ? null : (
          <Button busy={busy === 'make' && 'Making...'} onClick={() => void make('webhookSecret')}>
            Make a secret
          </Button>
        )}
        {hasSecret && !isRotating ? (
          <Button busy={busy === 'make' && 'Making...'} onClick={() => void make('webhookSecretNext')}>
            Start rotation
          </Button>
        ) : null}
        {isRotating ? (
          <>
            <Button look="primary" busy={busy === 'finish' && 'Finishing...'} onClick={() => void finish()}>
              Finish
            </Button>
            <Button busy={busy === 'cancel' && 'Cancelling...'} onClick={() => void cancel()}>
              Cancel rotation
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
