import { operatorApi } from '#features/billing/operator-contract.ts';
import { paymentsApi, stripeWebhookApi } from '#features/payments/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { readAccount } from './account.ts';
import { endSubscription, keepSubscription } from './end-subscription.ts';
import { downloadInvoice, downloadTenantInvoice, listInvoices } from './invoices.ts';
import { cancel, reactivate, suspend } from './operator/change-state.ts';
import { addTenantModule, changeCycle, changePlan, removeTenantModule } from './operator/change-terms.ts';
import { closeRequest } from './operator/close-request.ts';
import { readInvoiceSettings, saveInvoiceSettings } from './operator/invoice-settings.ts';
import { billingOverview } from './operator/overview.ts';
import { markFeePaid, recordPayment } from './operator/record-payment.ts';
import { readTenantBilling } from './operator/tenant-billing.ts';
import { askOperator, listRequests, withdrawRequest } from './requests.ts';
import { changeOwnCycle } from './stripe/change-cycle.ts';
import { checkout, portal } from './stripe/open-pages.ts';
import { takeStripeEvent } from './stripe/take-event.ts';
import {
  billingNotices,
  billingRequests,
  invoiceSettings,
  invoices,
  paymentReversals,
  payments as paymentRows,
} from './tables.ts';
import { tendBilling } from './tending/tend-billing.ts';

export const payments: Feature = {
  name: 'payments',
  routes: [
    ...handlers(paymentsApi, {
      requests: listRequests,
      ask: askOperator,
      withdraw: withdrawRequest,
      account: readAccount,
      changeCycle: changeOwnCycle,
      end: endSubscription,
      keep: keepSubscription,
      checkout,
      portal,
      invoices: listInvoices,
      invoicePdf: downloadInvoice,
    }),
    ...handlers(stripeWebhookApi, { event: takeStripeEvent }),
    ...handlers(operatorApi, {
      overview: billingOverview,
      readInvoiceSettings,
      saveInvoiceSettings,
      invoicePdf: downloadTenantInvoice,
      tenant: readTenantBilling,
      recordPayment,
      markFeePaid,
      changePlan,
      changeCycle,
      addModule: addTenantModule,
      removeModule: removeTenantModule,
      suspend,
      reactivate,
      closeRequest,
      cancel,
    }),
  ],
  jobs: [],
  events: [],
  browsable: [],
  background: tendBilling,
  exportable: [
    exportable(invoices),
    exportable(paymentRows),
    exportable(paymentReversals),
    exportable(billingRequests),
    exportable(invoiceSettings),
    exportable(billingNotices),
  ],
};
