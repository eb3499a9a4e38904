import { Agent, request } from 'node:http';

/** Writes over one connection that stays open, with as little of a client as there can be. */
export class Trigger {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  send(method: string, url: string, body: string, headers: Record<string, string> = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(
        url,
        {
          method,
          agent: this.#agent,
          headers: { 'content-length': Buffer.byteLength(body), ...headers },
        },
        (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  stop(): void {
    this.#agent.destroy();
  }
}
