import { describe, expect, it } from 'vitest';
import { activityText } from './activity-text.ts';

const naming = { person: (id: string) => `person ${id}`, day: (instant: string) => instant.slice(0, 10) };
const say = (action: string, from: string | null, to: string | null) =>
  activityText({ action, from, to }, naming);

describe('the activity of a lead', () => {
  it('names stages, colleagues and days instead of keys, ids and instants', () => {
    expect(say('created', null, null)).toBe('added the lead');
    expect(say('stage', 'in_progress', 'won')).toBe('moved it from In Progress to Won');
    expect(say('stage', 'odd', null)).toBe('moved it from odd to none');
    expect(say('assignee', null, '7')).toBe('assigned it to person 7');
    expect(say('assignee', '7', null)).toBe('left it to nobody');
    expect(say('follow_up', null, '2026-02-03T00:00:00.000Z')).toBe('set the follow-up to 2026-02-03');
    expect(say('follow_up', '2026-02-03T00:00:00.000Z', null)).toBe('removed the follow-up');
  });
  it('names fields, also one that is not known yet', () => {
    expect(say('budget', '$5', '$9,000')).toBe('set the budget to “$9,000”');
    expect(say('phone_number', '1', null)).toBe('emptied the phone number');
    expect(say('next_thing', null, 'x')).toBe('set next thing to “x”');
  });
});
