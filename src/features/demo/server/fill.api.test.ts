import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoSignIns } from '#features/auth/server/public.ts';
import { lead as leadShape } from '#features/leads/contract.ts';
import { leadStage } from '#features/leads/stage.ts';
import { correspondenceItem } from '#features/mail/contract.ts';
import type { Hub } from '#server/hub.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { fillDemo } from './fill.ts';
import { conversations } from './leads/index.ts';
import { notLeads } from './leads/not-leads.ts';
import { demoTimezone } from './moment.ts';

const activityShape = z.array(z.object({ actor: z.string(), action: z.string(), at: z.string() }));
const tokenShape = z.object({ token: z.string() });

async function signIn(app: TestApp, email: string, password: string): Promise<string> {
  const answer = await app.call('POST', '/api/tenant/auth/login', null, { email, password });
  expect(answer.statusCode).toBe(200);
  return tokenShape.parse(answer.json()).token;
}

async function leadsOf(app: TestApp, token: string) {
  const answer = await app.call('GET', '/api/leads?limit=200', token);
  expect(answer.statusCode).toBe(200);
  return z.array(leadShape).parse(answer.json());
}

async function ownerToken(app: TestApp): Promise<string> {
  const owner = demoSignIns.find(({ role }) => role === 'owner');
  return signIn(app, owner?.email ?? '', owner?.password ?? '');
}

const expected = conversations.length - notLeads.length;

describe('an empty installation in demo mode', () => {
  let app: TestApp;
  let token: string;
  const printed: string[] = [];
  const before = Date.now();

  beforeAll(async () => {
    app = await startTestApp({ env: { HUB_DEMO: '1' } });
    await fillDemo(app.hub, (line) => printed.push(line));
    token = await ownerToken(app);
  });
  afterAll(() => app.close());

  it('has about 40 leads in all nine stages, and none from machines', async () => {
    const leads = await leadsOf(app, token);
    expect(leads.length).toBe(expected);
    expect(leads.length).toBeGreaterThanOrEqual(38);
    expect([...new Set(leads.map(({ stage }) => stage))].toSorted()).toEqual(leadStage.options.toSorted());
    const addresses = leads.map(({ contact_email }) => contact_email);
    for (const { lead } of notLeads) expect(addresses).not.toContain(lead.address);
    expect(addresses.every((address) => address?.endsWith('.example'))).toBe(true);
  });

  it('has leads as hard to show as real ones', async () => {
    const leads = await leadsOf(app, token);
    const companies = leads.map(({ company }) => company ?? '');
    expect(companies).toContain('株式会社さくら製菓');
    expect(companies).toContain('مخابز النور');
    expect(companies.some(({ length }) => length === 80)).toBe(true);
    expect(leads.filter(({ name }) => name === null)).toHaveLength(1);
    expect(leads.map(({ budget }) => budget)).toContain('about 12–15k');
    expect(leads.filter(({ assignee_id }) => assignee_id !== null).length).toBeGreaterThan(20);
    expect(leads.filter(({ follow_up_at }) => follow_up_at !== null).length).toBeGreaterThan(5);
    const counts = leads.map(({ message_count }) => message_count);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 7]);
  });

  it('was busy over ten weeks, by day, never in the future', async () => {
    const leads = await leadsOf(app, token);
    const hours = new Intl.DateTimeFormat('en-AU', {
      timeZone: demoTimezone,
      hour: 'numeric',
      hourCycle: 'h23',
    });
    for (const { created_at, updated_at, last_message_at } of leads) {
      const created = Date.parse(created_at);
      expect(created).toBeGreaterThan(before - 75 * 86_400_000);
      expect(Date.parse(updated_at)).toBeLessThan(Date.now());
      expect(Date.parse(last_message_at ?? '')).toBeLessThanOrEqual(Date.parse(updated_at));
      expect(Number(hours.format(created))).toBeGreaterThanOrEqual(5);
    }
    const days = new Set(leads.map(({ updated_at }) => updated_at.slice(0, 10)));
    expect(days.size).toBeGreaterThan(20);
  });

  it('says in its activity who did what and when', async () => {
    const won = (await leadsOf(app, token)).find(({ company }) => company === 'Gelateria Ferraro');
    const answer = await app.call('GET', `/api/leads/${won?.thread_id}/activity`, token);
    const activity = activityShape.parse(answer.json());
    expect(activity.map(({ actor }) => actor)).toContain('Tom Okafor');
    expect(activity[0]?.at).toBe(won?.updated_at);
  });

  it('folds the quoted text of a long thread', async () => {
    const long = (await leadsOf(app, token)).find(({ message_count }) => message_count === 7);
    const answer = await app.call('GET', `/api/correspondence/${long?.thread_id}`, token);
    const messages = z.array(correspondenceItem).parse(answer.json());
    expect(messages).toHaveLength(7);
    for (const [index, message] of messages.entries()) {
      expect(message.content).not.toMatch(/^>|wrote:|^From:/m);
      expect(message.quotedText === null).toBe(index === 0);
    }
    expect(new Set(messages.map(({ isFromLead }) => isFromLead)).size).toBe(2);
  });

  it('shows the text of every message as it was written, and its attachments', async () => {
    const leads = await leadsOf(app, token);
    let files = 0;
    for (const { thread_id } of leads) {
      const answer = await app.call('GET', `/api/correspondence/${thread_id}`, token);
      const messages = z.array(correspondenceItem).parse(answer.json());
      files += messages.reduce((sum, { attachments }) => sum + attachments.length, 0);
      for (const { content } of messages) expect(content).not.toMatch(/[{}]|wrote:|Sent from my|^From: /m);
    }
    expect(files).toBeGreaterThanOrEqual(5);
  });

  it('prints the four sign-ins, and each of them works', async () => {
    expect(printed).toHaveLength(4);
    for (const { role, email, password } of demoSignIns) {
      expect(printed).toContain(`Demo sign-in (${role}): ${email} / ${password}`);
      expect(await leadsOf(app, await signIn(app, email, password))).toHaveLength(expected);
    }
  });

  it('is a demo on trial, with all modules and the setup fee unpaid', async () => {
    const answer = await app.call('GET', '/api/tenant/auth/me', token);
    expect(answer.json()).toMatchObject({
      organization: { slug: 'harbourside', name: 'Harbourside Outdoor' },
      subscription: { plan: 'enterprise', status: 'trial', setupFeePaid: false },
    });
  });

  it('is not filled a second time; what was deleted stays away, what was changed stays', async () => {
    const [first, second] = await leadsOf(app, token);
    await app.call('DELETE', `/api/leads/${first?.thread_id}`, token);
    await app.call('PATCH', `/api/leads/${second?.thread_id}`, token, { stage: 'lost' });
    const lines: string[] = [];
    await fillDemo(app.hub, (line) => lines.push(line));
    expect(lines).toEqual(printed);
    const leads = await leadsOf(app, token);
    expect(leads).toHaveLength(expected - 1);
    expect(leads.find(({ thread_id }) => thread_id === second?.thread_id)?.stage).toBe('lost');
  });
});

/** A hub that dies in the middle of its n-th message. */
function dyingHub(hub: Hub, atMessage: number): Hub {
  let left = atMessage;
  const die = () => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : Promise.resolve({ lead: null, created: false });
  };
  return { ...hub, services: { ...hub.services, onMessage: [...hub.services.onMessage, die] } };
}

describe('a start that was killed half-way', () => {
  it('is completed by the next, nothing doubled', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await fillDemo(dyingHub(app.hub, 50), () => {});
      const token = await ownerToken(app);
      const half = await leadsOf(app, token);
      expect(half.length).toBeGreaterThan(5);
      expect(half.length).toBeLessThan(expected);
      await fillDemo(app.hub, () => {});
      const leads = await leadsOf(app, token);
      expect(leads).toHaveLength(expected);
      const steps = conversations.filter((one) => !notLeads.includes(one)).flatMap((one) => one.steps);
      expect(leads.reduce((sum, { message_count }) => sum + message_count, 0)).toBe(
        steps.filter((step) => 'from' in step).length,
      );
    } finally {
      await app.close();
    }
  });
});

describe('an installation in use', () => {
  it('gets no demo tenant and prints none', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await app.tenant();
      const lines: string[] = [];
      await fillDemo(app.hub, (line) => lines.push(line));
      expect(lines).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
