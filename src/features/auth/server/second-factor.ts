import { randomInt } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { factorTries, recoveryCodeCount } from '#features/auth/totp-contract.ts';
import type { Queries, Transaction } from '#server/db/database.ts';
import type { Limit } from '#server/http/rate-counter.ts';
import { newId } from '#server/ids.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors.ts';
import { recoveryCodes, secondFactors, signInRules } from './tables.ts';
import { stepOf, typedCode } from './time-codes.ts';

/** Binds the sealed key to its column. */
const sealPurpose = 'second_factors.sealed_key';
const perAccount: Limit = { name: 'second-factor', ...factorTries };
/** Without letters and digits that are taken for each other: ten are about 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;

export function sealKey(services: Services, key: string): string {
  return services.seal.seal(key, sealPurpose);
}

function openKey(services: Services, sealedKey: string): string {
  return services.seal.open(sealedKey, sealPurpose);
}

function digestOf(services: Services, userId: string, code: string): string {
  return services.seal.digest(`${userId} ${code}`, 'recovery code');
}

/** Makes new recovery codes in place of the old ones: 'abcde-fghjk'. Only their digests are kept. */
export async function renewRecoveryCodes(
  tx: Transaction,
  services: Services,
  userId: string,
): Promise<string[]> {
  const made = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  );
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.db
    .insert(recoveryCodes)
    .values(made.map((code) => ({ id: newId(), userId, codeDigest: digestOf(services, userId, code) })));
  return made.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses a time code up: true once for each time step, also when it comes many times at once. */
export async function spendTimeCode(
  tx: Transaction,
  services: Services,
  factor: { userId: string; sealedKey: string },
  code: string,
): Promise<boolean> {
  const step = stepOf(openKey(services, factor.sealedKey), code, services.clock.now());
  if (step === null) return false;
  const spent = await tx.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, factor.userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return spent.length > 0;
}

async function spendRecoveryCode(
  tx: Transaction,
  services: Services,
  userId: string,
  given: string,
): Promise<boolean> {
  const plain = given.toLowerCase().replaceAll(/[\s-]/g, '');
  const spent = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: services.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeDigest, digestOf(services, userId, plain)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

/**
 * Asks for the second factor after a right password. Says which kind was used up.
 * @throws AppError totp_required for a wrong code
 */
export async function askSecondFactor(
  services: Services,
  tx: Transaction,
  factor: { userId: string; sealedKey: string },
  given: string,
): Promise<'time' | 'recovery'> {
  const code = typedCode(given);
  if (code !== null && (await spendTimeCode(tx, services, factor, code))) return 'time';
  if (code === null && (await spendRecoveryCode(tx, services, factor.userId, given))) return 'recovery';
  throw new AppError('totp_required', 'This code is not right, or was used already. Enter the next one.');
}

/** Counts a try before it is judged, so that a burst gets ten and no more; a right code clears the count. */
export async function withFactorLimit<T>(
  services: Services,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  await services.rates.take(perAccount, userId);
  const result = await work();
  await services.rates.forget(perAccount, userId);
  return result;
}

/** The authenticator and its recovery codes, also where it was not confirmed yet. */
export async function forgetFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export const isConfirmed = isNotNull(secondFactors.confirmedAt);

/** Whether a person has a second factor that was confirmed. */
export async function hasFactor(db: Queries, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isConfirmed));
  return factor !== undefined;
}

/** Whether the organization requires a second factor of everyone. */
export async function isFactorRequired(db: Queries): Promise<boolean> {
  const [rules] = await db.select({ requireTotp: signInRules.requireTotp }).from(signInRules);
  return rules?.requireTotp ?? false;
}
