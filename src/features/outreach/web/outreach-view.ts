import { z } from 'zod';

export const outreachView = z.enum(['prospects', 'sequences', 'approve', 'sending']);
export type OutreachView = z.infer<typeof outreachView>;

/** The view that an address says; what is not known counts as not said. */
export function viewOf(params: Record<string, string | undefined>): OutreachView {
  const view = outreachView.safeParse(params.view);
  return view.success ? view.data : 'prospects';
}
