import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { generateSecret, generateURI } from 'otplib';
import { renderSVG } from 'uqr';
import type { totpApi } from '#features/auth/totp-contract.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/database.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { withOwnPassword } from './own-password.ts';
import {
  forgetFactor,
  isConfirmed,
  isFactorRequired,
  renewRecoveryCodes,
  sealKey,
  spendTimeCode,
  withFactorLimit,
} from './second-factor.ts';
import { recoveryCodes, secondFactors, signInRules } from './tables.ts';
import { typedCode } from './time-codes.ts';

type Endpoints = (typeof totpApi)['endpoints'];

function ownId({ session }: Context): string {
  if (session.userId === null) throw new AppError('forbidden', 'Only a person has a second factor.');
  return session.userId;
}

export async function readTotp(context: Context): Promise<Output<Endpoints['read']>> {
  const userId = ownId(context);
  const [factor] = await context.db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isConfirmed));
  const [left] = await context.db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return {
    isOn: factor !== undefined,
    since: factor?.confirmedAt?.toISOString() ?? null,
    isRequired: await isFactorRequired(context.db),
    mustSetUp: context.session.mustSetUpTotp,
    codesLeft: factor ? (left?.codes ?? 0) : 0,
  };
}

/** Makes a key, in place of one that was not confirmed. @throws AppError conflict when a second factor is on */
export async function startTotp(
  context: Context,
  { body }: Input<Endpoints['start']>,
): Promise<Output<Endpoints['start']>> {
  const user = await withOwnPassword(context, body.currentPassword);
  const { services } = context;
  const key = generateSecret();
  const values = { sealedKey: sealKey(services, key), lastStep: 0, createdAt: services.clock.now() };
  const kept = await context.db
    .insert(secondFactors)
    .values({ userId: user.id, ...values })
    .onConflictDoUpdate({
      target: [secondFactors.organizationId, secondFactors.userId],
      set: values,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (kept.length === 0)
    throw new AppError(
      'conflict',
      'Two-factor sign-in is on already. Turn it off before you set it up anew.',
    );
  const uri = generateURI({ issuer: 'AI Hub', label: user.email, secret: key });
  return {
    setupKey: key.replaceAll(/(.{4})(?=.)/g, '$1 '),
    uri,
    qr: renderSVG(uri, { border: 2 }),
  };
}

/** Counts from here on. Other sessions go on: they were opened with the password alone, by the same person. */
export async function confirmTotp(
  context: Context,
  { body }: Input<Endpoints['confirm']>,
): Promise<Output<Endpoints['confirm']>> {
  const userId = ownId(context);
  const { services } = context;
  return withFactorLimit(services, userId, () =>
    context.tx(async (tx) => {
      const [factor] = await tx.db
        .select()
        .from(secondFactors)
        .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
        .for('update');
      if (!factor) throw new AppError('conflict', 'Nothing is waiting to be confirmed. Begin again.');
      const code = typedCode(body.code);
      if (code === null || !(await spendTimeCode(tx, services, factor, code))) {
        const message = 'This code is not right. Check the time of your phone and enter the next one.';
        throw new AppError('invalid', message, { issues: [{ path: 'code', message }] });
      }
      await tx.db
        .update(secondFactors)
        .set({ confirmedAt: services.clock.now() })
        .where(eq(secondFactors.userId, userId));
      const codes = await renewRecoveryCodes(tx, services, userId);
      await tx.audit({ action: 'second-factor.on' });
      // Sessions carry whether it is still to be set up.
      tx.notify({ kind: 'organization', o: tx.organizationId });
      return { recoveryCodes: codes };
    }),
  );
}

export async function renewCodes(
  context: Context,
  { body }: Input<Endpoints['renewCodes']>,
): Promise<Output<Endpoints['renewCodes']>> {
  const user = await withOwnPassword(context, body.currentPassword);
  return context.tx(async (tx) => {
    const [factor] = await tx.db
      .select({ userId: secondFactors.userId })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, user.id), isConfirmed));
    if (!factor) throw new AppError('conflict', 'Two-factor sign-in is not on.');
    await tx.audit({ action: 'recovery-codes.renewed' });
    return { recoveryCodes: await renewRecoveryCodes(tx, context.services, user.id) };
  });
}

/** @throws AppError conflict while the organization requires it */
export async function turnOffTotp(
  context: Context,
  { body }: Input<Endpoints['turnOff']>,
): Promise<undefined> {
  const user = await withOwnPassword(context, body.currentPassword);
  return context.tx(async (tx) => {
    if (await isFactorRequired(tx.db))
      throw new AppError('conflict', 'Your organization requires two-factor sign-in of everyone.');
    await forgetFactor(tx, user.id);
    await tx.audit({ action: 'second-factor.off' });
    return undefined;
  });
}

async function rules(db: Queries): Promise<Output<Endpoints['readRules']>> {
  const [row] = await db
    .select({ active: count(), set: sql`count(${secondFactors.userId})`.mapWith(Number) })
    .from(users)
    .leftJoin(
      secondFactors,
      and(
        eq(secondFactors.organizationId, users.organizationId),
        eq(secondFactors.userId, users.id),
        isConfirmed,
      ),
    )
    .where(eq(users.isActive, true));
  return { requireTotp: await isFactorRequired(db), withoutTotp: (row?.active ?? 0) - (row?.set ?? 0) };
}

export function readSignInRules({ db }: Context): Promise<Output<Endpoints['readRules']>> {
  return rules(db);
}

/** Those without a second factor are led to set it up at their next call, whoever asks for it too. */
export async function changeSignInRules(
  context: Context,
  { body }: Input<Endpoints['changeRules']>,
): Promise<Output<Endpoints['changeRules']>> {
  await withOwnPassword(context, body.currentPassword);
  const values = { requireTotp: body.requireTotp, changedAt: context.services.clock.now() };
  return context.tx(async (tx) => {
    await tx.db
      .insert(signInRules)
      .values(values)
      .onConflictDoUpdate({ target: [signInRules.organizationId], set: values });
    await tx.audit({ action: 'sign-in-rules.changed', details: { requireTotp: body.requireTotp } });
    tx.notify({ kind: 'organization', o: tx.organizationId, reopen: body.requireTotp });
    return rules(tx.db);
  });
}
