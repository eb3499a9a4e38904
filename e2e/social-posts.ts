import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addDays, zonedDate } from '#shared/zoned-time.ts';
import type { Hub, Tenant } from './fixtures.ts';

export const zone = 'Australia/Sydney';
export const posts = z.array(z.object({ id: z.string(), scheduledFor: z.string().nullable() }));

/** Posts for platforms, by the API. */
export async function writePosts(
  hub: Hub,
  tenant: Tenant,
  platforms: string[],
  content: string,
  when: string | null = null,
): Promise<z.infer<typeof posts>> {
  const variants = platforms.map((platform) => ({ platform, content }));
  return posts.parse(await hub.call('POST', '/api/social-entries', { variants, when }, tenant.owner.token));
}

export function todayIn(days: number): string {
  return addDays(zonedDate(new Date(), zone), days);
}

/** Fixed: a test that runs over midnight goes on with the week that it has begun with. */
const begun = todayIn(0);

/** The Tuesday of the week after this one: never in the past, and a day on either side of it. */
export function tuesday(): string {
  const day = new Date(`${begun}T00:00:00Z`).getUTCDay();
  return addDays(begun, 7 - day + 2);
}

export async function toast(page: Page, words: string): Promise<void> {
  await page.getByRole('region', { name: 'Notices' }).getByText(words).first().waitFor();
}
