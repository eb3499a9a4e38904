import { and, eq, gt } from 'drizzle-orm';
import { prospectsChanged } from '#features/outreach/contract.ts';
import {
  type ImportUndone,
  importLimits,
  type prospectImportApi,
  prospectImportChanged,
} from '#features/outreach/import-contract.ts';
import type { Context } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { forgetContacts } from '../remove-prospects.ts';
import { prospectImports } from '../tables.ts';
import { findImport, inFigures } from './import-row.ts';
import { lockImports } from './judge-rows.ts';

type Undo = (typeof prospectImportApi)['endpoints']['undo'];

const dayMs = 86_400_000;

/** In one order, as by whoever else locks several. */
const lockAdded = statement(
  'outreach.undo-import-lock',
  'select p.id from prospects p where p.organization_id = $1 and p.import_id = $2 order by p.id for update',
  { prepare: false },
);
const removeAdded = statement(
  'outreach.undo-import-added',
  `with gone as (
     delete from prospects p where p.organization_id = $1 and p.import_id = $2 and p.updated_at = p.created_at
       and not exists (select 1 from outreach_emails e where e.organization_id = $1 and e.prospect_id = p.id and e.state not in ('draft', 'cancelled'))
     returning p.contact_email
   ) select contact_email from gone`,
  { prepare: false },
);
const restoreChanged = statement(
  'outreach.undo-import-changed',
  `with back as (
     update prospects p set business_name = c.before->>'business_name', address = c.before->>'address', contact_email = c.before->>'contact_email',
       contact_phone = c.before->>'contact_phone', industry = c.before->>'industry', summary = c.before->>'summary', notes = c.before->>'notes',
       name_key = c.before->>'name_key', industry_key = c.before->>'industry_key', match_email = c.before->>'match_email',
       match_name = c.before->>'match_name', consent_basis = c.before->>'consent_basis', consent_source = c.before->>'consent_source',
       consent_at = (c.before->>'consent_at')::timestamptz, updated_at = greatest($3::timestamptz, p.updated_at + interval '1 millisecond')
     from prospect_import_changes c
     where c.organization_id = $1 and c.import_id = $2 and p.organization_id = $1 and p.id = c.prospect_id and p.updated_at = c.updated_at
     returning p.id, c.before->>'search_text' as search_text
   ), texts as (
     update prospect_search s set search_text = b.search_text from back b where s.organization_id = $1 and s.prospect_id = b.id
   ) select count(*)::int as count from back`,
  { prepare: false },
);
const leftOver = statement(
  'outreach.undo-import-kept',
  'select count(*)::int as count from prospects p where p.organization_id = $1 and p.import_id = $2',
  { prepare: false },
);

/** Takes a whole import back. Prospects that somebody changed or wrote to since stay, and the answer says how many. */
export function undoImport(context: Context, { params }: Input<Undo>): Promise<ImportUndone> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    await lockImports(tx);
    // No email is placed meanwhile that would lose its prospect.
    await context.services.gate.lock(tx);
    const [taken] = await tx.db
      .update(prospectImports)
      .set({ state: 'undone' })
      .where(
        and(
          eq(prospectImports.id, params.id),
          eq(prospectImports.state, 'done'),
          gt(prospectImports.finishedAt, new Date(now.getTime() - importLimits.keptDays * dayMs)),
        ),
      )
      .returning();
    if (!taken) {
      const { state } = await findImport(tx, params.id);
      throw new AppError('conflict', refusals[state] ?? 'This import is not done.');
    }
    const countOf = async (text: typeof leftOver, ...values: unknown[]) =>
      Number((await tx.run(text, [taken.id, ...values]))[0]?.count ?? 0);
    await tx.run(lockAdded, [taken.id]);
    const gone = await tx.run(removeAdded, [taken.id]);
    const removed = gone.length;
    await forgetContacts(
      context,
      tx,
      gone.flatMap(({ contact_email: address }) => (typeof address === 'string' && address ? [address] : [])),
    );
    const restored = await countOf(restoreChanged, now);
    const kept = (await countOf(leftOver)) + taken.updatedCount - restored;
    await tx.audit({
      action: 'prospects.import-undone',
      subject: taken.id,
      details: { removed, restored, kept },
    });
    const total = taken.rowCount;
    tx.emit(prospectImportChanged, { id: taken.id, state: 'undone', done: total, total });
    if (removed + restored > 0) tx.emit(prospectsChanged, { count: removed + restored });
    return { removed, restored, kept, message: messageFor(removed, restored, kept) };
  });
}

const refusals: Partial<Record<string, string>> = {
  done: `This import is more than ${importLimits.keptDays} days old and can no longer be taken back.`,
  undone: 'This import was taken back already.',
};

function messageFor(removed: number, restored: number, kept: number): string {
  const back = restored > 0 ? ` and ${inFigures(restored)} put back as they were` : '';
  const stays = kept > 0 ? ` ${inFigures(kept)} stay: somebody changed them since.` : '';
  return `${inFigures(removed)} removed${back}.${stays}`;
}
