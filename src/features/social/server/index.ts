import { approvalApi, approvalLinkApi } from '#features/social/approval-contract.ts';
import { socialApi, socialPostPublished, socialPostsChanged } from '#features/social/contract.ts';
import { socialIngestApi, socialWebhookApi } from '#features/social/incoming-contract.ts';
import { publishingApi } from '#features/social/publishing-contract.ts';
import { socialApiOfSettings, socialIntegrationApi } from '#features/social/settings-contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { approveByLink, declineByLink, openApproval } from './approval-link.ts';
import { approvePost, declinePost, requestApproval } from './approvals.ts';
import { removePost, updatePost } from './change-post.ts';
import { chooseAccount, connectAccount, disconnectAccount, finishConnect } from './connect-account.ts';
import { createEntry, createPost } from './create-post.ts';
import { listDeliveries, replayDelivery, resolvePost } from './deliveries.ts';
import { generatePosts } from './generate-posts.ts';
import { readIntegration, testIntegration, updateIntegration } from './integration.ts';
import { listEntries, listPosts, readOverview } from './list-posts.ts';
import { publishPost } from './publish-post.ts';
import { readPost } from './read-post.ts';
import { queuePost, schedulePost } from './schedule-post.ts';
import { publishScheduled } from './scheduler.ts';
import { readSettings, updateSettings } from './settings.ts';
import { socialAccounts, socialDeliveries, socialPosts, socialSettings } from './tables.ts';
import { takeEngagement, takeReport } from './take-reports.ts';
import { tendAccounts } from './tend-accounts.ts';

export const social: Feature = {
  name: 'social',
  routes: [
    ...handlers(socialApi, {
      list: listPosts,
      entries: listEntries,
      overview: readOverview,
      read: readPost,
      create: createPost,
      createEntry,
      generate: generatePosts,
      update: updatePost,
      remove: removePost,
    }),
    ...handlers(publishingApi, {
      publish: publishPost,
      schedule: schedulePost,
      queue: queuePost,
      resolve: resolvePost,
      deliveries: listDeliveries,
      replay: replayDelivery,
    }),
    ...handlers(approvalApi, { request: requestApproval, approve: approvePost, decline: declinePost }),
    ...handlers(approvalLinkApi, { open: openApproval, approve: approveByLink, decline: declineByLink }),
    ...handlers(socialApiOfSettings, { read: readSettings, update: updateSettings }),
    ...handlers(socialIntegrationApi, {
      read: readIntegration,
      update: updateIntegration,
      test: testIntegration,
      connect: connectAccount,
      finishConnect,
      chooseAccount,
      disconnect: disconnectAccount,
    }),
    ...handlers(socialIngestApi, { engagement: takeEngagement }),
    ...handlers(socialWebhookApi, { report: takeReport }),
  ],
  jobs: [],
  events: [socialPostPublished, socialPostsChanged],
  browsable: [
    browsable(socialPosts, [
      'id',
      'platform',
      'content',
      'state',
      'scheduled_for',
      'published_at',
      'permalink',
      'failure_reason',
      'image_url',
      'image_alt',
      'author',
      'created_at',
      'updated_at',
    ]),
  ],
  exportable: [
    exportable(socialPosts, ['approval_token']),
    exportable(socialDeliveries),
    exportable(socialSettings, ['webhook_secret', 'webhook_secret_next']),
    exportable(socialAccounts, ['token', 'refresh_token']),
  ],
  background: (context) => {
    const parts = [publishScheduled(context), tendAccounts(context)];
    return {
      stop: async () => {
        await Promise.all(parts.map((part) => part.stop()));
      },
    };
  },
};
