import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const casesFile = join(import.meta.dirname, '../../../../../shared/cases/email/gmail-self.jsonl');

describe.skipIf(!existsSync(casesFile))('the shared gmail-self cases, through the API', () => {
  it('are right: at least 48 of 58 (all of them today)', async () => {
    const lines = readFileSync(casesFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const wrong: string[] = [];
    for (const one of lines) {
      const tenant = await app.tenant();
      await app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.admin, {
        teamAddresses: one.config?.teamAddresses ?? [],
        postalAddress: '',
      });
      const messages = Array.isArray(one.input) ? one.input : [one.input];
      const answer = (await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, messages)).json();
      const items = (
        await app.call('GET', `/api/correspondence/${answer.results[0].threadId}`, tenant.tokens.viewer)
      ).json();
      if (!isRight(one.expected, items)) wrong.push(one.id);
    }
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThanOrEqual(58);
  });
});

interface Item {
  id: string;
  content: string;
  isFromLead: boolean;
  emailType: string;
  subject: string;
  timestamp: string;
  sender: string;
  externalId: string;
  parentMessageId: string | null;
}

interface Expected {
  content?: string;
  contentAlso?: string[];
  direction?: string | Record<string, string>;
  emailType?: string;
  emailTypeAny?: string[];
  subject?: string;
  timestamp?: string;
  senderAddress?: string;
  senderName?: string;
  order?: string[];
  parent?: Record<string, string | null>;
}

const squash = (text: string) => text.replace(/\s+/g, ' ').trim();

function isRight(expected: Expected, items: Item[]): boolean {
  if (expected.order) {
    const external = new Map(items.map((item) => [item.id, item.externalId]));
    const parents = Object.fromEntries(
      items.map((item) => [
        item.externalId,
        item.parentMessageId === null ? null : external.get(item.parentMessageId),
      ]),
    );
    return (
      JSON.stringify(items.map((item) => item.externalId)) === JSON.stringify(expected.order) &&
      JSON.stringify(parents) === JSON.stringify(expected.parent)
    );
  }
  const [item] = items;
  if (!item) return false;
  return (
    [expected.content ?? '', ...(expected.contentAlso ?? [])].some(
      (text) => squash(text) === squash(item.content),
    ) &&
    (expected.direction === undefined || expected.direction === (item.isFromLead ? 'inbound' : 'outbound')) &&
    (expected.emailType === undefined || expected.emailType === item.emailType) &&
    (expected.emailTypeAny === undefined || expected.emailTypeAny.includes(item.emailType)) &&
    (expected.subject === undefined || expected.subject === item.subject) &&
    (expected.timestamp === undefined || expected.timestamp === item.timestamp) &&
    (expected.senderAddress === undefined || item.sender.includes(expected.senderAddress)) &&
    (expected.senderName === undefined || item.sender.startsWith(expected.senderName))
  );
}
