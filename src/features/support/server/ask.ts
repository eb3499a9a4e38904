import { organizations } from '#features/organization/server/tables.ts';
import type { askApi, SupportReply } from '#features/support/ask-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { answer } from './ask-answer.ts';

type Endpoints = (typeof askApi)['endpoints'];

/** What the agent would answer a visitor. Nothing is kept but what it cost. */
export async function ask(context: Context, { body }: Input<Endpoints['ask']>): Promise<SupportReply> {
  const [organization] = await context.db.select({ name: organizations.name }).from(organizations);
  return answer(context, {
    question: body.question,
    history: [],
    language: null,
    organization: organization?.name ?? '',
  });
}
