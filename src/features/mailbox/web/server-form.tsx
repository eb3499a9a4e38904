import { useState } from 'react';
import type { z } from 'zod';
import { call, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, PasswordField, SelectField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type EmailIntegration, imapInput, mailboxApi, smtpInput } from '../contract.ts';
import { providers } from '../providers.ts';
import { saveEmail } from './save-email.ts';

const { testEmail } = mailboxApi.endpoints;

interface Values extends Record<string, string | boolean> {
  host: string;
  port: string;
  secure: boolean;
  user: string;
  secret: string;
  mailbox: string;
  from: string;
}

interface Kind {
  part: 'imap' | 'smtp';
  title: string;
  text: string;
  /** Where the port usually is, with TLS from the start and without. */
  ports: { secure: number; plain: number };
}

const incoming: Kind = {
  part: 'imap',
  title: 'Incoming mail (IMAP)',
  text: 'The mailbox that customers write to. New mail becomes a lead within seconds; nothing in the mailbox is changed.',
  ports: { secure: 993, plain: 143 },
};

const outgoing: Kind = {
  part: 'smtp',
  title: 'Outgoing mail (SMTP)',
  text: 'The server that sends your replies, so that they come from your own address.',
  ports: { secure: 465, plain: 587 },
};

export function ImapForm({ settings }: { settings: EmailIntegration }) {
  return <ServerForm kind={incoming} settings={settings} />;
}

export function SmtpForm({ settings }: { settings: EmailIntegration }) {
  return <ServerForm kind={outgoing} settings={settings} />;
}

function initialOf(kind: Kind, settings: EmailIntegration): Values {
  const stored = settings[kind.part];
  return {
    host: stored?.host ?? '',
    port: String(stored?.port ?? kind.ports.secure),
    secure: stored?.secure ?? true,
    user: stored?.user ?? '',
    secret: '',
    mailbox: settings.imap?.mailbox ?? 'INBOX',
    from: settings.smtp?.from ?? '',
  };
}

/** What is sent: an empty password keeps the stored one. */
function bodyOf(kind: Kind, values: Values): object {
  const { host, port, secure, user, secret, mailbox, from } = values;
  return {
    host,
    port: Number(port),
    secure,
    user: user.trim(),
    ...(secret === '' ? {} : { secret }),
    ...(kind.part === 'imap' ? { mailbox: mailbox.trim() } : { from: from.trim() }),
  };
}

function partOf(
  kind: Kind,
  values: Values,
): { imap: z.input<typeof imapInput> } | { smtp: z.input<typeof smtpInput> } {
  const body = bodyOf(kind, values);
  return kind.part === 'imap' ? { imap: imapInput.parse(body) } : { smtp: smtpInput.parse(body) };
}

function issuesIn(kind: Kind, values: Values) {
  const schema = kind.part === 'imap' ? imapInput : smtpInput;
  return issuesOf(schema.safeParse(bodyOf(kind, values)));
}

function ServerForm({ kind, settings }: { kind: Kind; settings: EmailIntegration }) {
  const stored = settings[kind.part];
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null);
  const [testing, setTesting] = useState(false);
  const form = useForm<Values>({
    initial: initialOf(kind, settings),
    check: (values) => Promise.resolve(issuesIn(kind, values)),
    submit: async (values) => {
      await saveEmail(settings, partOf(kind, values));
      form.set({ secret: '' });
      toast({ title: `${kind.title} saved` });
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The server was not saved.'), tone: 'danger' }),
  });

  async function test(): Promise<void> {
    const [wrong] = issuesIn(kind, form.values);
    if (wrong) {
      setResult({ ok: false, message: wrong.message });
      return;
    }
    setTesting(true);
    setResult(null);
    try {
      setResult(await call(testEmail, { body: partOf(kind, form.values) }));
    } catch (error) {
      setResult({ ok: false, message: messageOf(error, 'The test could not be made.') });
    } finally {
      setTesting(false);
    }
  }

  function choose(key: string): void {
    const found = providers.find((one) => one.key === key)?.[kind.part];
    if (found) form.set({ host: found.host, port: String(found.port), secure: found.secure });
  }

  async function remove(): Promise<void> {
    await saveEmail(settings, { [kind.part]: null });
    setResult(null);
    form.reset(initialOf(kind, { ...settings, [kind.part]: null }));
  }

  return (
    <Section title={kind.title} text={kind.text}>
      <form {...form.form} className="p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Provider"
            value={providers.find((one) => one[kind.part].host === form.values.host)?.key ?? ''}
            onChange={(event) => choose(event.target.value)}
            options={[
              { value: '', label: 'Another provider' },
              ...providers.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
          <TextField {...form.field('host')} label="Server" autoComplete="off" spellCheck={false} />
          <TextField {...form.field('port')} label="Port" inputMode="numeric" autoComplete="off" />
          <Checkbox
            {...form.tick('secure')}
            label={`TLS from the start (usual on port ${kind.ports.secure}); otherwise STARTTLS, as on port ${kind.ports.plain}`}
            className="self-center"
          />
          <TextField
            {...form.field('user')}
            label="User name"
            hint={kind.part === 'smtp' ? 'Empty for a server that asks for no sign-in.' : undefined}
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordField
            {...form.field('secret')}
            label="Password"
            hint={
              stored?.hasSecret
                ? 'Saved. Leave empty to keep it.'
                : 'Many providers ask for an app password here, made in their account settings.'
            }
            autoComplete="new-password"
          />
          {kind.part === 'imap' ? (
            <TextField
              {...form.field('mailbox')}
              label="Folder"
              hint="Most often INBOX."
              spellCheck={false}
            />
          ) : (
            <TextField {...form.field('from')} label="Sender address" type="email" autoComplete="off" />
          )}
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={form.busy && 'Saving...'}>
            Save
          </Button>
          <Button onClick={() => void test()} busy={testing && 'Testing...'}>
            Test
          </Button>
          {stored ? (
            <Button
              look="danger-quiet"
              onClick={() =>
                void remove().catch((error: unknown) =>
                  toast({
                    title: 'Error',
                    description: messageOf(error, 'The server was not removed.'),
                    tone: 'danger',
                  }),
                )
              }
            >
              Disconnect
            </Button>
          ) : null}
        </div>
        <output className="block">
          {result ? (
            <p className={`mt-3 break-words ${result.ok ? 'text-success-text' : 'text-danger-text'}`}>
              {result.message}
            </p>
          ) : null}
        </output>
      </form>
    </Section>
  );
}
