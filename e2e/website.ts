import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of somebody else, on an origin of its own, with a strict policy (CSP Level 3) and the widget in its pages. */
export class Website {
  readonly #server: Server;
  readonly origin: string;

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.origin = origin;
  }

  static async start(hub: string, script: string, language = 'en'): Promise<Website> {
    const policy = [
      "default-src 'none'",
      `script-src ${hub}`,
      `connect-src ${hub} ${hub.replace(/^http/, 'ws')}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ');
    const server = createServer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      });
      response.end(
        `<!doctype html><html lang="${language}"><head><title>A shop</title></head><body><main><h1>A shop</h1><a href="/next">Next page</a></main>${script}</body></html>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new Website(server, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
