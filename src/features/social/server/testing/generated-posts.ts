import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { aiRuns } from '#features/ai/server/tables.ts';
import { usageCounters } from '#features/billing/server/tables.ts';
import { uploadedPicture } from '#features/images/contract.ts';
import { jobContext } from '#server/organization-context.ts';
import { formOf } from '#server/testing/form-file.ts';
import { phonePhoto } from '#server/testing/made-pictures.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';

const path = '/api/social-posts/generate';
export const brief = 'A new board at Anzac Parade from 3 March';
export const needsBrief =
  'The built-in engine cannot look at pictures, so it needs a brief. Say in a sentence or two what the post is about.';

/** The id of a picture that someone of the tenant uploaded; a phone's photo unless another is given. */
export async function upload(app: TestApp, tenant: Tenant, picture?: Uint8Array): Promise<string> {
  const { body, headers } = formOf({
    field: 'file',
    fileName: 'a.jpg',
    type: 'image/jpeg',
    bytes: picture ?? (await phonePhoto()),
  });
  const answer = await app.call('POST', '/api/uploads', tenant.tokens.user, body, headers);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(201);
  return uploadedPicture.parse(answer.json()).id;
}

/** A call of the endpoint, for LinkedIn unless `about` names other platforms. */
export const generate = (app: TestApp, token: string, about: Record<string, unknown>) =>
  app.call('POST', path, token, { platforms: ['linkedin'], ...about });
/** What engines were asked, newest first. */
export const runsOf = (app: TestApp, of: Tenant) =>
  jobContext(app.hub, of.organizationId).db.select().from(aiRuns).orderBy(desc(aiRuns.createdAt));
/** The usage counter of the tenant. */
export async function generatedBy(app: TestApp, of: Tenant): Promise<number> {
  const rows = await jobContext(app.hub, of.organizationId)
    .db.select({ value: usageCounters.value })
    .from(usageCounters)
    .where(eq(usageCounters.metric, 'posts_generated'));
  return rows.reduce((sum, { value }) => sum + value, 0);
}
