import { z } from 'zod';

/** Every error code on the wire with its HTTP status. An unknown failure is `internal`. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  totp_required: 401,
  trial_ended: 402,
  suspended: 402,
  cancelled: 402,
  forbidden: 403,
  module_inactive: 403,
  password_change_required: 403,
  totp_setup_required: 403,
  account_deactivated: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  slug_taken: 409,
  email_taken: 409,
  choose_organization: 409,
  slot_taken: 409,
  last_owner: 409,
  already_published: 409,
  suppressed: 409,
  consent_missing: 409,
  postal_address_missing: 409,
  in_progress: 409,
  too_large: 413,
  unsupported_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  ai_failed: 502,
  not_configured: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const codes = Object.keys(errorStatus);

export function isErrorCode(value: string): value is ErrorCode {
  return codes.includes(value);
}

/** One field that was not accepted: `path` in dots as in the body, `message` fit to show beside the field. */
export const issue = z.strictObject({ path: z.string().max(300), message: z.string().max(500) });
export type Issue = z.infer<typeof issue>;

/** Body of every answer that is not a success (shapes section 1). */
export const errorBody = z.object({
  message: z.string().max(2000),
  code: z.string().max(60),
  requestId: z.string().max(100),
  issues: z.array(issue).max(100).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * The one failure that feature code throws. `message` is read by a customer: what happened, what it
 * means, what to do. Anything thrown that is not an AppError becomes `internal` with a generic text.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly issues: Issue[] | undefined;
  /** Seconds after which another try makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: Record<string, unknown>; issues?: Issue[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = extra.details;
    this.issues = extra.issues;
    this.retryAfter = extra.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** What a caller gets for a row that is absent, deleted or another organization's: one answer for all three. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `This ${what} does not exist.`);
}
