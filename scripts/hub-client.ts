import { z } from 'zod';
import { dashboardStats } from '#features/dashboard/contract.ts';
import { type Lead, lead } from '#features/leads/contract.ts';
import {
  type CorrespondenceItem,
  correspondenceItem,
  type IngestAnswer,
  ingestAnswer,
  type Thread,
  thread,
} from '#features/mail/contract.ts';

export const password = 'a password of the checks';

export interface Tenant {
  organizationId: string;
  /** The owner's. */
  token: string;
  email: string;
  slug: string;
}

const signedUp = z.object({ token: z.string(), organization: z.object({ id: z.string() }) });
const signedIn = z.object({ token: z.string() });

/** An answer that was not the expected one. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(call: string, status: number, body: string) {
    super(`${call} answered ${status} ${body.slice(0, 200)}`);
    this.status = status;
  }
}

/** The calls of a running hub that the checks make, as somebody with a token. */
export class HubClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token = '') {
    this.#url = url;
    this.#token = token;
  }

  /** @throws UnexpectedAnswer unless the status is 2xx; TypeError when the connection was cut */
  async call(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Response> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new UnexpectedAnswer(`${method} ${path}`, response.status, await response.text());
    return response;
  }

  async signUp(slug: string): Promise<Tenant> {
    const email = `owner@${slug}.example`;
    const response = await this.call('POST', '/api/tenant/organizations/signup', {
      organization: { name: slug, slug, industry: 'retail', size: 'small', country: 'AU' },
      user: { firstName: 'Olive', lastName: 'Owner', email, password },
      selectedPlan: 'pro',
      selectedModules: ['social_media', 'leads_manager', 'outreach'],
    });
    const { token, organization } = signedUp.parse(await response.json());
    return { organizationId: organization.id, token, email, slug };
  }

  /** Adds a user and signs it in. @returns the session's token */
  async addUser(email: string, slug: string): Promise<string> {
    await this.call('POST', '/api/tenant/users', {
      firstName: 'Una',
      lastName: 'User',
      email,
      password,
      role: 'user',
    });
    const response = await this.call('POST', '/api/tenant/auth/login', {
      email,
      password,
      organizationSlug: slug,
    });
    return signedIn.parse(await response.json()).token;
  }

  async ingest(
    body: unknown,
    type?: 'application/json' | 'message/rfc822' | 'application/mbox',
  ): Promise<IngestAnswer> {
    const response = await this.call('POST', '/api/v2/ingest/messages', body, type);
    return ingestAnswer.parse(await response.json());
  }

  leads(): Promise<{ items: Lead[]; total: number }> {
    return this.#pages('/api/leads?limit=200', lead);
  }

  threads(): Promise<{ items: Thread[]; total: number }> {
    return this.#pages('/api/threads?limit=200', thread);
  }

  async correspondence(threadId: string): Promise<CorrespondenceItem[]> {
    const response = await this.call('GET', `/api/correspondence/${encodeURIComponent(threadId)}`);
    return z.array(correspondenceItem).parse(await response.json());
  }

  async stageCounts(): Promise<Record<string, number>> {
    const response = await this.call('GET', '/api/dashboard-stats');
    return dashboardStats.parse(await response.json()).leads.byStage;
  }

  async setStage(threadId: string, stage: string): Promise<void> {
    const path = `/api/leads/${encodeURIComponent(threadId)}`;
    await (await this.call('PATCH', path, { stage })).arrayBuffer();
  }

  /** All pages of a list, along its `Link` headers. */
  async #pages<Item>(path: string, schema: z.ZodType<Item>): Promise<{ items: Item[]; total: number }> {
    const items: Item[] = [];
    let total = 0;
    for (let next: string | undefined = path; next !== undefined; ) {
      const response: Response = await this.call('GET', next);
      items.push(...z.array(schema).parse(await response.json()));
      total = Number(response.headers.get('x-total-count'));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return { items, total };
  }
}
