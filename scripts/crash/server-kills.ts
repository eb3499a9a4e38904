import { setTimeout as sleep } from 'node:timers/promises';
import { type Checks, each, seededRandom } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient, type Tenant } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';
import { Inbox, tableFaults } from './inbox.ts';
import { type Delivery, MailPlan } from './mail-plan.ts';

/** Requests at once, as from several mailboxes and people. */
const senders = 8;
const stagesPerRound = 10;
const stages = ['in_progress', 'qualified', 'booked', 'won', 'lost'];
/** Every fourth start after a kill is killed as well, within this time, and then done again. */
const startingMs = 900;

/**
 * Kills the built server while mail comes in, again and again on one database. After each kill it must come up by
 * itself and hold every acknowledged message once; then the senders repeat what was not acknowledged.
 */
export async function serverKills(
  checks: Checks,
  store: Store,
  { rounds, messages, seed }: { rounds: number; messages: number; seed: number },
): Promise<void> {
  checks.section(`The server killed during ${messages} ingests, ${store.name} (--seed=${seed})`);
  const random = seededRandom(seed);
  const port = await freePort();
  const start = () => new NodeProcess(builtServer, port, store.env);
  let server = start();
  try {
    await server.ready();
    const tenant = await new HubClient(server.url).signUp('crash');
    const run = new Run(server.url, tenant, random, messages);
    for (let round = 1; round <= rounds; round += 1) {
      const killed = await run.sendUntil(server, 5 + Math.floor(random() * (messages - 20)));
      let kills = 1;
      if (round % 4 === 0) {
        const delay = Math.floor(random() * startingMs);
        const again = start();
        await sleep(delay);
        await again.kill();
        kills += 1;
      }
      server = start();
      const readyMs = await server.ready();
      const afterKill = await run.inbox.faults(run.client);
      await run.repeat();
      const afterRepeat = [...(await run.inbox.faults(run.client)), ...run.missing()];
      const tables = store.shared ? await store.look(tableFaults) : [];
      checks.none(
        `kill ${round} of ${rounds}`,
        [...killed.faults, ...afterKill, ...afterRepeat, ...tables],
        `after ${killed.acknowledged} of ${messages} acknowledged${kills > 1 ? ', and once more while starting' : ''}; ready again in ${Math.round(readyMs)} ms, ${run.inbox.sent.size} messages there once`,
      );
    }
    const { code } = await server.stop();
    checks.none('the tables agree with each other at the end', [
      ...(await store.look(tableFaults)),
      ...(code === 0 ? [] : [`the last stop ended with ${code}`]),
    ]);
  } catch (error) {
    const ended = server.exit ? `exit ${server.exit.code ?? server.exit.signal}` : 'still running';
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    checks.check(
      'the rounds go to their end',
      false,
      `${String(error)}${cause}; the server: ${ended} ${server.stderr.trim()}`,
    );
  } finally {
    await server.kill();
  }
}

/** One tenant's senders over all rounds. */
class Run {
  readonly client: HubClient;
  readonly inbox = new Inbox();
  readonly #plan: MailPlan;
  readonly #random: () => number;
  readonly #messages: number;
  #unanswered: Delivery[] = [];

  constructor(url: string, tenant: Tenant, random: () => number, messages: number) {
    this.#messages = messages;
    this.client = new HubClient(url, tenant.token);
    this.#plan = new MailPlan(random, tenant.email);
    this.#random = random;
  }

  /** Sends a round of mail and changes some stages; kills the server when `enough` messages are acknowledged. */
  async sendUntil(server: NodeProcess, enough: number): Promise<{ acknowledged: number; faults: string[] }> {
    const leads = (await this.client.leads()).items;
    const faults: string[] = [];
    let acknowledged = 0;
    let killed: Promise<unknown> | null = null;
    const kill = async () => {
      await sleep(this.#random() * 12);
      await server.kill();
    };
    const work: (() => Promise<void>)[] = this.#plan
      .deliveries(this.#messages)
      .map((delivery) => async () => {
        const answered = await this.inbox.deliver(this.client, delivery);
        if (!answered) this.#unanswered.push(delivery);
        else acknowledged += delivery.mails.length;
        if (acknowledged >= enough) killed ??= kill();
      });
    for (let index = 0; index < Math.min(stagesPerRound, leads.length); index += 1) {
      const lead = leads[(index * 7) % leads.length];
      const stage = stages[Math.floor(this.#random() * stages.length)] ?? 'won';
      if (lead && index * 7 < leads.length)
        work.splice(Math.floor(this.#random() * work.length), 0, () =>
          this.inbox.setStage(this.client, lead.thread_id, stage),
        );
    }
    await each(work, senders, (one) =>
      one().catch(
        (error: unknown) => void faults.push(error instanceof Error ? error.message : String(error)),
      ),
    );
    await (killed ?? kill());
    return { acknowledged, faults };
  }

  /** The senders try again what they have no answer to. */
  async repeat(): Promise<void> {
    const again = this.#unanswered;
    this.#unanswered = [];
    await each(again, senders, async (delivery) => {
      if (!(await this.inbox.deliver(this.client, delivery))) this.#unanswered.push(delivery);
    });
  }

  /** What was sent and is still not acknowledged. */
  missing(): string[] {
    return [...this.inbox.sent.keys()]
      .filter((key) => !this.inbox.acknowledged.has(key))
      .map((key) => `${key} was repeated and not acknowledged`);
  }
}
