import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { notFound } from '#shared/errors.ts';
import { leadColumns } from './lead-row.ts';

const readOne = statement(
  'leads.one',
  `select ${leadColumns} from leads l where l.organization_id = $1 and l.thread_id = $2`,
);

/** One lead's row, as `leadOut` takes it. @throws AppError not_found */
export async function findLead(context: Pick<Context, 'run'>, threadId: string): Promise<Row> {
  const [row] = await context.run(readOne, [threadId]);
  if (!row) throw notFound('lead');
  return row;
}
