import { z } from 'zod';
import { platformEnvironment } from '../../e2e/platform.ts';

const config = z.object({
  demoSignIns: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
});
const signedIn = z.object({ token: z.string() });
const leads = z.array(z.object({ thread_id: z.string(), message_count: z.number() }));

async function json(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await json(`${url}/api/tenant/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return signedIn.parse(answer).token;
}

export interface Entrance {
  tokens: { nobody: null; owner: string; support: string; platform: string };
  lead: string;
}

/** Signs in as the owners of the demo tenant and of the platform, and finds a lead with a conversation to open. */
export async function enter(url: string): Promise<Entrance> {
  const { demoSignIns } = config.parse(await json(`${url}/api/config`));
  const demo = demoSignIns.find((entry) => entry.role === 'owner');
  if (!demo) throw new Error('The demo tenant has no owner to sign in as.');
  const owner = await signIn(url, demo.email, demo.password);
  const { HUB_PLATFORM_EMAIL, HUB_PLATFORM_PASSWORD } = platformEnvironment;
  const platform = await signIn(url, HUB_PLATFORM_EMAIL, HUB_PLATFORM_PASSWORD);
  const rows = await json(`${url}/api/leads?limit=200`, { headers: { Authorization: `Bearer ${owner}` } });
  const talk = leads.parse(rows).toSorted((a, b) => b.message_count - a.message_count)[0];
  return { tokens: { nobody: null, owner, support: owner, platform }, lead: talk?.thread_id ?? '' };
}
