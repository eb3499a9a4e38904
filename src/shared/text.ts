import { z } from 'zod';

/** Longest email address that can be used (RFC 5321 section 4.5.3.1.3, less the angle brackets). */
export const emailLimit = 254;

/** PostgreSQL stores neither NUL nor half a surrogate pair: such text is refused, never altered. */
function storable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const notStorable = 'This text contains characters that cannot be stored.';

/** Text of at most `limit` characters, kept exactly as sent. */
export function text(limit: number) {
  return z
    .string()
    .max(limit, `Use at most ${limit.toLocaleString('en-AU')} characters.`)
    .refine(storable, notStorable);
}

/** Text that holds more than white space; `message` says what is missing, in the specification's words where it has them. */
export function required(limit: number, message: string, least = 1) {
  return text(limit).refine((value) => value.trim().length >= least, message);
}

/** A name as people are called by it: as `required`, without blanks around it and with one between its words. */
export function properName(limit: number, message: string, least = 1) {
  return required(limit, message, least).transform((value) => value.trim().replaceAll(/\s+/g, ' '));
}

/** An email address as a form takes it; `message` in the specification's words where it has others. */
export function emailAddress(message = 'Invalid email address') {
  return z.string().max(emailLimit, message).refine(storable, message).pipe(z.email(message));
}

export const email = emailAddress();

/** An id as it comes in a path: opaque, short, never a reason for more than 'not found'. */
export const id = z.string().min(1).max(200).refine(storable, notStorable);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a row of ours. One that cannot be such an id gets the answer of one that does not exist. */
export const rowId = id.regex(uuidPattern).transform((value) => value.toLowerCase());

export function isRowId(value: string): boolean {
  return uuidPattern.test(value);
}

/** The lists' page size (contract section 3): default 50, above 200 means 200, anything but a positive whole number is refused. */
export const limit = z
  .string()
  .regex(/^\d+$/, 'limit is a whole number from 1 to 200.')
  .transform(Number)
  .refine((value) => value >= 1, 'limit is a whole number from 1 to 200.')
  .transform((value) => Math.min(value, 200))
  .default(50);

/**
 * Where the next page begins: opaque, as the `Link` header of the page before gave it. Long enough for the longest
 * name and thread id that a lead may have, both in base64url.
 */
export const cursor = z.string().max(4000).optional();

/** One's own password, asked for again before what must not happen by an open screen. */
export const currentPassword = z.string().min(1, 'Password is required').max(1024);

export const search = text(200).optional();

/** An instant on the wire: ISO 8601, UTC, milliseconds. */
export const instant = z.string().max(40);

/** An instant that a caller sends, with any zone. Years outside 1 to 9999 UTC have no form that the database reads. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, 'Choose a date between the years 1 and 9999.');

export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/;
