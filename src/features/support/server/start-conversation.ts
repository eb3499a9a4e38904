import { and, gt } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { type widgetApi, widgetLimits } from '#features/support/widget-contract.ts';
import type { PublicContext, Tx } from '#server/context.ts';
import { newId, tokenHash, tokenOf } from '#server/ids.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { visitorOut } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';
import { addMessages, previewOf } from './conversation-write.ts';
import { pageWithoutQuery } from './page-without-query.ts';
import { lockOwn, takeMessage } from './take-message.ts';
import { planTurn } from './turn-keeper.ts';
import { languageOf } from './visitor-language.ts';
import { greetingOf, organizationNamed, refuseUnavailable } from './widget-door.ts';

type Endpoints = (typeof widgetApi)['endpoints'];

const crowdMs = 10 * 60_000;

/**
 * Begins a conversation: the assistant says what it is, then stands the visitor's first message. The token is made from
 * the key of that message, so that the same call twice is one conversation. The key itself is not kept: with it anybody
 * could ask for the token.
 */
export async function startConversation(
  context: PublicContext,
  { params, body }: Input<Endpoints['start']>,
): Promise<Output<Endpoints['start']>> {
  const { organization, door } = await organizationNamed(context, params.slug);
  refuseUnavailable(door);
  const { organizationId, services } = organization;
  const token = tokenOf(
    'hubl',
    organizationId,
    services.seal.digest(`${organizationId} ${body.clientKey}`, 'support_conversations.token'),
  );
  const now = context.services.clock.now();
  const language = languageOf(body.text, body.language ?? 'en');
  const row = await organization.tx(async (tx) => {
    const [made] = await tx.db
      .insert(conversations)
      .values({
        id: newId(),
        tokenHash: tokenHash(token),
        state: 'agent',
        revision: 0,
        lastSeq: 0,
        language,
        page: pageWithoutQuery(body.page),
        subject: previewOf(body.text),
        lastText: '',
        lastSender: 'agent',
        minuteFrom: now,
        minuteCount: 1,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: [conversations.organizationId, conversations.tokenHash] })
      .returning();
    if (!made) return lockOwn(tx, { token });
    await refuseCrowd(tx, now);
    await countUsage(tx, door.timezone, now, { conversations: 1 });
    const greeted = await addMessages(
      tx,
      made,
      [{ sender: 'agent', text: greetingOf(door, language), action: null }],
      now,
    );
    return takeMessage(tx, door, greeted, { text: body.text, clientKey: null, now });
  });
  if (row.turnDueAt) planTurn(organization, row.id, row.turnDueAt);
  return { ...(await visitorOut(organization, row)), token };
}

/**
 * However many addresses they come from, no more conversations begin than a firm's team could ever read.
 * @throws AppError rate_limited
 */
async function refuseCrowd(tx: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - crowdMs);
  const begun = await tx.db.$count(
    conversations,
    and(gt(conversations.updatedAt, since), gt(conversations.createdAt, since)),
  );
  if (begun > widgetLimits.begunInTenMinutes)
    throw new AppError(
      'rate_limited',
      'Very many visitors are writing at the moment. Try again in a few minutes: what you have written is still there.',
      { retryAfter: crowdMs / 1000 },
    );
}
