import { Stripe } from 'stripe';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';

/** Seconds by which a signature's time may be away from ours, in either direction. */
const toleranceSeconds = 300;

/** What of an event is believed: which object it is about. What that object is now is read from the API. */
const stripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({ id: z.string().min(1).max(255).optional(), object: z.string().max(100) }),
  }),
});
export type StripeEvent = z.infer<typeof stripeEvent>;

/**
 * Checks `Stripe-Signature` over the bytes as they came (https://docs.stripe.com/webhooks, "Verify webhook signatures"):
 * scheme v1, one of several signatures suffices. The library refuses what is too old; what comes from the future is
 * refused here.
 * @throws AppError unauthenticated, invalid
 */
export function readSignedEvent(
  { bytes, header, now }: { bytes: Buffer; header: string | undefined; now: Date },
  secret: string,
): StripeEvent {
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(
      bytes,
      header ?? '',
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
      throw new AppError('invalid', 'This is not an event of Stripe.', { cause: error });
    throw new AppError('unauthenticated', 'The signature of this event is not right.', { cause: error });
  }
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header ?? '')?.[1]);
  if (signedAt - now.getTime() / 1000 > toleranceSeconds)
    throw new AppError('unauthenticated', 'The signature of this event is from the future.');
  const parsed = stripeEvent.safeParse(event);
  if (!parsed.success) throw new AppError('invalid', 'This is not an event of Stripe.');
  return parsed.data;
}
