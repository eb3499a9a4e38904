import { z } from 'zod';
import type { OutboundRequest } from '#server/integrations/http-client.ts';
import type { MetaConfig } from '#server/social-config.ts';
import { type Calls, jsonOf, type Timing } from './calls.ts';
import { settled, unreadable } from './faults.ts';
import { graphGet, graphId, graphPost, metaFault } from './meta-api.ts';
import type { Answer, Fault, PlatformAccount, PostImage } from './provider.ts';

const name = 'Instagram';
const readFault = metaFault(name);

/** What the Graph API answers when it has made something. */
export const made = z.looseObject({ id: graphId });

/** What all calls of one publish share. */
export interface Way {
  calls: Calls;
  timing: Timing;
  config: MetaConfig;
  account: PlatformAccount;
}

/** What a container says of itself. */
export const progress = z.looseObject({ status_code: z.string(), status: z.string().optional() });

/** Makes the container and waits until Instagram has fetched the image. @returns the container's id */
export async function prepare(way: Way, caption: string, image: PostImage): Promise<Answer<string>> {
  const { calls, timing, config, account } = way;
  const call = await graphPost(config, account.accessToken, `${account.id}/media`, {
    image_url: image.publicUrl,
    caption,
    ...(image.alt ? { alt_text: image.alt } : {}),
  });
  const created = settled(name, await calls.send(call), readFault);
  if (!created.ok) return created;
  const id = jsonOf(created.value, made)?.id;
  if (id === undefined) return { ok: false, fault: unreadable(name, created.value) };
  do {
    const looked = settled(name, await calls.send(statusOf(way, id)), readFault);
    if (!looked.ok) return looked;
    const now = jsonOf(looked.value, progress);
    if (now?.status_code === 'FINISHED') return { ok: true, value: id };
    const fault = containerFault(now?.status_code, now?.status, looked.value.status);
    if (fault) return { ok: false, fault };
    // Room is left for publishing itself.
  } while (calls.left > timing.publishMs && (await calls.wait(timing.pollMs)));
  return {
    ok: false,
    fault: {
      code: 'no_answer',
      reason: 'Instagram was still working on the image when the time was up. Nothing was published.',
      fix: 'Try again later.',
      retry: true,
      status: 200,
    },
  };
}

function containerFault(code: string | undefined, words: string | undefined, status: number): Fault | null {
  if (code === 'ERROR') {
    const said = words ? ` It said: “${words.slice(0, 200)}”.` : '';
    return {
      code: 'image_rejected',
      reason: `Instagram could not use the image.${said} Nothing was published.`,
      fix: 'Use another image: JPEG, at most 8 MB, between 4:5 and 1.91:1.',
      retry: false,
      status,
    };
  }
  if (code !== 'EXPIRED') return null;
  return {
    code: 'server_error',
    reason: 'Instagram dropped what it had prepared. Nothing was published.',
    fix: 'Try again later.',
    retry: true,
    status,
  };
}

/** Asks a container how far it is. */
export function statusOf({ config, account }: Way, container: string): OutboundRequest {
  return graphGet(config, account.accessToken, container, { fields: 'status_code,status' });
}
