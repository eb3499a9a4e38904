import { eq, gte, sql } from 'drizzle-orm';
import type { AiConfig } from '#server/ai-config.ts';
import type { OrganizationContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { AiJob } from '#server/integrations/ai/jobs.ts';
import { aiRuns, aiSettings } from './tables.ts';

export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** US cents for so many tokens. */
export function costCents(config: AiConfig, tokensIn: number, tokensOut: number): number {
  return (tokensIn * (config.priceIn ?? 0) + tokensOut * (config.priceOut ?? 0)) / 10_000;
}

export interface Plan {
  job: AiJob;
  targetId: string;
  engine: string;
  promptVersion: string;
  inputHash: string;
  userId: string | null;
  /** The most that it may cost. */
  reserveCents: number;
}

/**
 * Writes the row of a run with its cost reserved. Null when the cap does not hold it any more: the settings row is
 * locked, so that calls at the same time are counted one after the other.
 */
export function reserve(context: OrganizationContext, plan: Plan): Promise<string | null> {
  const now = context.services.clock.now();
  const { reserveCents, ...about } = plan;
  return context.tx(async (tx) => {
    const [settings] = await tx.db.select().from(aiSettings).for('update');
    const cap = settings?.monthlyCapCents ?? null;
    if (cap !== null && !plan.engine.startsWith('builtin')) {
      const [spent] = await tx.db
        .select({ cents: sql<number>`coalesce(sum(${aiRuns.costCents}), 0)::float8` })
        .from(aiRuns)
        .where(gte(aiRuns.createdAt, monthStart(now)));
      if (cap === 0 || (spent?.cents ?? 0) + reserveCents > cap) return null;
    }
    const id = newId();
    await tx.db
      .insert(aiRuns)
      .values({ id, ...about, costCents: reserveCents, outcome: 'running', createdAt: now });
    return id;
  });
}

/** Puts what really happened in the place of the reservation. */
export async function settle(
  context: Pick<OrganizationContext, 'db'>,
  id: string,
  values: Partial<typeof aiRuns.$inferInsert>,
): Promise<void> {
  await context.db.update(aiRuns).set(values).where(eq(aiRuns.id, id));
}
