import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Prospect, ProspectDetail } from '#features/outreach/contract.ts';
import type { OutreachEmail, SendAnswer } from '#features/outreach/email-contract.ts';
import type { SentMail, Tenant, TestApp } from '#server/testing/test-app.ts';

export const postalAddress = '1 Test St, Sydney NSW 2000';
let named = 0;

/** A tenant that may send: with a postal address. */
export async function senderTenant(
  app: TestApp,
  about: Parameters<TestApp['tenant']>[0] = {},
): Promise<Tenant> {
  const tenant = await app.tenant(about);
  const answer = await app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.owner, {
    teamAddresses: [],
    postalAddress,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return tenant;
}

export async function newProspect(app: TestApp, tenant: Tenant, fields: object = {}): Promise<Prospect> {
  named += 1;
  const body = { businessName: `Acme ${named}`, contactEmail: `hi@acme${named}.example`, ...fields };
  const made = await app.call('POST', '/api/prospects', tenant.tokens.owner, body);
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
}

export async function detailOf(app: TestApp, tenant: Tenant, id: string): Promise<ProspectDetail> {
  return (await app.call('GET', `/api/prospects/${id}`, tenant.tokens.owner)).json();
}

export async function emailsOf(app: TestApp, tenant: Tenant, id: string): Promise<OutreachEmail[]> {
  return (await app.call('GET', `/api/prospects/${id}/emails`, tenant.tokens.owner)).json();
}

/** Presses Send, as the user. */
export function send(
  app: TestApp,
  tenant: Tenant,
  { id, contactEmail }: Prospect,
  fields: object = {},
): Promise<LightMyRequestResponse> {
  const body = {
    prospectId: id,
    to: contactEmail,
    subject: 'A question',
    content: 'Hello, may I ask?',
    ...fields,
  };
  return app.call('POST', '/api/send-email', tenant.tokens.user, body);
}

export async function sent(
  app: TestApp,
  tenant: Tenant,
  prospect: Prospect,
  fields: object = {},
): Promise<SendAnswer> {
  const answer = await send(app, tenant, prospect, fields);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** The mails that the server was given for an address. */
export function mailsTo(app: TestApp, address: string): SentMail[] {
  return app.sent.filter(({ to }) => to === address);
}

/** Fields of a mail's header, unfolded (RFC 5322 section 2.2.3), by name in lower case. */
export function headersOf({ bytes }: Pick<SentMail, 'bytes'>): Record<string, string> {
  const [head = ''] = Buffer.from(bytes).toString('utf8').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The way out of a mail, as its text names it. */
export function linkIn({ text }: Pick<SentMail, 'text'>): string {
  return /open: (\S+)/.exec(text)?.[1] ?? '';
}
