import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Enrolment, sequenceApi } from '#features/outreach/sequence-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { findProspect } from '../prospect-row.ts';
import { outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { prospects } from '../tables.ts';
import { findSequence } from './sequence-row.ts';

type Endpoints = (typeof sequenceApi)['endpoints'];

const columns = {
  id: outreachEnrolments.id,
  sequenceId: outreachEnrolments.sequenceId,
  prospectId: outreachEnrolments.prospectId,
  businessName: prospects.businessName,
  state: outreachEnrolments.state,
  stepsDone: outreachEnrolments.stepsDone,
  steps: outreachSequences.steps,
  sequenceName: outreachSequences.name,
  nextAt: outreachEnrolments.nextAt,
  reason: outreachEnrolments.reason,
  updatedAt: outreachEnrolments.updatedAt,
};

function rowsOf({ db }: Pick<OrganizationContext, 'db'>) {
  return db
    .select(columns)
    .from(outreachEnrolments)
    .innerJoin(prospects, eq(prospects.id, outreachEnrolments.prospectId))
    .innerJoin(outreachSequences, eq(outreachSequences.id, outreachEnrolments.sequenceId));
}

type Found = Awaited<ReturnType<typeof rowsOf>>[number];

function out(row: Found): Enrolment {
  return {
    id: row.id,
    sequenceId: row.sequenceId,
    prospectId: row.prospectId,
    businessName: row.businessName,
    state: row.state,
    stepsDone: row.stepsDone,
    stepCount: row.steps.length,
    nextAt: row.nextAt?.toISOString() ?? null,
    reason: row.reason,
    updatedAt: row.updatedAt.toISOString(),
  };
}

const place = z.tuple([cursorPart.instant, cursorPart.id]);

/** Prospects of a sequence, the last changed first. */
export async function listEnrolments(
  context: Context,
  { params, query }: Input<Endpoints['enrolments']>,
): Promise<Reply<Enrolment[]>> {
  const after = decodeCursor(query.cursor, place);
  await findSequence(context, params.id);
  const { updatedAt, id } = outreachEnrolments;
  const mine = and(
    eq(outreachEnrolments.sequenceId, params.id),
    query.state ? eq(outreachEnrolments.state, query.state) : undefined,
  );
  const beyond = after
    ? sql`${updatedAt} <= ${after[0]}::timestamptz and (${updatedAt} < ${after[0]}::timestamptz or ${id} > ${after[1]}::uuid)`
    : undefined;
  const [rows, total] = await Promise.all([
    rowsOf(context)
      .where(and(mine, beyond))
      .orderBy(desc(updatedAt), id)
      .limit(query.limit + 1),
    context.db.$count(outreachEnrolments, mine),
  ]);
  return pageReply({
    items: rows.map(out),
    limit: query.limit,
    total,
    path: `/api/outreach-sequences/${params.id}/enrolments`,
    query: { limit: query.limit, state: query.state },
    cursorOf: (last) => encodeCursor([last.updatedAt, last.id]),
  });
}

const ofOne = 50;

/** The sequences that a prospect is or was in, newest first. */
export async function enrolmentsOfProspect(
  context: Context,
  { params }: Input<Endpoints['ofProspect']>,
): Promise<Output<Endpoints['ofProspect']>> {
  await findProspect(context, params.id);
  const rows = await rowsOf(context)
    .where(eq(outreachEnrolments.prospectId, params.id))
    .orderBy(desc(outreachEnrolments.createdAt), outreachEnrolments.id)
    .limit(ofOne);
  return rows.map((row) => ({ ...out(row), sequenceName: row.sequenceName }));
}

/** @throws AppError not_found */
export async function enrolmentOut(context: Pick<OrganizationContext, 'db'>, id: string): Promise<Enrolment> {
  const [row] = await rowsOf(context).where(eq(outreachEnrolments.id, id));
  if (!row) throw notFound('prospect of a sequence');
  return out(row);
}
