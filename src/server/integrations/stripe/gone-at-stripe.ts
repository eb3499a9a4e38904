/** Stripe does not know an object: it was removed, or belongs to another account. */
export class GoneAtStripe extends Error {}
