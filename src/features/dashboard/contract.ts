import { z } from 'zod';
import { leadStage } from '#features/leads/stage.ts';
import { prospectStatus } from '#features/outreach/prospect-status.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';

const count = z.int().min(0);
export const dashboardStats = z.strictObject({
  leads: z.strictObject({ total: count, byStage: z.record(leadStage, count) }),
  threads: count,
  socialPosts: z.strictObject({ total: count, draft: count, scheduled: count, published: count }),
  prospects: z.strictObject({ total: count, byStatus: z.record(prospectStatus, count) }),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

export const dashboardApi = defineApi({
  module: null,
  endpoints: {
    stats: endpoint({
      method: 'GET',
      path: '/api/dashboard-stats',
      summary: 'Counts for tabs and tiles',
      access: 'dashboard.read',
      ids: {},
      effects: [],
      output: dashboardStats,
    }),
  },
});
