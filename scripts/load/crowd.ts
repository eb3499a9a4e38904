import { z } from 'zod';
import { each } from '../checks.ts';
import { HubClient, type Tenant } from '../hub-client.ts';

export interface Company {
  tenant: Tenant;
  /** Session tokens: the owner's and the users'. */
  tokens: string[];
  /** A lead that writes can change. */
  leadId: string;
}

const created = z.object({ thread_id: z.string() });

/** Companies with some signed-in users and a lead each. Hashing passwords is what takes time here. */
export async function makeCrowd(url: string, companies: number, usersEach: number): Promise<Company[]> {
  const made: Company[] = [];
  await each(Array.from({ length: companies }).keys(), 2, async (index) => {
    const tenant = await new HubClient(url).signUp(`company-${index}`);
    const client = new HubClient(url, tenant.token);
    const tokens = [tenant.token];
    await each(Array.from({ length: usersEach - 1 }).keys(), 4, async (user) => {
      tokens.push(await client.addUser(`user-${user}@${tenant.slug}.example`, tenant.slug));
    });
    const response = await client.call('POST', '/api/leads', { name: 'Jo Client', company: 'Client Pty' });
    const leadId = created.parse(await response.json()).thread_id;
    made.push({ tenant, tokens, leadId });
  });
  return made;
}

/** Subprotocols of `count` sockets of a company, shared out among its users. */
export function socketsOf({ tokens }: Company, count: number): string[][] {
  return Array.from({ length: count }, (_, index) => ['hub', `bearer.${tokens[index % tokens.length]}`]);
}
