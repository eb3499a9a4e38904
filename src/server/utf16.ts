/** Bytes that are looked at. */
const sample = 4096;

/**
 * Which UTF-16 a text without a byte order mark is in, by the NULs between its letters; null when it is in none. Letters of
 * western languages have one byte that is NUL; a stray NUL in another encoding is rarer by far.
 */
export function utf16ByNuls(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const looked = head.subarray(0, sample & ~1);
  if (looked.length < 4) return null;
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < looked.length; at += 2) {
    if (looked[at] === 0) even += 1;
    if (looked[at + 1] === 0) odd += 1;
  }
  const pairs = Math.floor(looked.length / 2);
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf-16be';
  return null;
}
