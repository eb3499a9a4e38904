import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { type FakeFault, type FakeReply, type SeenRequest, startFakeServer } from './fake-server.ts';

/** A message of the hub's as the sink has read it. */
export interface SeenDelivery {
  /** `webhook-id`. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** Of the sink's secrets those whose signature the message carries, judged by the package `standardwebhooks`. */
  verifiedBy: string[];
  signatures: number;
}

export interface WebhookSink {
  /** Where to send messages. */
  url: string;
  /** Every message, also of calls that were made to fail. */
  deliveries: SeenDelivery[];
  /** Different ids of messages that were taken with a 2xx: what really happened there. */
  taken: Set<string>;
  /** The next messages are answered like this, in order; after them with what `answerWith` says. */
  script(...faults: (FakeFault | null)[]): void;
  /** What a taken message is answered with; 200 `{}` unless said otherwise. */
  answerWith(reply: FakeReply): void;
  requests: SeenRequest[];
  stop(): Promise<void>;
}

const message = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});

/**
 * An automation service that takes messages by Standard Webhooks 1.0.0 (github.com/standard-webhooks/standard-webhooks,
 * spec/standard-webhooks.md) and refuses with 401 what none of its secrets has signed.
 */
export async function startWebhookSink(...secrets: [string, ...string[]]): Promise<WebhookSink> {
  const deliveries: SeenDelivery[] = [];
  const taken = new Set<string>();
  let usual: FakeReply = { status: 200, body: {} };
  const server = await startFakeServer((seen) => {
    if (seen.method !== 'POST' || seen.path !== '/hook') return null;
    const delivery = read(seen, secrets);
    if (delivery) deliveries.push(delivery);
    return {
      step: 'delivery',
      act: () => {
        if (!delivery) return { status: 400, body: 'no message of Standard Webhooks' };
        if (delivery.verifiedBy.length === 0) return { status: 401, body: 'no matching signature' };
        if (usual.status < 300) taken.add(delivery.id);
        return usual;
      },
    };
  });
  return {
    url: `${server.address}/hook`,
    deliveries,
    taken,
    requests: server.requests,
    script: (...faults) => server.script('delivery', ...faults),
    answerWith: (reply) => {
      usual = reply;
    },
    stop: () => server.stop(),
  };
}

function read(seen: SeenRequest, secrets: string[]): SeenDelivery | null {
  const text = seen.body.toString();
  let parsed: z.output<typeof message>;
  try {
    parsed = message.parse(JSON.parse(text));
  } catch {
    return null;
  }
  return {
    ...parsed,
    id: seen.headers['webhook-id'] ?? '',
    signatures: (seen.headers['webhook-signature'] ?? '').split(' ').filter(Boolean).length,
    verifiedBy: secrets.filter((secret) => {
      try {
        new Webhook(secret).verify(text, seen.headers);
        return true;
      } catch {
        return false;
      }
    }),
  };
}
