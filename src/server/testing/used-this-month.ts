import { z } from 'zod';
import { zonedDate } from '#shared/zoned-time.ts';
import type { Tenant, TestApp } from './test-app.ts';

const organization = z.object({ timezone: z.string() });
const usage = z.array(z.object({ metricType: z.string(), value: z.number() }));

/**
 * What the usage of the running month says of a metric, as the owner reads it. The month is the one of the
 * organization's zone: for hours of each month it is another one than in UTC.
 */
export async function usedThisMonth(app: TestApp, { tokens }: Tenant, metric: string): Promise<number> {
  const read = async (path: string): Promise<unknown> =>
    (await app.call('GET', `/api/tenant/${path}`, tokens.owner)).json();
  const { timezone } = organization.parse(await read('organizations/current'));
  const month = zonedDate(new Date(), timezone).slice(0, 7);
  const found = usage.parse(await read(`usage/${month}`)).find(({ metricType }) => metricType === metric);
  if (!found) throw new Error(`No usage of ${metric}.`);
  return found.value;
}
