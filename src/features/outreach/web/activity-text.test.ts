import { describe, expect, it } from 'vitest';
import type { ProspectActivity } from '../contract.ts';
import { activityText } from './activity-text.ts';

const entry = (more: Partial<ProspectActivity>): ProspectActivity => ({
  id: '1',
  at: '2026-02-03T00:00:00.000Z',
  actor: 'Dana Whitfield',
  action: 'created',
  field: null,
  from: null,
  to: null,
  ...more,
});

describe('what happened to a prospect', () => {
  it.each([
    [{}, 'added the prospect'],
    [{ action: 'imported', to: 'leads.csv' }, 'imported it from leads.csv'],
    [
      { action: 'status', from: 'not_contacted', to: 'email_sent' },
      'marked it as Email Sent, from Not Contacted',
    ],
    [{ action: 'status_undone', from: 'email_sent', to: 'not_contacted' }, 'put it back to Not Contacted'],
    [{ action: 'edited', field: 'contactEmail', to: 'a@b.test' }, 'set Contact Email to “a@b.test”'],
    [{ action: 'edited', field: 'notes', from: 'x', to: '' }, 'emptied Notes'],
    [{ action: 'consent', to: 'express' }, 'recorded why it may be written to: They agreed to get such mail'],
    [{ action: 'consent', from: 'express' }, 'removed why it may be written to'],
  ] as const)('%o reads %s', (more, text) => {
    expect(activityText(entry(more))).toBe(text);
  });
});
