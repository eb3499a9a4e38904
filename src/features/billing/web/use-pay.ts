import { paymentsApi } from '#features/payments/contract.ts';
import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';

/** Where a payment service takes over, the browser leaves for its page. */
function leaveFor({ url }: { url: string }): void {
  location.assign(url);
}

/** Opens Stripe's pages. A page that does not open says why, and nothing was paid. */
export function useStripePages() {
  const failed = (error: Error) =>
    toast({ title: 'The payment page did not open', description: error.message, tone: 'danger' });
  const checkout = useAction(paymentsApi.endpoints.checkout, { onSuccess: leaveFor, onError: failed });
  const portal = useAction(paymentsApi.endpoints.portal, { onSuccess: leaveFor, onError: failed });
  return { checkout, portal, isOpening: checkout.isPending || portal.isPending };
}
