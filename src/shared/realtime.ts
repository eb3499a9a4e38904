import type { z } from 'zod';

/** A declared realtime message: its name on the wire and the schema of its data. */
export interface RealtimeEvent<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  name: Name;
  data: Data;
}

/** Declares a realtime message `{ type, data }`; data holds ids and toast text only, since notifications are small. */
export function event<Name extends string, Data extends z.ZodType>(
  name: Name,
  data: Data,
): RealtimeEvent<Name, Data> {
  return { name, data };
}

/** Milliseconds after which the browser connects again: after a close, and after a connection that could not be made (spec section 9). */
export const reconnectAfterCloseMs = 3000;
export const reconnectAfterFailureMs = 5000;
