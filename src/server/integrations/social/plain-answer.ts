/** Characters of an answer that the list of deliveries keeps. */
export const answerLimit = 2048;

/** What looks like a credential in any answer, also where it is not one of ours. */
const credentials = [
  /whsec_[\w+/=-]{8,}/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/=|-]{8,}/gi,
  /(?<=["']?(?:access_token|refresh_token|client_secret|appsecret_proof|code|token|password|secret)["']?\s*[:=]\s*["']?)[^\s"'&<>,}]{8,}/gi,
];

/**
 * The beginning of an answer as plain text: no control characters but line breaks and tabs, and neither the given secrets
 * nor anything that looks like a credential.
 * @returns at most 2,048 characters
 */
export function plainAnswer(body: Uint8Array, secrets: readonly string[]): string {
  // Secrets go before the cut, which could leave a half of one.
  let text = new TextDecoder().decode(body.subarray(0, answerLimit * 8));
  for (const secret of secrets) if (secret.length >= 6) text = text.replaceAll(secret, '…');
  for (const pattern of credentials) text = text.replace(pattern, '…');
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, answerLimit)
    .toWellFormed();
}
