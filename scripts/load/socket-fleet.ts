import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type FromClient, fromClient, type ToClient } from './fleet-messages.ts';

type Counted = Omit<FromClient & { kind: 'counted' }, 'kind'>;

/**
 * Many sockets in processes of their own: the one that measures only writes and waits, and each client process has so
 * few sockets to read at once that it is not what limits the figure.
 */
export class SocketFleet {
  readonly #children: ChildProcess[];
  readonly #listeners = new Set<(message: FromClient, child: number) => void>();

  constructor(processes: number) {
    this.#children = Array.from({ length: processes }, (_, index) => {
      const child = fork(join(import.meta.dirname, 'socket-client.ts'));
      child.on('message', (raw) => {
        const message = fromClient.parse(raw);
        for (const listener of this.#listeners) listener(message, index);
      });
      return child;
    });
  }

  /** Opens a socket for each entry of `sockets`, spread over the processes. @returns how often each outcome came */
  async open(
    group: string,
    url: string,
    sockets: string[][],
    { width = 25, refetch = null }: { width?: number; refetch?: string | null } = {},
  ): Promise<Record<string, number>> {
    const total: Record<string, number> = {};
    const processes = this.#children.length;
    const answers = await this.#answers('opened', group, (child) => ({
      kind: 'open',
      group,
      url,
      sockets: sockets.filter((_, index) => index % processes === child),
      width,
      refetch,
    }));
    for (const { outcomes } of answers)
      for (const [outcome, count] of Object.entries(outcomes)) total[outcome] = (total[outcome] ?? 0) + count;
    return total;
  }

  /** When the last socket of the group got the next frame. Call it before the frame is sent. */
  async received(group: string): Promise<number> {
    const answers = await this.#answers('received', group, () => null);
    return Math.max(...answers.map(({ at }) => at));
  }

  async counted(): Promise<Counted> {
    const answers = await this.#answers('counted', null, () => ({ kind: 'count' }));
    const sum: Counted = { frames: {}, samples: {}, closes: {} };
    for (const { frames, samples, closes } of answers) {
      for (const [group, count] of Object.entries(frames))
        sum.frames[group] = (sum.frames[group] ?? 0) + count;
      for (const [code, count] of Object.entries(closes)) sum.closes[code] = (sum.closes[code] ?? 0) + count;
      Object.assign(sum.samples, samples);
    }
    return sum;
  }

  closeSockets(): void {
    for (const child of this.#children) child.send({ kind: 'close' } satisfies ToClient);
  }

  stop(): void {
    for (const child of this.#children) child.disconnect();
  }

  /** One answer of a kind from every process, after asking each. */
  #answers<Kind extends FromClient['kind']>(
    kind: Kind,
    group: string | null,
    ask: (child: number) => ToClient | null,
  ): Promise<Extract<FromClient, { kind: Kind }>[]> {
    return new Promise((resolve) => {
      const answers: Extract<FromClient, { kind: Kind }>[] = [];
      const listener = (message: FromClient) => {
        if (!isAbout(message, kind, group)) return;
        answers.push(message);
        if (answers.length < this.#children.length) return;
        this.#listeners.delete(listener);
        resolve(answers);
      };
      this.#listeners.add(listener);
      for (const [index, child] of this.#children.entries()) {
        const question = ask(index);
        if (question) child.send(question);
      }
    });
  }
}

function isAbout<Kind extends FromClient['kind']>(
  message: FromClient,
  kind: Kind,
  group: string | null,
): message is Extract<FromClient, { kind: Kind }> {
  return message.kind === kind && (group === null || ('group' in message && message.group === group));
}
