import type { PostDetails, socialApi } from '#features/social/contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { detailsOut, findPost } from './post-row.ts';

type Read = (typeof socialApi)['endpoints']['read'];

/** One post with what the screens show around it. @throws AppError not_found */
export async function readPost(context: Context, { params }: Input<Read>): Promise<PostDetails> {
  const [post] = await detailsOut(context, [await findPost(context, params.id)]);
  if (!post) throw new Error('One row makes one post.');
  return post;
}
