import { useState } from 'react';
import { call } from '#web/api.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { totpApi } from '../totp-contract.ts';
import { PasswordDialog } from './password-dialog.tsx';

const { readRules, changeRules } = totpApi.endpoints;

/** Whether everyone needs a second factor. */
export function SignInRules() {
  const rules = useEndpoint(readRules);
  const [asking, setAsking] = useState(false);
  const isOn = rules.data?.requireTotp ?? false;
  const without = rules.data?.withoutTotp ?? 0;
  return (
    <Section
      title="Two-factor sign-in for everyone"
      text="Those who have not set it up are led to it before anything else."
    >
      {rules.data ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
          <div>
            <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'Required' : 'Not required'}</Badge>
            <p className="mt-1 text-sm text-muted">
              {without === 0
                ? 'Everyone has set it up.'
                : `${without} active ${without === 1 ? 'person has' : 'people have'} not set it up.`}
            </p>
          </div>
          <Button onClick={() => setAsking(true)}>{isOn ? 'Require it no more' : 'Require it'}</Button>
        </div>
      ) : rules.error ? (
        <ErrorState
          title="The rule could not be loaded"
          error={rules.error}
          onRetry={() => void rules.refetch()}
        />
      ) : (
        <Loading label="Loading the rule" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      {asking ? (
        <PasswordDialog
          title={isOn ? 'Require two-factor sign-in no more?' : 'Require two-factor sign-in of everyone?'}
          text={
            isOn
              ? 'Those who have set it up keep it until they turn it off.'
              : 'It holds at once, for you too: whoever has not set it up does so before anything else.'
          }
          action={isOn ? 'Require it no more' : 'Require it'}
          busy="Saving..."
          onConfirm={async (currentPassword) => {
            const body = { requireTotp: !isOn, currentPassword };
            queryClient.setQueryData(keyOf(readRules), await call(changeRules, { body }));
            toast({ title: isOn ? 'Two-factor sign-in is optional' : 'Two-factor sign-in is required' });
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}
