import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { meetings } from '#features/meetings/server/tables.ts';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { matchEmailOf } from '../match-keys.ts';

const running = statement(
  'outreach.running-to',
  `select distinct p.id from prospects p
   join outreach_enrolments e on e.organization_id = $1 and e.prospect_id = p.id
     and e.state in ('active', 'approval', 'paused') and e.created_at < $3::timestamptz
   where p.organization_id = $1 and p.match_email = $2 order by p.id`,
);

/** Ids of the prospects with this address that were in a running sequence at that time. */
export async function runningTo(tx: Pick<Tx, 'run'>, address: string, at: Date): Promise<string[]> {
  const rows = await tx.run(running, [matchEmailOf(address), at]);
  return rows.map((row) => String(row.id));
}

/** Whether this address has booked a meeting since then that was not called off. */
export async function hasBooked({ db }: Pick<Tx, 'db'>, address: string, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        eq(sql`lower(${meetings.clientEmail})`, address.toLowerCase()),
        ne(meetings.status, 'cancelled'),
        gt(meetings.createdAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}
