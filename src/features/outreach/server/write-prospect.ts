import { eq } from 'drizzle-orm';
import {
  type NewProspect,
  type Prospect,
  type ProspectField,
  prospectFields,
  type prospectsApi,
  prospectUpdated,
} from '#features/outreach/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { keysOf, type ProspectTexts } from './match-keys.ts';
import { findProspect, lockProspect, prospectOut, type StoredProspect } from './prospect-row.ts';
import { prospectActivity, prospectSearch, prospects } from './tables.ts';

type Endpoints = (typeof prospectsApi)['endpoints'];
type Activity = Pick<typeof prospectActivity.$inferInsert, 'action' | 'field' | 'fromValue' | 'toValue'>;

const longestRecorded = 500;

/** What a prospect holds of the seven fields; fields that are not given are empty. */
function textsOf(some: Partial<ProspectTexts>): ProspectTexts {
  return {
    businessName: some.businessName ?? '',
    address: some.address ?? '',
    contactEmail: some.contactEmail ?? '',
    contactPhone: some.contactPhone ?? '',
    industry: some.industry ?? '',
    summary: some.summary ?? '',
    notes: some.notes ?? '',
  };
}

function given(body: Partial<Record<ProspectField, string | undefined>>): Partial<ProspectTexts> {
  return Object.fromEntries(
    prospectFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
  );
}

function consentColumns(consent: NewProspect['consent'], at: Date) {
  if (consent === undefined) return {};
  return {
    consentBasis: consent?.basis ?? null,
    consentSource: consent?.source ?? null,
    consentAt: consent ? at : null,
  };
}

/** Adds a prospect by hand. */
export function createProspect(context: Context, { body }: Input<Endpoints['create']>): Promise<Prospect> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const now = services.clock.now();
    const id = newId();
    const texts = textsOf(given(body));
    const { searchText, ...keys } = keysOf(texts);
    await tx.db.insert(prospects).values({
      id,
      ...texts,
      ...keys,
      status: body.status ?? 'not_contacted',
      createdAt: now,
      updatedAt: now,
      lastContactedAt: body.lastContactedAt ? new Date(body.lastContactedAt) : null,
      country: body.country ?? null,
      ...consentColumns(body.consent, now),
      createdBy: session.actor,
    });
    await tx.db.insert(prospectSearch).values({ prospectId: id, searchText });
    return announced(context, tx, id);
  });
}

/** Changes what is given and records who changed what: a status set by hand reads 'marked by …'. */
export function updateProspect(
  context: Context,
  { params, body }: Input<Endpoints['update']>,
): Promise<Prospect> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const before = await lockProspect(tx, params.id);
    const texts = textsOf({ ...before, ...given(body) });
    const changes = changesOf(before, texts, body);
    const lastContactedAt = instantOf(body.lastContactedAt, before.lastContactedAt);
    const country = body.country === undefined ? before.country : body.country;
    const isSame = lastContactedAt === before.lastContactedAt && country === before.country;
    if (changes.length === 0 && isSame) return prospectOut({ db: tx.db, services }, before);
    const now = services.clock.now();
    const { searchText, ...keys } = keysOf(texts);
    await tx.db
      .update(prospects)
      .set({
        ...texts,
        ...keys,
        status: body.status ?? before.status,
        updatedAt: new Date(Math.max(now.getTime(), Date.parse(before.updatedAt) + 1)),
        lastContactedAt: lastContactedAt === null ? null : new Date(lastContactedAt),
        country,
        ...(changes.some(({ action }) => action === 'consent') ? consentColumns(body.consent, now) : {}),
      })
      .where(eq(prospects.id, before.id));
    if (changes.some(({ action }) => action === 'edited'))
      await tx.db.update(prospectSearch).set({ searchText }).where(eq(prospectSearch.prospectId, before.id));
    if (changes.length > 0) {
      await tx.db.insert(prospectActivity).values(
        changes.map((change) => ({
          ...change,
          id: newId(),
          prospectId: before.id,
          at: now,
          actor: session.actor,
          actorId: session.userId ?? session.id,
        })),
      );
    }
    return announced(context, tx, before.id);
  });
}

function instantOf(asked: string | null | undefined, before: string | null): string | null {
  if (asked === undefined) return before;
  return asked === null ? null : new Date(asked).toISOString();
}

function changesOf(
  before: StoredProspect,
  texts: ProspectTexts,
  body: Input<Endpoints['update']>['body'],
): Activity[] {
  const edits = prospectFields
    .filter((field) => texts[field] !== before[field])
    .map((field) => ({
      action: 'edited' as const,
      field,
      fromValue: cut(before[field]),
      toValue: cut(texts[field]),
    }));
  const status =
    body.status === undefined || body.status === before.status
      ? []
      : [{ action: 'status' as const, fromValue: before.status, toValue: body.status }];
  const { consent } = body;
  const isSameConsent =
    consent === undefined ||
    (consent?.basis === before.consent?.basis && consent?.source === before.consent?.source);
  const recorded = isSameConsent
    ? []
    : [
        {
          action: 'consent' as const,
          fromValue: before.consent?.basis ?? null,
          toValue: consent?.basis ?? null,
        },
      ];
  return [...status, ...edits, ...recorded];
}

function cut(value: string): string {
  const short = value.slice(0, longestRecorded);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

async function announced(context: Context, tx: Tx, id: string): Promise<Prospect> {
  const stored = await findProspect(tx, id);
  tx.emit(prospectUpdated, { id, businessName: stored.businessName, status: stored.status, removed: false });
  return prospectOut({ db: tx.db, services: context.services }, stored);
}
