import { useState } from 'react';
import { moduleWords } from '#features/landing/module-words.ts';
import { paymentsApi } from '#features/payments/contract.ts';
import { decimal, type ModuleType, modules as sold } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { billingApi } from '../contract.ts';
import { priceWith } from '../price-with.ts';
import { useAddModule } from './use-add-module.ts';

interface AddModuleProps {
  moduleType: ModuleType;
  look?: 'primary' | 'secondary';
  /** Says which module where several buttons stand in a list. */
  named?: boolean;
}

/** Adds a module, after saying what the month costs with it and from when. */
export function AddModule({ moduleType, look = 'secondary', named = false }: AddModuleProps) {
  const [asking, setAsking] = useState(false);
  const { add, adding } = useAddModule(() => setAsking(false));
  const { name } = sold[moduleType];
  return (
    <>
      <Button
        look={look}
        {...(named ? { 'aria-label': `Add Module ${name}` } : {})}
        onClick={() => setAsking(true)}
      >
        Add Module
      </Button>
      {asking ? (
        <AskFirst
          moduleType={moduleType}
          busy={adding === moduleType && 'Adding...'}
          onConfirm={() => add(moduleType)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

interface AskFirstProps {
  moduleType: ModuleType;
  busy: string | false;
  onConfirm: () => void;
  onClose: () => void;
}

function AskFirst({ moduleType, busy, onConfirm, onClose }: AskFirstProps) {
  const { name } = sold[moduleType];
  const text = usePriceWords(moduleType);
  return (
    <ConfirmDialog
      open
      title={`Add ${name}?`}
      text={text ?? 'Reading what it costs...'}
      action="Add Module"
      look="primary"
      busy={text === null ? 'Add Module' : busy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** What the month costs with the module, from when; null until it is known. */
function usePriceWords(moduleType: ModuleType): string | null {
  const zone = useZone();
  const now = useNow();
  const billing = useEndpoint(billingApi.endpoints.read);
  const account = useEndpoint(paymentsApi.endpoints.account);
  const error = billing.error ?? account.error;
  if (error) return `The present total could not be read: ${error.message}`;
  const { data } = billing;
  if (!data || !account.data) return null;
  const { before, after } = priceWith(data, account.data.endingModules, moduleType);
  const total = money(decimal(after), 'USD');
  const end = data.subscription?.currentPeriodEnd ?? null;
  const from =
    end !== null && new Date(end) > now ? `from ${shortDate(end, zone)} on` : 'from the next period on';
  const yearly = data.subscription?.billingCycle === 'yearly';
  const year = yearly ? ` Billed yearly, that is ${money(decimal(after * 12), 'USD')}.` : '';
  const { note } = moduleWords[moduleType];
  return `${note ?? 'It works at once.'} Your monthly total is ${total} ${from}, instead of ${money(decimal(before), 'USD')}.${year} Until then nothing more is charged.`;
}
