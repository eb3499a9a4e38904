import { useState } from 'react';
import type { ApiKeyScope } from '#shared/access.ts';
import { call, messageOf } from '#web/api.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { organizationApi } from '../contract.ts';

const { addApiKey, listApiKeys } = organizationApi.endpoints;

const scopes: readonly { scope: ApiKeyScope; text: string }[] = [
  { scope: 'read', text: 'Read leads and messages' },
  { scope: 'write', text: 'Change them, with the rights of a user' },
  { scope: 'ingest', text: 'Send messages in, nothing else' },
];

export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    initial: { name: '', read: true, write: false, ingest: false },
    check: (values) => Promise.resolve(issuesOf(addApiKey.body.safeParse(bodyOf(values)))),
    submit: async (values) => {
      const key = await call(addApiKey, { body: bodyOf(values) });
      setMade(key.key);
      await refresh([listApiKeys]);
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The key was not made.'), tone: 'danger' }),
  });

  return made === null ? (
    <FormDialog form={form} size="small" title="New key" action="Make key" busy="Making..." onClose={onClose}>
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Who or what will use it"
        maxLength={80}
        dir="auto"
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">What it may do</legend>
        <div className="space-y-2.5">
          {scopes.map(({ scope, text }) => (
            <Checkbox key={scope} {...form.tick(scope)} label={text} />
          ))}
        </div>
        {form.errors.scopes ? <p className="mt-1.5 text-sm text-danger-text">{form.errors.scopes}</p> : null}
      </fieldset>
    </FormDialog>
  ) : (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Your new key"
      description="It is shown only now. Keep it where the program can read it."
      footer={
        <>
          <Button onClick={() => void copyText(made, { title: 'Key copied' })}>Copy key</Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="m-5 rounded-md bg-sunken p-3 font-mono text-sm break-all select-all">{made}</p>
    </Dialog>
  );
}

function bodyOf(values: { name: string; read: boolean; write: boolean; ingest: boolean }) {
  return { name: values.name, scopes: scopes.map(({ scope }) => scope).filter((scope) => values[scope]) };
}
