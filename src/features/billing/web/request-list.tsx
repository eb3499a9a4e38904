import { type BillingRequest, paymentsApi, type RequestKind } from '#features/payments/contract.ts';
import { shortDate } from '#web/lib/dates.ts';
import { keyOf, queryClient, useAction } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cycleNames } from '../subscription-names.ts';

const kinds: Record<RequestKind, string> = {
  setup_fee: 'Pay the setup fee',
  payment_method: 'Update the payment method',
  billing_cycle: 'Change the billing cycle',
};
/** The latest; what was answered long ago is history. */
const shown = 5;

/** What was asked of the operator, with the answers. Nothing where nothing was asked. */
export function RequestList({ requests }: { requests: readonly BillingRequest[] }) {
  const zone = useZone();
  const mayWithdraw = useCan('billing.manage');
  const withdraw = useAction(paymentsApi.endpoints.withdraw, {
    onSuccess: (closed) => {
      queryClient.setQueryData<BillingRequest[]>(keyOf(paymentsApi.endpoints.requests), (before) =>
        before?.map((one) => (one.id === closed.id ? closed : one)),
      );
      toast({ title: 'Request withdrawn', description: kinds[closed.kind] });
    },
    onError: (error) =>
      toast({ title: 'The request was not withdrawn', description: error.message, tone: 'danger' }),
  });
  const withdrawing = withdraw.isPending ? withdraw.variables.params?.requestId : undefined;
  if (requests.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="requests">
      <h2 id="requests" className="px-5 py-3.5 font-semibold">
        Requests
      </h2>
      <ul className="divide-y divide-border border-t border-border">
        {requests.slice(0, shown).map((request) => (
          <li key={request.id} className="px-5 py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-medium">
              <span>
                {kinds[request.kind]}
                {request.billingCycle ? ` to ${cycleNames[request.billingCycle].toLowerCase()}` : ''}
              </span>
              <Badge tone={request.state === 'open' ? 'info' : 'neutral'}>
                {request.state === 'open' ? 'Open' : 'Closed'}
              </Badge>
            </p>
            <p className="text-sm text-muted">
              {shortDate(request.createdAt, zone)} by <span dir="auto">{request.createdBy}</span>
            </p>
            {request.note ? (
              <p className="mt-1 text-sm break-words" dir="auto">
                {request.note}
              </p>
            ) : null}
            {request.answer ? (
              <p className="mt-1 text-sm break-words" dir="auto">
                <span className="text-muted">Answer: </span>
                {request.answer}
              </p>
            ) : null}
            {request.state === 'open' && mayWithdraw ? (
              <Button
                look="quiet"
                className="mt-1 -ml-3.5"
                aria-label={`Withdraw the request: ${kinds[request.kind]}`}
                busy={withdrawing === request.id && 'Withdrawing...'}
                onClick={() => withdraw.mutate({ params: { requestId: request.id } })}
              >
                Withdraw
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
