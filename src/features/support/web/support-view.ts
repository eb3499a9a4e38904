import { z } from 'zod';

const supportView = z.enum(['inbox', 'knowledge', 'questions', 'widget']);
export type SupportView = z.infer<typeof supportView>;

/** The view that an address says; what is not known counts as not said. */
export function viewOf(params: Record<string, string | undefined>): SupportView {
  const view = supportView.safeParse(params.view);
  return view.success ? view.data : 'inbox';
}
