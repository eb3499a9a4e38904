import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Slots } from '../slots.ts';

/** Argon2id parameters of OWASP's Password Storage Cheat Sheet. 2 is Argon2id; the package's own enum does not exist at run time. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes at once: each takes a core, and one core is left for everybody who is signed in already. */
const atOnce = Math.max(1, availableParallelism() - 1);
const longestLine = 50;

/** Hashes and checks passwords off the main thread, a few at a time, so that sign-ins cannot stop everything else. */
export class Passwords {
  readonly #slots = new Slots({
    atOnce,
    longestLine,
    refusal: 'Too many people are signing in at this moment. Try again in a few seconds.',
  });
  #dummy: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.#slots.take(() => hash(password, parameters));
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.#slots.take(() => verify(stored, password));
  }

  /** Takes as long as `verify` and says no: for an email that nobody has. */
  async verifyNobody(password: string): Promise<false> {
    this.#dummy ??= this.hash('nobody has this password');
    const stored = await this.#dummy;
    await this.verify(stored, password);
    return false;
  }
}

/** Letters and digits that are not taken for each other when read out. */
const readable = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password of 16 random readable characters (about 92 bits). */
export function generatePassword(): string {
  return Array.from({ length: 16 }, () => readable[randomInt(readable.length)]).join('');
}
