import {
  socialConnectAttempts,
  socialDeliveries,
  socialPosts,
  socialSettings,
} from '#features/social/server/tables.ts';
import { newId, newToken, tokenHash } from '../ids.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';

/** Rows of the social features that the samples name. */
export interface SocialWorld {
  /** A draft. */
  postId: string;
  /** Another one, to be published. */
  outPostId: string;
  /** One whose sending got no answer, and the try. */
  unknownPostId: string;
  deliveryId: string;
  /** Of the link in a mail that asks for approval. */
  approvalToken: string;
  /** The owner is at a platform. */
  attemptId: string;
}

/** Written straight into the tables: the matrix makes hundreds of worlds. */
export async function makeSocial(app: TestApp, tenant: Tenant, canary: string): Promise<SocialWorld> {
  const now = new Date();
  const post = { platform: 'linkedin' as const, content: canary, createdAt: now, updatedAt: now };
  const [draft, out, unknown, waiting] = [newId(), newId(), newId(), newId()];
  const approvalToken = newToken('hubl', tenant.organizationId);
  const [deliveryId, attemptId] = [newId(), newId()];
  await app.hub.database.forOrganization(tenant.organizationId).tx(async ({ db }) => {
    await db.insert(socialPosts).values([
      { ...post, id: draft, entryId: draft, state: 'draft' },
      { ...post, id: out, entryId: out, state: 'draft' },
      { ...post, id: unknown, entryId: unknown, state: 'unknown' },
      {
        ...post,
        id: waiting,
        entryId: waiting,
        state: 'draft',
        approvalState: 'pending',
        approvalToken: tokenHash(approvalToken),
        approvalAt: now,
        approvalExpiresAt: new Date(now.getTime() + 86_400_000),
      },
    ]);
    await db.insert(socialDeliveries).values({
      id: deliveryId,
      postId: unknown,
      eventId: `msg_${unknown}`,
      mode: 'webhook',
      cause: 'person',
      outcome: 'unknown',
      reason: canary,
      startedAt: now,
    });
    await db.insert(socialSettings).values({
      mode: 'by_hand',
      platformModes: {},
      slots: { linkedin: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' })) },
      requireApproval: false,
      updatedAt: now,
    });
    await db.insert(socialConnectAttempts).values({
      id: attemptId,
      platform: 'linkedin',
      userId: tenant.userIds.owner,
      stateHash: tokenHash(approvalToken),
      createdAt: now,
    });
  });
  return {
    postId: draft,
    outPostId: out,
    unknownPostId: unknown,
    deliveryId,
    approvalToken,
    attemptId,
  };
}
