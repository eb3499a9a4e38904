import { and, asc, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Member, organizationApi, User } from '#features/organization/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { sqlState } from '#server/http/errors.ts';
import type { Reply } from '#server/http/route.ts';
import { refuseEnded } from '#server/http/serve.ts';
import { newId } from '#server/ids.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Role } from '#shared/access.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { assertStrongPassword } from './password-rules.ts';
import { endSessionsOf } from './sessions.ts';
import { userOut } from './shapes.ts';
import { organizations, users } from './tables.ts';

type Endpoints = (typeof organizationApi)['endpoints'];

const nameCursor = z.tuple([cursorPart.text, cursorPart.id]);

async function page(context: Context, query: { limit: number; cursor?: string | undefined }) {
  const after = decodeCursor(query.cursor, nameCursor);
  const beyond = after ? sql`(${users.lastName}, ${users.id}) > (${after[0]}, ${after[1]}::uuid)` : undefined;
  const rows = await context.db
    .select()
    .from(users)
    .where(beyond)
    .orderBy(asc(users.lastName), asc(users.id))
    .limit(query.limit + 1);
  const [totals] = await context.db.select({ total: count() }).from(users);
  return { rows, total: totals?.total ?? 0 };
}

/** Users by last name. */
export async function listUsers(
  context: Context,
  { query }: Input<Endpoints['listUsers']>,
): Promise<Reply<User[]>> {
  const { rows, total } = await page(context, query);
  return pageReply({
    items: rows.map(userOut),
    limit: query.limit,
    total,
    path: '/api/tenant/users',
    query,
    cursorOf: (last) => encodeCursor([last.lastName, last.id]),
  });
}

/** Colleagues as far as everyone who assigns work may see them. */
export async function listMembers(
  context: Context,
  { query }: Input<Endpoints['listMembers']>,
): Promise<Reply<Member[]>> {
  const { rows, total } = await page(context, query);
  const items = rows.map(({ id, firstName, lastName, email, role, isActive }) => ({
    id,
    firstName,
    lastName,
    email,
    role,
    isActive,
  }));
  return pageReply({
    items,
    limit: query.limit,
    total,
    path: '/api/tenant/members',
    query,
    cursorOf: (last) => encodeCursor([last.lastName, last.id]),
  });
}

/** Adds a user. Only an owner can add an owner. */
export async function addUser(context: Context, { body }: Input<Endpoints['addUser']>): Promise<User> {
  mayGive(context, body.role);
  await assertStrongPassword(body.password, 'password');
  const passwordHash = await context.services.passwords.hash(body.password);
  return context.tx(async (tx) => {
    const row = await insertUser(tx, {
      id: newId(),
      email: body.email,
      emailKey: body.email.toLowerCase(),
      firstName: body.firstName,
      lastName: body.lastName,
      passwordHash,
      role: body.role,
      mustChangePassword: body.mustChangeAtFirstSignIn ?? false,
      createdAt: context.services.clock.now(),
    });
    await tx.audit({ action: 'user.added', subject: body.email, details: { role: body.role } });
    return userOut(row);
  });
}

async function insertUser(tx: Tx, values: typeof users.$inferInsert) {
  try {
    const [row] = await tx.db.insert(users).values(values).returning();
    if (!row) throw notFound('user');
    return row;
  } catch (error) {
    if (sqlState(error) === '23505')
      throw new AppError('email_taken', 'A user with this email already exists.');
    throw error;
  }
}

/** Activates, deactivates or changes the role. At least one active owner always remains. */
export function updateUser(
  context: Context,
  { params, body }: Input<Endpoints['updateUser']>,
): Promise<User> {
  // After the trial people can still be shut out; letting in and promoting wait for payment (contract section 5).
  const onlyDeactivates = body.isActive === false && body.role === undefined;
  if (!onlyDeactivates) refuseEnded(context.session, context.services.clock.now());
  if (context.session.role !== 'owner' && body.role === 'owner') mayGive(context, 'owner');
  return context.tx(async (tx) => {
    // The organization's row is the lock: two owners who deactivate each other at once cannot both succeed.
    await tx.db.select({ id: organizations.id }).from(organizations).for('update');
    const [target] = await tx.db.select().from(users).where(eq(users.id, params.userId));
    if (!target) throw notFound('user');
    if (target.role === 'owner') mayGive(context, 'owner');
    if (target.id === context.session.userId) {
      if (target.role === 'owner' && (await activeOwners(tx)) === 1) throw lastOwner();
      throw new AppError('conflict', 'You cannot change your own account here. Ask a colleague.');
    }
    const losesOwner =
      target.role === 'owner' &&
      target.isActive &&
      (body.isActive === false || (body.role !== undefined && body.role !== 'owner'));
    if (losesOwner && (await activeOwners(tx)) === 1) throw lastOwner();
    const [row] = await tx.db
      .update(users)
      .set({ isActive: body.isActive ?? target.isActive, role: body.role ?? target.role })
      .where(eq(users.id, target.id))
      .returning();
    if (!row) throw notFound('user');
    if (target.isActive && !row.isActive) await endSessionsOf(tx, tx.organizationId, row.id, null);
    else tx.notify({ kind: 'organization', o: tx.organizationId });
    await tx.audit({
      action: 'user.updated',
      subject: row.email,
      details: {
        role: row.role,
        isActive: row.isActive,
        ...(row.role === target.role ? {} : { roleBefore: target.role }),
        ...(row.isActive === target.isActive ? {} : { isActiveBefore: target.isActive }),
      },
    });
    return userOut(row);
  });
}

function mayGive(context: Context, role: Role): void {
  if (role === 'owner' && context.session.role !== 'owner') {
    throw new AppError('forbidden', 'Only an owner can add, change or deactivate an owner.');
  }
}

function lastOwner(): AppError {
  return new AppError(
    'last_owner',
    'At least one active owner must remain. Make someone else an owner first.',
  );
}

async function activeOwners(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ owners: count() })
    .from(users)
    .where(and(eq(users.role, 'owner'), eq(users.isActive, true)));
  return row?.owners ?? 0;
}
