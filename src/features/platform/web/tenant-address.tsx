import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Fact, Part } from '#web/ui/part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type TenantAddress as Address, addressApi } from '../address-contract.ts';
import { changedByOperator } from './use-operator.ts';

const { read, change } = addressApi.endpoints;

/** Where the tenant's people sign in, and its change. */
export function TenantAddress({ organizationId, name }: { organizationId: string; name: string }) {
  const [open, setOpen] = useState(false);
  const address = useEndpoint(read, { params: { organizationId } });
  return (
    <Part title="Address">
      {address.data ? (
        <>
          <dl>
            <Fact label="Subdomain">{address.data.slug}</Fact>
            <Fact label="Domain">{address.data.domain ?? 'None'}</Fact>
          </dl>
          <Button className="mt-2" onClick={() => setOpen(true)}>
            Change address
          </Button>
          {open ? (
            <ChangeDialog
              {...{ organizationId, name }}
              address={address.data}
              onClose={() => setOpen(false)}
            />
          ) : null}
        </>
      ) : address.error ? (
        <ErrorState
          title="The address could not be loaded"
          error={address.error}
          onRetry={() => void address.refetch()}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Part>
  );
}

interface ChangeDialogProps {
  organizationId: string;
  name: string;
  address: Address;
  onClose: () => void;
}

function ChangeDialog({ organizationId, name, address, onClose }: ChangeDialogProps) {
  const bodyOf = (values: { slug: string; domain: string; currentPassword: string }) => ({
    ...values,
    domain: values.domain.trim().toLowerCase() || null,
  });
  const form = useForm({
    initial: { slug: address.slug, domain: address.domain ?? '', currentPassword: '' },
    check: (values) => Promise.resolve(issuesOf(change.body.safeParse(bodyOf(values)))),
    submit: async (values) => {
      await call(change, { params: { organizationId }, body: bodyOf(values) });
      onClose();
      toast({ title: 'Address changed', description: name });
      await refresh([...changedByOperator, read]);
    },
    failed: (error) =>
      toast({ title: 'The address was not changed', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={`Change the address of ${name}?`}
      description="At once: people sign in at the new one, and links to sign in at the former lead nowhere. The chat in their websites goes on, and nobody else can take the former subdomain."
      action="Change address"
      busy="Changing..."
      onClose={onClose}
    >
      <TextField {...form.field('slug')} label="Subdomain" maxLength={63} autoComplete="off" />
      <TextField
        {...form.field('domain')}
        label="Domain"
        hint="Of their own, such as company.example; may stay empty"
        maxLength={253}
        autoComplete="off"
      />
      <PasswordField
        {...form.field('currentPassword')}
        label="Your password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
