import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoSignIns } from '#features/auth/server/public.ts';
import { usageMetric } from '#features/billing/contract.ts';
import { lead as leadShape } from '#features/leads/contract.ts';
import { leadStage } from '#features/leads/stage.ts';
import { correspondenceItem } from '#features/mail/contract.ts';
import { prospect } from '#features/outreach/contract.ts';
import { outreachEmail } from '#features/outreach/email-contract.ts';
import { prospectStatuses } from '#features/outreach/prospect-status.ts';
import { enrolment, sequence } from '#features/outreach/sequence-contract.ts';
import { socialPost } from '#features/social/contract.ts';
import { textFault } from '#features/social/platforms.ts';
import { conversationCounts } from '#features/support/conversation-contract.ts';
import type { Hub } from '#server/hub.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { fillDemo } from './fill.ts';
import { conversations } from './leads/index.ts';
import { notLeads } from './leads/not-leads.ts';
import { demoTimezone } from './moment.ts';
import { demoPosts } from './posts.ts';
import { demoProspects } from './prospects.ts';

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

describe('its prospects', () => {
  it('are of every status, say whether they may be written to, and do not come back', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await fillDemo(app.hub, () => {});
      const token = await ownerToken(app);
      const list = async () =>
        z.array(prospect).parse((await app.call('GET', '/api/prospects?limit=200', token)).json());
      const found = await list();
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(prospectStatuses));
      expect(found).toHaveLength(demoProspects.length);
      const states = [];
      for (const { id } of found)
        states.push((await app.call('GET', `/api/prospects/${id}`, token)).json().sending.state);
      expect(new Set(states)).toEqual(new Set(['sendable', 'needs_basis', 'blocked']));
      const selection = { ids: found.map(({ id }) => id) };
      await app.call('POST', '/api/prospect-list/remove', token, { selection });
      await fillDemo(app.hub, () => {});
      expect(await list()).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

describe('its sequences', () => {
  it('show every part of the way, wait for approval, and send nothing by themselves', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await fillDemo(app.hub, () => {});
      const token = await ownerToken(app);
      const read = async (address: string) => (await app.call('GET', address, token)).json();
      const sequences = z.array(sequence).parse(await read('/api/outreach-sequences'));
      expect(sequences.map(({ state }) => state).toSorted()).toEqual(['active', 'draft']);
      const running = sequences.find(({ state }) => state === 'active');
      expect(running?.counts).toMatchObject({ approval: 2, paused: 1, replied: 2, finished: 1, active: 0 });
      const enrolments = z
        .array(enrolment)
        .parse(await read(`/api/outreach-sequences/${running?.id}/enrolments`));
      expect(new Set(enrolments.map(({ nextAt }) => nextAt))).toEqual(new Set([null]));
      for (const { prospectId, stepsDone } of enrolments) {
        const emails = z.array(outreachEmail).parse(await read(`/api/prospects/${prospectId}/emails`));
        expect(emails.filter(({ state }) => state === 'kept')).toHaveLength(stepsDone);
        for (const { state, reason, issues, engine } of emails) {
          if (state === 'kept') expect(reason).toContain('A sample of the demo');
          if (engine === null) expect(issues).toEqual([]);
        }
      }
      const drafts = z.array(outreachEmail).parse(await read('/api/outreach-drafts'));
      expect(drafts.map(({ engine }) => engine)).toEqual(['builtin/1', 'builtin/1']);
    } finally {
      await app.close();
    }
  });
});

describe('its social posts', () => {
  it('are there in every group, with figures that are marked as samples, and come once', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await fillDemo(app.hub, () => {});
      const token = await ownerToken(app);
      const list = async () =>
        z.array(socialPost).parse((await app.call('GET', '/api/social-posts?limit=200', token)).json());
      const posts = await list();
      const wanted = demoPosts.flatMap(({ texts }) => Object.values(texts));
      expect(posts).toHaveLength(wanted.length);
      expect(new Set(posts.map(({ state }) => state))).toEqual(
        new Set(['draft', 'scheduled', 'failed', 'published']),
      );
      for (const { engagement, state } of posts)
        expect(engagement?.source ?? null).toBe(state === 'published' ? 'sample' : null);
      for (const { content, platform } of posts) expect(textFault(platform, content)).toBeNull();
      for (const { id, state } of posts)
        if (state === 'draft') await app.call('DELETE', `/api/social-posts/${id}`, token);
      const left = (await list()).length;
      await fillDemo(app.hub, () => {});
      expect((await list()).length).toBe(left);
    } finally {
      await app.close();
    }
  });
});

describe('its usage', () => {
  it('counts the posts and conversations that are there, each in its month', async () => {
    const app = await startTestApp({ env: { HUB_DEMO: '1' } });
    try {
      await fillDemo(app.hub, () => {});
      await fillDemo(app.hub, () => {});
      const token = await ownerToken(app);
      const read = async (address: string) => (await app.call('GET', address, token)).json();
      const posts = z.array(socialPost).parse(await read('/api/social-posts?limit=200'));
      const { open, closed } = conversationCounts.parse(await read('/api/conversation-counts'));
      const totals = new Map<string, number>();
      const monthOf = (monthsAgo: number) => {
        const now = new Date();
        return new Date(Date.UTC(now.getFullYear(), now.getMonth() - monthsAgo, 15))
          .toISOString()
          .slice(0, 7);
      };
      for (const month of [-1, 0, 1, 2, 3].map(monthOf))
        for (const { metricType, value } of z
          .array(usageMetric)
          .parse(await read(`/api/tenant/usage/${month}`)))
          totals.set(metricType, (totals.get(metricType) ?? 0) + value);
      expect(totals.get('posts_created')).toBe(posts.length);
      expect(totals.get('posts_published')).toBe(posts.filter(({ state }) => state === 'published').length);
      expect(totals.get('conversations')).toBe(open + closed);
      expect(totals.get('ai_answers')).toBeGreaterThan(0);
      expect(totals.get('handoffs')).toBeGreaterThan(0);
    } finally {
      await app.close();
    }
  });
});

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
