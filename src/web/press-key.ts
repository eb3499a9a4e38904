/** Keys of requests that have no answer yet, by what they ask. */
const open = new Map<string, string>();

/** 128 random bits; `crypto.randomUUID` is missing where the page came over plain HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * The `Idempotency-Key` of a request: the same one as long as the same request has no answer, so that pressing again
 * after the connection was lost, or twice at once, does it once.
 */
export function pressKey(request: string): string {
  const key = open.get(request) ?? newKey();
  open.set(request, key);
  return key;
}

/** An answer came: the same request from now on is another one. */
export function pressAnswered(request: string): void {
  open.delete(request);
}
