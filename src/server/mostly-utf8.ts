/** More characters outside ASCII that are right in UTF-8 than bytes that are wrong: damaged UTF-8 rather than another encoding. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  // As a stream: a character that the end cuts off is neither right nor wrong.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  let [right, wrong] = [0, 0];
  for (const char of text) {
    if (char === '\uFFFD') wrong += 1;
    else if (char > '\u007F') right += 1;
  }
  return right > wrong;
}
