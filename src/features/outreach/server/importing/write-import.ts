import { eq, sql } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { type ConsentInput, prospectsChanged } from '#features/outreach/contract.ts';
import { type DuplicateChoice, prospectImportChanged } from '#features/outreach/import-contract.ts';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { prospectCounts, prospectImports } from '../tables.ts';
import { type Judgement, judgeRows } from './judge-rows.ts';

/** Rows that one statement writes; progress and cancelling go by these steps. */
const rowsAtOnce = 5000;

const nextStep = statement(
  'outreach.import-step',
  `select max(step.line) as line, count(*)::int as rows from (
     select r.line from prospect_import_rows r where r.organization_id = $1 and r.import_id = $2 and r.line > $3 order by r.line limit $4
   ) step`,
  { prepare: false },
);

const insertProspects = statement(
  'outreach.import-insert',
  `with added as (
     insert into prospects (organization_id, id, business_name, address, contact_email, contact_phone, industry, summary, notes, status,
       created_at, updated_at, created_by, import_id, name_key, industry_key, match_email, match_name, consent_basis, consent_source, consent_at)
     select $1, r.prospect_id, r.business_name, r.address, r.contact_email, r.contact_phone, r.industry, r.summary, r.notes, 'not_contacted',
       $6::timestamptz, $6::timestamptz, $7, $2, r.name_key, r.industry_key, r.match_email, r.match_name, $8::text, $9::text,
       case when $8::text is null then null else $6::timestamptz end
     from prospect_import_rows r
     where r.organization_id = $1 and r.import_id = $2 and r.line > $3 and r.line <= $4 and (r.state = 'ok' or ($5 and r.state = 'duplicate'))
     returning id
   ), texts as (
     insert into prospect_search (organization_id, prospect_id, search_text)
     select $1, r.prospect_id, r.search_text from prospect_import_rows r
     where r.organization_id = $1 and r.import_id = $2 and r.line > $3 and r.line <= $4 and (r.state = 'ok' or ($5 and r.state = 'duplicate'))
   )
   select count(*)::int as count from added`,
  { prepare: false },
);

/** The row's part of a text whose parts are put together, or the prospect's where the row has none. */
const part = (row: string, stored: string, at: number) =>
  `coalesce(nullif(split_part(${row}, E'\\x01', ${at}), ''), split_part(${stored}, E'\\x01', ${at}))`;
const filled = (name: string) => `coalesce(nullif(k.${name}, ''), p.${name})`;

/** Writes over prospects what the file says, never with nothing; one row for each prospect, the first of the file. */
const updateProspects = statement(
  'outreach.import-update',
  `with k as (
     select distinct on (r.existing_id) r.* from prospect_import_rows r
     where r.organization_id = $1 and r.import_id = $2 and r.state = 'duplicate' and r.existing_id is not null order by r.existing_id, r.line
   ), old as (
     select p.id, jsonb_build_object('business_name', p.business_name, 'address', p.address, 'contact_email', p.contact_email,
       'contact_phone', p.contact_phone, 'industry', p.industry, 'summary', p.summary, 'notes', p.notes, 'name_key', p.name_key,
       'industry_key', p.industry_key, 'match_email', p.match_email, 'match_name', p.match_name, 'search_text', s.search_text,
       'consent_basis', p.consent_basis, 'consent_source', p.consent_source, 'consent_at', p.consent_at) as before
     from k join prospects p on p.organization_id = $1 and p.id = k.existing_id
     join prospect_search s on s.organization_id = $1 and s.prospect_id = p.id
   ), written as (
     update prospects p set business_name = ${filled('business_name')}, address = ${filled('address')}, contact_email = ${filled('contact_email')},
       contact_phone = ${filled('contact_phone')}, industry = ${filled('industry')}, summary = ${filled('summary')}, notes = ${filled('notes')},
       name_key = k.name_key, industry_key = coalesce(k.industry_key, p.industry_key), match_email = coalesce(k.match_email, p.match_email),
       match_name = ${part('k.match_name', 'p.match_name', 1)} || E'\\x01' || ${part('k.match_name', 'p.match_name', 2)},
       consent_basis = coalesce(p.consent_basis, $5::text), consent_source = case when p.consent_basis is null then $6::text else p.consent_source end,
       consent_at = case when p.consent_basis is null and $5::text is not null then $3::timestamptz else p.consent_at end,
       updated_at = greatest($3::timestamptz, p.updated_at + interval '1 millisecond')
     from k where p.organization_id = $1 and p.id = k.existing_id returning p.id, p.updated_at
   ), texts as (
     update prospect_search s set search_text = ${[1, 2, 3, 4, 5].map((at) => part('k.search_text', 's.search_text', at)).join(` || E'\\x01' || `)}
     from k where s.organization_id = $1 and s.prospect_id = k.existing_id
   ), told as (
     insert into prospect_activity (organization_id, id, prospect_id, at, actor, action, to_value)
     select $1, gen_random_uuid(), w.id, $3, $4, 'import_updated', $7 from written w
   ), kept as (
     insert into prospect_import_changes (organization_id, import_id, prospect_id, before, updated_at)
     select $1, $2, o.id, o.before, w.updated_at from old o join written w on w.id = o.id
   )
   select count(*)::int as count from written`,
  { prepare: false },
);

/** Thrown when a person cancelled while it was written: nothing of it stays. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled';
}

interface Writing {
  now: Date;
  duplicates: DuplicateChoice;
  consent: ConsentInput | null;
  /** Called after each step with the rows that are written; throws to give up. */
  onStep?: (done: number) => void;
}

export interface Written {
  created: number;
  updated: number;
  skipped: number;
  rejected: number;
}

/**
 * Writes the rows of an import that are not rejected, in the caller's transaction, and marks it as done. Under
 * `lockImports`: the rows are judged once more, since prospects may have come in between.
 * @throws ImportCancelled
 */
export async function writeImport(tx: Tx, importId: string, writing: Writing): Promise<Written> {
  const { now, duplicates, consent, onStep } = writing;
  const own = eq(prospectImports.id, importId);
  const judged = await judgeRows(tx, importId);
  const [file] = await tx.db.select().from(prospectImports).where(own);
  if (!file) throw new ImportCancelled('The import is gone.');
  // Counted at the end instead: a counter is locked until the commit.
  await tx.db.execute(sql`select set_config('app.prospects_counted_later', 'on', true)`);
  let [line, done, created] = [0, 0, 0];
  for (;;) {
    const [step] = await tx.run(nextStep, [importId, line, rowsAtOnce]);
    if (!step || step.rows === 0) break;
    const [added] = await tx.run(insertProspects, [
      importId,
      line,
      step.line,
      duplicates === 'add',
      now,
      file.createdBy,
      consent?.basis ?? null,
      consent?.source ?? null,
    ]);
    created += Number(added?.count ?? 0);
    done += Number(step.rows);
    line = Number(step.line);
    onStep?.(done);
    const [state] = await tx.db
      .select({ isCancelRequested: prospectImports.isCancelRequested })
      .from(prospectImports)
      .where(own);
    if (state?.isCancelRequested !== false) throw new ImportCancelled('Cancelled by a person.');
  }
  const [changed] =
    duplicates === 'update'
      ? await tx.run(updateProspects, [
          importId,
          now,
          file.createdBy,
          consent?.basis ?? null,
          consent?.source ?? null,
          file.fileName,
        ])
      : [];
  const updated = Number(changed?.count ?? 0);
  const used = duplicates === 'add' ? judged.duplicateCount : updated;
  const result = {
    created,
    updated,
    skipped: judged.duplicateCount - used,
    rejected: judged.rejectedCount,
  };
  await finish(tx, file, writing, judged, result);
  return result;
}

async function finish(
  tx: Tx,
  file: typeof prospectImports.$inferSelect,
  { now, duplicates, consent }: Writing,
  judged: Judgement,
  { created, updated, skipped, rejected }: Written,
): Promise<void> {
  const [finished] = await tx.db
    .update(prospectImports)
    .set({
      ...judged,
      state: 'done',
      reason: null,
      duplicates,
      consentBasis: consent?.basis ?? null,
      consentSource: consent?.source ?? null,
      done: file.rowCount,
      createdCount: created,
      updatedCount: updated,
      skippedCount: skipped,
      finishedAt: now,
    })
    .where(sql`${prospectImports.id} = ${file.id} and not ${prospectImports.isCancelRequested}`)
    .returning({ id: prospectImports.id });
  if (!finished) throw new ImportCancelled('Cancelled by a person.');
  const [organization] = await tx.db.select({ timezone: organizations.timezone }).from(organizations);
  if (organization)
    await countUsage(tx, organization.timezone, now, { prospects_imported: created + updated });
  const details = { file: file.fileName, created, updated, skipped, rejected };
  await tx.audit({ action: 'prospects.imported', subject: file.id, details });
  const total = file.rowCount;
  tx.emit(prospectImportChanged, { id: file.id, state: 'done', done: total, total });
  if (created + updated > 0) tx.emit(prospectsChanged, { count: created + updated });
  if (created > 0) {
    await tx.db
      .insert(prospectCounts)
      .values({ status: 'not_contacted', count: created })
      .onConflictDoUpdate({
        target: [prospectCounts.organizationId, prospectCounts.status],
        set: { count: sql`${prospectCounts.count} + excluded.count` },
      });
  }
}
