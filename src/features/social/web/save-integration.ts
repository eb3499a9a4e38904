import type { z } from 'zod';
import { call } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import {
  type SocialIntegration,
  socialApiOfSettings,
  socialIntegrationApi,
  type socialIntegrationUpdate,
} from '../settings-contract.ts';

const { read, update } = socialIntegrationApi.endpoints;

/** Saves a part of how posts leave; the rest stays. @throws ApiError */
export async function saveIntegration(
  { mode, webhookUrl }: SocialIntegration,
  part: Partial<z.input<typeof socialIntegrationUpdate>>,
): Promise<void> {
  const answer = await call(update, { body: { mode, webhookUrl, ...part } });
  queryClient.setQueryData(keyOf(read), answer);
  await refresh([socialApiOfSettings.endpoints.read]);
}
