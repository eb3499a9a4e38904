import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { currentPassword, instant, rowId, text } from '#shared/text.ts';
import { session } from './contract.ts';

/** Recovery codes that are made at once, each good for one sign-in. */
export const recoveryCodeCount = 10;
/** Wrong codes of one account in 15 minutes. */
export const factorTries = { calls: 10, seconds: 900 } as const;

const codes = z.strictObject({ recoveryCodes: z.array(text(20)).max(recoveryCodeCount) });
const own = { access: 'signed-in', v2: false, whileFactorDue: true, ids: {}, effects: [] } as const;
const again = { whenEnded: 'works', rate: { calls: 20, seconds: 900, per: 'user' } } as const;

/** The second factor of a sign-in: time-based codes (RFC 6238) from an authenticator app. */
export const totpApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      ...own,
      method: 'GET',
      path: '/api/tenant/auth/totp',
      summary: 'Whether the own sign-in asks for a second factor',
      output: z.strictObject({
        isOn: z.boolean(),
        since: instant.nullable(),
        /** Whether the organization requires it of everyone. */
        isRequired: z.boolean(),
        /** Whether nothing else works until it is set up. */
        mustSetUp: z.boolean(),
        codesLeft: z.int().min(0),
      }),
    }),
    start: endpoint({
      ...own,
      ...again,
      method: 'POST',
      path: '/api/tenant/auth/totp',
      summary: 'Begin to set up the second factor; it counts once a code was confirmed',
      status: 201,
      body: z.strictObject({ currentPassword }),
      output: z.strictObject({
        /** For typing in: base32, in groups of four. */
        setupKey: text(80),
        uri: text(1000),
        /** The same as a picture: an SVG document. */
        qr: z.string().max(100_000),
      }),
    }),
    confirm: endpoint({
      ...own,
      ...again,
      method: 'POST',
      path: '/api/tenant/auth/totp/confirm',
      summary: 'Confirm the second factor with a code; gives recovery codes once',
      body: z.strictObject({ code: text(20) }),
      output: codes,
    }),
    renewCodes: endpoint({
      ...own,
      ...again,
      method: 'POST',
      path: '/api/tenant/auth/totp/recovery-codes',
      summary: 'New recovery codes; the old ones work no more',
      body: z.strictObject({ currentPassword }),
      output: codes,
    }),
    turnOff: endpoint({
      ...own,
      ...again,
      method: 'POST',
      path: '/api/tenant/auth/totp/off',
      summary: 'Turn the own second factor off',
      status: 204,
      body: z.strictObject({ currentPassword }),
      output: noContent,
    }),
    readRules: endpoint({
      method: 'GET',
      path: '/api/tenant/sign-in-rules',
      summary: 'Whether everyone needs a second factor, and how many have none',
      access: 'organization.manage',
      ids: {},
      effects: [],
      output: z.strictObject({ requireTotp: z.boolean(), withoutTotp: z.int().min(0) }),
    }),
    changeRules: endpoint({
      method: 'PUT',
      path: '/api/tenant/sign-in-rules',
      summary: 'Require a second factor of everyone, or no more',
      access: 'organization.manage',
      rate: { calls: 20, seconds: 900, per: 'user' },
      ids: {},
      effects: [],
      body: z.strictObject({ requireTotp: z.boolean(), currentPassword }),
      output: z.strictObject({ requireTotp: z.boolean(), withoutTotp: z.int().min(0) }),
    }),
  },
});

const member = { userId: 'users' } as const;
const params = z.strictObject({ userId: rowId });

/** What admins do for the sign-in of a member. Owners are for owners. */
export const memberApi = defineApi({
  module: null,
  endpoints: {
    sessions: endpoint({
      method: 'GET',
      path: '/api/tenant/users/:userId/sessions',
      summary: 'Where a member is signed in, newest first',
      access: 'users.manage',
      ids: member,
      effects: [],
      params,
      output: z.array(session).max(200),
    }),
    endSessions: endpoint({
      method: 'DELETE',
      path: '/api/tenant/users/:userId/sessions',
      summary: 'End all sessions and reset links of a member',
      status: 204,
      access: 'users.manage',
      whenEnded: 'works',
      ids: member,
      effects: ['frame'],
      params,
      output: noContent,
    }),
    sendResetLink: endpoint({
      method: 'POST',
      path: '/api/tenant/users/:userId/reset-link',
      summary: 'Mail a member a link to set a new password',
      status: 202,
      access: 'users.manage',
      whenEnded: 'works',
      idempotent: true,
      rate: { calls: 60, seconds: 900, per: 'user' },
      ids: member,
      effects: ['mail'],
      params,
      output: z.strictObject({}),
    }),
    readTotp: endpoint({
      method: 'GET',
      path: '/api/tenant/users/:userId/totp',
      summary: 'Whether a member has a second factor',
      access: 'users.manage',
      ids: member,
      effects: [],
      params,
      output: z.strictObject({ isOn: z.boolean() }),
    }),
    turnOffTotp: endpoint({
      method: 'DELETE',
      path: '/api/tenant/users/:userId/totp',
      summary: 'Turn off the second factor of a member who lost it',
      status: 204,
      access: 'users.manage',
      whenEnded: 'works',
      ids: member,
      effects: ['frame'],
      params,
      output: noContent,
    }),
  },
});
