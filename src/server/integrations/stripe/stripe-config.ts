/** The operator's account at Stripe. */
export interface StripeConfig {
  secretKey: string;
  /** Of the endpoint `/api/webhooks/stripe`. */
  webhookSecret: string;
  /** Origin of the API, without a slash at the end. */
  apiBase: string;
}

/** The variables of payments as the schema in config.ts reads them. */
interface StripeVariables {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_BASE: string;
}

/** Null: payments are recorded by the platform owner. */
export function stripeConfig(value: StripeVariables): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = value;
  if (!secretKey || !webhookSecret) return null;
  return { secretKey, webhookSecret, apiBase: new URL(value.STRIPE_API_BASE).origin };
}

/** What is said at start where half is set: without webhooks nobody would hear of a payment. */
export function missingForStripe(value: StripeVariables): string | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = value;
  if (Boolean(STRIPE_SECRET_KEY) === Boolean(STRIPE_WEBHOOK_SECRET)) return null;
  const missing = STRIPE_SECRET_KEY ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY';
  return `${missing} is not set. Payments by Stripe need STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`;
}
