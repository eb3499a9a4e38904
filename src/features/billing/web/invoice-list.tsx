import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Invoice, paymentsApi } from '#features/payments/contract.ts';
import { invoiceStates, purposeNames, reversalNames } from '#features/payments/money-names.ts';
import { decimal } from '#shared/modules.ts';
import { download, messageOf } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

/** Enough for a payment each month over many years; older ones come by the API. */
const shown = '200';

function useDownload() {
  const [busy, setBusy] = useState<string | null>(null);
  async function save({ id, number }: Invoice): Promise<void> {
    setBusy(id);
    try {
      await download(paymentsApi.endpoints.invoicePdf, { params: { id } }, `${number}.pdf`);
    } catch (error) {
      toast({
        title: 'The invoice was not downloaded',
        description: messageOf(error, 'Try again.'),
        tone: 'danger',
      });
    } finally {
      setBusy(null);
    }
  }
  return { busy, save };
}

/** For owners and admins (the permission matrix); others have no card of it. */
export function InvoiceList() {
  return useCan('invoices.read') ? <Invoices /> : null;
}

/** Every invoice as PDF; the newest one by the button above. */
function Invoices() {
  const invoices = useEndpoint(paymentsApi.endpoints.invoices, { query: { limit: shown } });
  const { busy, save } = useDownload();
  const newest = invoices.data?.[0];
  return (
    <section className="panel" aria-labelledby="invoices">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
        <h2 id="invoices" className="font-semibold">
          Invoices
        </h2>
        {newest ? (
          <Button busy={busy === newest.id && 'Downloading...'} onClick={() => void save(newest)}>
            <Download size={16} aria-hidden />
            Download Invoice
          </Button>
        ) : null}
      </div>
      {invoices.data ? (
        newest ? (
          <ul className="divide-y divide-border border-t border-border">
            {invoices.data.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} busy={busy === invoice.id} onSave={save} />
            ))}
          </ul>
        ) : (
          <EmptyState
            compact
            title="No invoices yet"
            text="Each payment gets an invoice here, to download as PDF."
          />
        )
      ) : invoices.error ? (
        <ErrorState
          title="Failed to fetch invoices"
          error={invoices.error}
          onRetry={() => void invoices.refetch()}
        />
      ) : (
        <Loading label="Loading invoices" className="space-y-3 px-5 pb-5">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </Loading>
      )}
    </section>
  );
}

function Row({
  invoice,
  busy,
  onSave,
}: {
  invoice: Invoice;
  busy: boolean;
  onSave: (invoice: Invoice) => Promise<void>;
}) {
  const zone = useZone();
  const { number, purpose, state, reversals, periodStart, periodEnd, issuedAt, totalCents, currency } =
    invoice;
  return (
    <li className="flex items-center gap-x-4 py-2.5 pr-3 pl-5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="figures">{number}</span>
          <Badge tone={invoiceStates[state].tone}>{invoiceStates[state].name}</Badge>
          {reversals[0] ? (
            <Badge tone={reversalNames[reversals[0].state].tone}>
              {reversalNames[reversals[0].state].name}
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-muted">
          {shortDate(issuedAt, zone)} · {purposeNames[purpose]}
          {periodStart && periodEnd ? (
            <span className="block">
              {shortDate(periodStart, zone)} to {shortDate(periodEnd, zone)}
            </span>
          ) : null}
          {reversals.map((one) => (
            <span key={`${one.kind} ${one.at} ${one.amountCents}`} className="block">
              {money(decimal(one.amountCents), one.currency)} {reversalNames[one.state].line},{' '}
              {shortDate(one.at, zone)}
            </span>
          ))}
        </p>
      </div>
      <p className="figures shrink-0">{money(decimal(totalCents), currency)}</p>
      <IconButton label={`Download ${number}`} disabled={busy} onClick={() => void onSave(invoice)}>
        <Download size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
