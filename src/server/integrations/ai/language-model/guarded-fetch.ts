import http from 'node:http';
import https from 'node:https';
import { AddressRefused, resolveGuarded } from '#server/integrations/guarded-address.ts';
import { AiFailure } from '../failure.ts';

/** A longer answer of a provider is cut off, bytes. */
const answerLimit = 2 * 1024 * 1024;

/**
 * A fetch that connects to the address it has checked, follows no redirect (the key would go along) and reads a bounded
 * answer. Throws AiFailure for a refused address, a redirect or too long an answer.
 */
export function guardedFetch(allowPrivate: boolean): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const address = await resolveGuarded(host, allowPrivate).catch((error: unknown) => {
      throw new AiFailure(error instanceof AddressRefused ? 'address_refused' : 'unreachable');
    });
    const body = Buffer.from(await request.arrayBuffer());
    return send(url, address, request, body);
  };
}

function send(url: URL, address: string, request: Request, body: Buffer): Promise<Response> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const call = (secure ? https : http).request(
      {
        host: address,
        port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), host: url.host, 'content-length': body.length },
        signal: request.signal,
        ...(secure ? { servername: url.hostname } : {}),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if (status < 200 || (status >= 300 && status < 400)) {
          call.destroy();
          reject(new AiFailure('provider_error'));
          return;
        }
        read(answer).then(
          (bytes) => resolve(new Response(new Uint8Array(bytes), { status, headers: headersOf(answer) })),
          (error: unknown) => {
            call.destroy();
            reject(error instanceof Error ? error : new AiFailure('unreachable'));
          },
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function read(answer: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue;
    length += part.length;
    if (length > answerLimit) throw new AiFailure('bad_answer');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function headersOf(answer: http.IncomingMessage): [string, string][] {
  return Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'content-encoding' ? [[name, value]] : [],
  );
}
