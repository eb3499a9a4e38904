import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { engineSeesPictures, type JobAnswer, runJob } from '#features/ai/server/public.ts';
import { countUsage } from '#features/billing/server/public.ts';
import { loadPicture } from '#features/images/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { GeneratedPosts, socialApi } from '#features/social/contract.ts';
import { type Platform, platformRules, textFault } from '#features/social/platforms.ts';
import type { Context } from '#server/context.ts';
import { builtinEngine } from '#server/integrations/ai/builtin/engine.ts';
import type { AiResult, SocialPostDraft, SocialPostInput } from '#server/integrations/ai/jobs.ts';
import { pictureForModel } from '#server/integrations/ai/picture-for-model.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';

type Generate = (typeof socialApi)['endpoints']['generate'];

const briefFirst =
  'The built-in engine cannot look at pictures, so it needs a brief. Say in a sentence or two what the post is about.';

const pictureUnseen =
  'The picture was not looked at: the text comes from the brief alone. Describe the picture yourself for those who cannot see it.';

function briefMissing(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'brief', message }] });
}

/**
 * Drafts a text for each platform, for a person to read, change and save; nothing is stored and nothing leaves.
 * @throws AppError invalid without a brief that the engine needs, not_found for a picture that is not there, ai_failed when the provider fails
 */
export async function generatePosts(context: Context, { body }: Input<Generate>): Promise<GeneratedPosts> {
  const { services, session } = context;
  const sees = body.engine === undefined && (await engineSeesPictures(context));
  const picture = body.imageId ? await loadPicture(context, body.imageId, sees ? 'full' : 'thumb') : null;
  const image = picture && sees ? await pictureForModel(picture) : null;
  const brief = body.brief.trim();
  if (brief === '' && image === null)
    throw briefMissing(
      sees ? 'Add a picture or a brief first: there is nothing to write about.' : briefFirst,
    );
  const [organization] = await context.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const about = { brief, organization: { name: organization?.name ?? '' }, image };
  const platforms = [...new Set(body.platforms)];
  const drafts = await Promise.all(
    platforms.map(async (platform) => ({
      platform,
      answer: await draft(
        context,
        { ...about, platform, textLimit: platformRules[platform].textLimit },
        body.engine ?? 'chosen',
      ),
    })),
  );
  await context.tx((tx) =>
    countUsage(tx, session.timezone, services.clock.now(), { posts_generated: drafts.length }),
  );
  const unseen = picture !== null && drafts.some(({ answer }) => answer.engine === builtinEngine.id || !sees);
  return {
    variants: drafts.map(({ platform, answer }) => ({ platform, ...answer.value })),
    engine: drafts[0]?.answer.engine ?? '',
    issues: [
      ...(unseen ? [pictureUnseen] : []),
      ...new Set(drafts.flatMap(({ answer }) => answer.issues)),
    ].slice(0, 20),
  };
}

async function draft(
  context: Context,
  input: SocialPostInput,
  engine: 'builtin' | 'chosen',
): Promise<JobAnswer<SocialPostDraft>> {
  const { image, ...words } = input;
  const answer = await runJob(context, {
    job: 'social_post',
    targetId: input.platform,
    input: JSON.stringify([words, image && createHash('sha256').update(image).digest('base64url')]),
    picture: image !== null,
    engine,
    ask: (chosen, about) => {
      // At the cap the built-in engine stands in, for whom a picture alone says nothing.
      if (input.brief === '' && !chosen.seesPictures) throw briefMissing(briefFirst);
      return chosen.socialPost(input, about);
    },
    check: (result) => held(input.platform, result),
  });
  if (!answer) throw new Error('A draft is never kept, so it is always made.');
  return answer;
}

/** A draft that its platform would not take is shown with the reason, so that a person shortens it. */
function held(platform: Platform, result: AiResult<SocialPostDraft>): AiResult<SocialPostDraft> {
  const fault = textFault(platform, result.value.text);
  return fault === null ? result : { ...result, issues: [...result.issues, fault] };
}
