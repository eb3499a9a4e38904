import { sql } from 'drizzle-orm';
import type { Background, BackgroundContext } from '#server/background.ts';
import type { OrganizationContext } from '#server/context.ts';
import { doDueWork, mostOfOne } from '#server/due-work.ts';
import { loggable } from '#server/http/errors.ts';
import type { Services } from '#server/services.ts';
import { Slots } from '#server/slots.ts';
import { giveUpTurn, takeTurn } from './agent-turn.ts';

/** A turn that no process has done by itself so long after its time is looked for, milliseconds. */
const lateMs = 1500;

/** Turns of one organization that wait while others of it are worked on; beyond it people are called instead. */
const longestLine = 500;

/** What this process has to do. */
interface Turns {
  /** Turns to take, by conversation. */
  timers: Map<string, NodeJS.Timeout>;
  /** By organization: a crowd of visitors makes no crowd of calls to a language model. */
  slots: Map<string, Slots>;
}

const turnsOf = new WeakMap<Services, Turns>();

function turnsHere(services: Services): Turns {
  const known = turnsOf.get(services);
  if (known) return known;
  const made: Turns = { timers: new Map(), slots: new Map() };
  turnsOf.set(services, made);
  return made;
}

function slotsOf({ slots }: Turns, organizationId: string): Slots {
  const known = slots.get(organizationId);
  if (known) return known;
  const refusal = 'More visitors ask than the assistant can answer.';
  const made = new Slots({ atOnce: mostOfOne, longestLine, refusal });
  slots.set(organizationId, made);
  return made;
}

/**
 * Has the assistant answer at an instant; a later call for the same conversation takes the place of the earlier one.
 * What a process that died leaves behind is found by `takeDueTurns`.
 */
export function planTurn(context: OrganizationContext, id: string, dueAt: Date): void {
  const turns = turnsHere(context.services);
  const { timers } = turns;
  clearTimeout(timers.get(id));
  const delay = Math.max(0, dueAt.getTime() - context.services.clock.now().getTime());
  const timer = setTimeout(() => {
    timers.delete(id);
    void workOn(context, id, turns);
  }, delay);
  timer.unref();
  timers.set(id, timer);
}

async function workOn(context: OrganizationContext, id: string, turns: Turns): Promise<void> {
  try {
    const next = await slotsOf(turns, context.organizationId).take(() => takeTurn(context, id));
    // A message that came meanwhile has set its own time.
    if (next && !turns.timers.has(id)) planTurn(context, id, next);
  } catch (error) {
    await failed(context, id, error);
  }
}

async function failed(context: OrganizationContext, id: string, error: unknown): Promise<void> {
  context.log.error({ err: loggable(error), id }, 'the assistant could not answer');
  try {
    await giveUpTurn(context, id);
  } catch (second) {
    context.log.error({ err: loggable(second), id }, 'nobody could be called in its place');
  }
}

/** Takes the turns that nobody has taken, of all organizations: their process has died, or runs no timers. */
export function takeDueTurns(context: BackgroundContext): Background {
  return doDueWork(context, {
    what: 'due answers',
    query: ({ now, passed, going, room }) => {
      const late = new Date(now.getTime() - lateMs).toISOString();
      const [passedIds, goingIds] = [`{${passed.join(',')}}`, `{${going.join(',')}}`];
      return sql`
        select organization_id, id, state from (
          select organization_id, id, state, turn_due_at,
                 row_number() over (partition by organization_id order by turn_due_at) as place
            from support_conversations
           where turn_due_at is not null and turn_due_at <= ${late}::timestamptz and state = 'agent'
             and organization_id <> all(${passedIds}::uuid[]) and id <> all(${goingIds}::uuid[])) due
         where place <= ${mostOfOne} order by turn_due_at limit ${room}`;
    },
    work: async (organization, { id }) => {
      try {
        const next = await takeTurn(organization, id);
        if (next) planTurn(organization, id, next);
      } catch (error) {
        await giveUpTurn(organization, id);
        throw error;
      }
      return null;
    },
  });
}
