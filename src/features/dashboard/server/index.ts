import { z } from 'zod';
import { type DashboardStats, dashboardApi } from '#features/dashboard/contract.ts';
import { stageCounts } from '#features/leads/server/public.ts';
import { leadStage } from '#features/leads/stage.ts';
import type { Context } from '#server/context.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { moduleActive } from '#server/http/serve.ts';

const noLeads = z
  .record(leadStage, z.number())
  .parse(Object.fromEntries(leadStage.options.map((stage) => [stage, 0])));

/** Counts for tabs and tiles (shapes section 5). A module that is not active counts as zeros. */
async function stats(context: Context): Promise<DashboardStats> {
  const active = moduleActive(context.session, 'leads_manager', context.services.clock.now());
  const byStage = active ? await stageCounts(context) : noLeads;
  const total = Object.values(byStage).reduce((sum, count) => sum + count, 0);
  return {
    leads: { total, byStage },
    threads: total,
    socialPosts: { total: 0, draft: 0, scheduled: 0, published: 0 },
    prospects: {
      total: 0,
      byStatus: {
        not_contacted: 0,
        email_sent: 0,
        responded: 0,
        qualified: 0,
        not_interested: 0,
        follow_up: 0,
      },
    },
  };
}

export const dashboard: Feature = {
  name: 'dashboard',
  routes: handlers(dashboardApi, { stats }),
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
};
