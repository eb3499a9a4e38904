import { z } from 'zod';
import { type DashboardStats, dashboardApi } from '#features/dashboard/contract.ts';
import { stageCounts } from '#features/leads/server/public.ts';
import { leadStage } from '#features/leads/stage.ts';
import { prospectStatus } from '#features/outreach/prospect-status.ts';
import { readProspectOverview } from '#features/outreach/server/public.ts';
import { readOverview } from '#features/social/server/public.ts';
import type { Context } from '#server/context.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { moduleActive } from '#server/http/serve.ts';
import type { ModuleType } from '#shared/modules.ts';

const noLeads = z
  .record(leadStage, z.number())
  .parse(Object.fromEntries(leadStage.options.map((stage) => [stage, 0])));

const noProspects = {
  total: 0,
  byStatus: z
    .record(prospectStatus, z.number())
    .parse(Object.fromEntries(prospectStatus.options.map((status) => [status, 0]))),
};

const noPosts = { draft: 0, scheduled: 0, published: 0 };

/** Counts for tabs and tiles (shapes section 5). A module that is not active counts as zeros. */
async function stats(context: Context): Promise<DashboardStats> {
  const now = context.services.clock.now();
  const active = (module: ModuleType) => moduleActive(context.session, module, now);
  const byStage = active('leads_manager') ? await stageCounts(context) : noLeads;
  const { draft, scheduled, published } = active('social_media') ? await readOverview(context) : noPosts;
  const prospects = active('outreach') ? await readProspectOverview(context) : noProspects;
  const total = Object.values(byStage).reduce((sum, count) => sum + count, 0);
  return {
    leads: { total, byStage },
    threads: total,
    socialPosts: { total: draft + scheduled + published, draft, scheduled, published },
    prospects,
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
