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
  /** The most that it may cost; null = nothing, as with the built-in engine. */
  reserveCents: number | null;
}

type Outcome = Omit<typeof aiRuns.$inferInsert, 'id' | 'createdAt' | keyof Plan>;

/** A run that has begun. */
export interface Run {
  /** Writes what it came to, and what it really cost. */
  end(outcome: Outcome): Promise<void>;
}

/**
 * Begins a run. One that may cost something is written with its cost reserved before it is asked; null when the month's
 * cap does not hold it any more.
 */
export async function begin(context: OrganizationContext, plan: Plan): Promise<Run | null> {
  const { reserveCents, ...about } = plan;
  const createdAt = context.services.clock.now();
  const id = newId();
  if (reserveCents === null)
    return {
      end: async (outcome) =>
        void (await context.db.insert(aiRuns).values({ id, ...about, createdAt, ...outcome })),
    };
  if (!(await reserve(context, { id, ...about, costCents: reserveCents, createdAt }))) return null;
  return {
    end: async (outcome) => void (await context.db.update(aiRuns).set(outcome).where(eq(aiRuns.id, id))),
  };
}

/** The settings row is locked, so that calls at the same time are counted one after the other. */
function reserve(
  context: OrganizationContext,
  row: Omit<typeof aiRuns.$inferInsert, 'outcome'> & { costCents: number; createdAt: Date },
): Promise<boolean> {
  return context.tx(async (tx) => {
    const [settings] = await tx.db.select().from(aiSettings).for('update');
    const cap = settings?.monthlyCapCents ?? null;
    if (cap !== null) {
      const [spent] = await tx.db
        .select({ cents: sql<number>`coalesce(sum(${aiRuns.costCents}), 0)::float8` })
        .from(aiRuns)
        .where(gte(aiRuns.createdAt, monthStart(row.createdAt)));
      if (cap === 0 || (spent?.cents ?? 0) + row.costCents > cap) return false;
    }
    await tx.db.insert(aiRuns).values({ ...row, outcome: 'running' });
    return true;
  });
}
