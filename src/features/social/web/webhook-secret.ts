/** Bytes of a new secret; Standard Webhooks asks for 24 to 64. */
const secretBytes = 32;

/** A new signing secret in the form of Standard Webhooks: `whsec_` and random bytes in base64. */
export function newWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
