import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { emailLimit, instant, text } from '#shared/text.ts';

/** What the page behind an unsubscribe link shows to whoever opens it, without signing in. */
export const unsubscribePage = z.strictObject({
  organization: text(200),
  /** Masked, such as `j…@example.com`. */
  address: text(emailLimit),
  unsubscribedAt: instant.nullable(),
});
export type UnsubscribePage = z.infer<typeof unsubscribePage>;

const linkParam = z.strictObject({ token: z.string().min(10).max(300) });
const linkRate = { calls: 60, seconds: 60, per: 'address' } as const;

/** RFC 8058: the link of the mail's List-Unsubscribe header. GET shows, POST acts; neither asks for a sign-in. */
export const unsubscribeApi = defineApi({
  module: null,
  endpoints: {
    open: endpoint({
      method: 'GET',
      path: '/api/unsubscribe/:token',
      summary: 'What the page behind an unsubscribe link shows',
      access: 'signed-link',
      ids: { token: 'outgoing_mail' },
      effects: [],
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: unsubscribePage,
    }),
    act: endpoint({
      method: 'POST',
      path: '/api/unsubscribe/:token',
      summary: "Stop outreach to the address of this mail, at once (the page's button)",
      access: 'signed-link',
      ids: { token: 'outgoing_mail' },
      effects: ['frame'],
      // Providers post for many people from few addresses.
      rate: { calls: 6000, seconds: 60, per: 'address' },
      oneClick: '/unsubscribe/:token',
      v2: false,
      params: linkParam,
      output: unsubscribePage,
    }),
  },
});
