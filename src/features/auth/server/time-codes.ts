import { timingSafeEqual } from 'node:crypto';
import { generateSync } from 'otplib';

/** Seconds of a time step and steps that a clock may be off, either way (RFC 6238 sections 4.1 and 5.2). */
const stepSeconds = 30;
const drift = 1;

/** Six digits as people type them, with or without blanks; null for what is no such code. */
export function typedCode(text: string): string | null {
  const plain = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(plain) ? plain : null;
}

/**
 * The time step that a code belongs to, or null for a code that is none of the present one, the one before and the one
 * after. `key` in base32. Compares in constant time.
 */
export function stepOf(key: string, code: string, now: Date): number | null {
  const present = Math.floor(now.getTime() / 1000 / stepSeconds);
  let found: number | null = null;
  for (let step = present - drift; step <= present + drift; step += 1) {
    const right = generateSync({ secret: key, epoch: step * stepSeconds });
    if (timingSafeEqual(Buffer.from(right), Buffer.from(code.padEnd(right.length).slice(0, right.length))))
      found = step;
  }
  return found;
}
