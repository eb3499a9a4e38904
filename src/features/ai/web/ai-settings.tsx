import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { counted } from '#web/lib/figure.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, SelectField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type AiIntegration, aiApi, aiIntegrationInput, aiProvider } from '../contract.ts';

const { read, update, test, usage } = aiApi.endpoints;
const providers = [
  { value: 'builtin', label: 'Built-in rules (no key, no network)' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'openai-compatible', label: 'A server of this hub’s operator' },
];

/** Who writes summaries and drafts: for the Integrations tab of the admin panel. */
export function AiSettings() {
  const settings = useEndpoint(read);
  return (
    <Section
      title="AI"
      text="Who writes summaries and drafts. The built-in rules work at once; a language model sends the messages of a lead, or the brief and the picture of a post, to its provider when someone presses the button."
    >
      {settings.data ? (
        <Form settings={settings.data} />
      ) : settings.error ? (
        <ErrorState
          title="The AI settings could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Loading label="Loading AI settings" className="p-5">
          <Skeleton className="w-60" />
        </Loading>
      )}
    </Section>
  );
}

/** What the form holds, as the server takes it: an empty key keeps the stored one. */
function bodyOf(values: { provider: string; model: string; key: string; cap: string; removeKey: boolean }) {
  const provider = aiProvider.safeParse(values.provider);
  const cap = values.cap.trim();
  return {
    provider: provider.success ? provider.data : 'builtin',
    model: values.model.trim() || null,
    monthlyCapCents: cap === '' ? null : Math.round(Number(cap) * 100),
    ...(values.removeKey ? { key: null } : values.key === '' ? {} : { key: values.key }),
  };
}

function Form({ settings }: { settings: AiIntegration }) {
  const initial = {
    provider: settings.provider,
    model: settings.model ?? '',
    key: '',
    cap: settings.monthlyCapCents === null ? '' : String(settings.monthlyCapCents / 100),
    removeKey: false,
  };
  const form = useForm<Omit<typeof initial, 'provider'> & { provider: string }>({
    initial,
    check: (values) => {
      const issues = issuesOf(aiIntegrationInput.safeParse(bodyOf(values)));
      return Promise.resolve(
        issues.map((issue) =>
          issue.path === 'monthlyCapCents'
            ? { path: 'cap', message: 'Enter an amount such as 20, or leave it empty.' }
            : issue,
        ),
      );
    },
    submit: async (values) => {
      const answer = await call(update, { body: bodyOf(values) });
      queryClient.setQueryData(keyOf(read), answer);
      form.set({ key: '', removeKey: false });
      toast({ title: 'AI settings saved' });
    },
    failed: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'The settings were not saved.'),
        tone: 'danger',
      }),
  });
  const model = form.values.provider !== 'builtin';
  return (
    <>
      <form {...form.form} className="grid gap-4 p-5 sm:grid-cols-2">
        <SelectField {...form.field('provider')} label="Provider" options={providers} />
        {model ? (
          <>
            <TextField
              {...form.field('model')}
              label="Model"
              maxLength={200}
              hint="As the provider calls it."
            />
            <PasswordField
              {...form.field('key')}
              label="Key"
              autoComplete="off"
              maxLength={1000}
              hint={
                settings.hasKey
                  ? 'A key is stored and is never shown again. Leave this empty to keep it.'
                  : 'Stored encrypted and never shown again.'
              }
            />
            <TextField
              {...form.field('cap')}
              label="Monthly limit in US dollars"
              inputMode="decimal"
              hint="Beyond it the built-in rules answer. Empty means no limit."
            />
            {settings.hasKey ? (
              <label className="flex items-center gap-2 sm:col-span-2">
                <input
                  type="checkbox"
                  checked={form.values.removeKey}
                  onChange={(event) => form.set({ removeKey: event.target.checked })}
                />
                Remove the stored key
              </label>
            ) : null}
          </>
        ) : null}
        <div className="sm:col-span-2">
          <Button type="submit" look="primary" busy={form.busy && 'Saving...'}>
            Save
          </Button>
        </div>
      </form>
      <Trial />
      <Usage />
    </>
  );
}

function Trial() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      setResult(await call(test));
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
      <Button busy={busy && 'Testing...'} onClick={() => void run()}>
        Test
      </Button>
      <output className={result && !result.ok ? 'min-w-0 grow text-danger-text' : 'min-w-0 grow text-muted'}>
        {result
          ? `${result.ok ? 'It works.' : 'It does not work.'} ${result.message}`
          : 'Tries what is saved.'}
      </output>
    </div>
  );
}

function Usage() {
  const month = useEndpoint(usage).data;
  if (!month) return null;
  return (
    <p className="border-t border-border p-5 text-sm text-muted">
      This month: {counted(month.calls, 'answer', 'answers')},{' '}
      {counted(month.tokensIn + month.tokensOut, 'token', 'tokens')}, US$
      {(month.costCents / 100).toFixed(2)}.
    </p>
  );
}
