import { z } from 'zod';
import { slug } from '#features/auth/contract.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { currentPassword, id, text } from '#shared/text.ts';

/** A domain of one's own, as it stands in an email address: lower case, without a scheme or a path. */
export const tenantDomain = z
  .string()
  .max(253, 'A domain has at most 253 characters.')
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
    'Enter a domain such as company.example, without https:// and without a path.',
  );

export const tenantAddress = z.strictObject({ slug: text(63), domain: text(253).nullable() });
export type TenantAddress = z.infer<typeof tenantAddress>;

const common = {
  path: '/api/tenant/saas/tenants/:organizationId/address',
  access: 'platform-owner',
  ids: { organizationId: 'organizations' },
  effects: [],
  params: z.strictObject({ organizationId: id }),
  output: tenantAddress,
} as const;

/** Where a tenant signs in. The platform's owner alone changes it, and says the password again. */
export const addressApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({ ...common, method: 'GET', summary: 'Subdomain and domain of a tenant' }),
    change: endpoint({
      ...common,
      method: 'PUT',
      summary: 'Change subdomain and domain of a tenant; the own password is asked for again',
      rate: { calls: 10, seconds: 900, per: 'user' },
      body: z.strictObject({ slug, domain: tenantDomain.nullable(), currentPassword }),
    }),
  },
});
