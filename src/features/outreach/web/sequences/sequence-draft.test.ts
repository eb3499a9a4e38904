import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  draftOf,
  faultsOf,
  isChanged,
  newSequence,
  newStep,
  type SequenceDraft,
} from './sequence-draft.ts';

const written: SequenceDraft = {
  name: 'Spring',
  stopsCompany: true,
  steps: [
    { ...newStep(true), subject: 'A screen near you', content: 'Hello {{businessName}}' },
    { ...newStep(false), content: 'Did you see my mail?' },
  ],
};

function withStep(index: number, change: Partial<SequenceDraft['steps'][number]>): SequenceDraft {
  return {
    ...written,
    steps: written.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
  };
}

describe('the form of a sequence', () => {
  it('takes a template with an answer in the same conversation', () => {
    expect(faultsOf(written)).toEqual({});
    expect(bodyOf(written)).toMatchObject({
      name: 'Spring',
      steps: [
        { waitDays: 0, writing: 'template', subject: 'A screen near you' },
        { waitDays: 3, writing: 'template', subject: '' },
      ],
    });
  });

  it('names a placeholder that no prospect can fill, before anyone is enrolled', () => {
    expect(faultsOf(withStep(0, { content: 'Hello {{ industry | your trade }} {{address}}' }))).toEqual({});
    expect(faultsOf(withStep(1, { content: 'Hello {{firstName}}' }))['steps.1.content']).toBe(
      '{{firstName}} is no field of a prospect. Known are {{businessName}}, {{industry}}, {{address}}.',
    );
    expect(faultsOf(withStep(0, { subject: '{{company|you}}' }))).toHaveProperty(['steps.0.subject']);
  });

  it('says beside each field of a new one what is missing', () => {
    expect(faultsOf(newSequence())).toEqual({
      name: 'Name the sequence.',
      'steps.0.subject': 'The first step begins a conversation, so it needs a subject.',
      'steps.0.content': 'Write something first.',
    });
  });

  it('asks for a subject of the first step only', () => {
    expect(faultsOf(withStep(0, { subject: '' }))).toEqual({
      'steps.0.subject': 'The first step begins a conversation, so it needs a subject.',
    });
    expect(faultsOf(withStep(1, { subject: '   ' }))).toEqual({
      'steps.1.subject': 'Write a subject first.',
    });
  });

  it('refuses days that are none, too many, or not whole', () => {
    for (const waitDays of ['', '61', '-1', '1.5', 'x'])
      expect(faultsOf(withStep(1, { waitDays }))).toEqual({ 'steps.1.waitDays': 'Use whole days, 0 to 60.' });
  });

  it('sends no template for a step that an engine writes, and lets an engine write the first one only', () => {
    expect(bodyOf(withStep(0, { writing: 'generate' })).steps[0]).toEqual({
      waitDays: 0,
      writing: 'generate',
      subject: '',
      content: '',
    });
    expect(faultsOf(withStep(0, { writing: 'generate' }))).toEqual({});
    expect(faultsOf(withStep(1, { writing: 'generate' }))).toHaveProperty('steps');
  });

  it('knows whether anything was typed', () => {
    const { name, stopsCompany, steps } = bodyOf(written);
    const stored = {
      id: 'a',
      name,
      stopsCompany,
      steps: steps.map((step) => ({ ...step, subject: step.subject ?? '', content: step.content ?? '' })),
      state: 'draft' as const,
      counts: {
        active: 0,
        approval: 0,
        paused: 0,
        finished: 0,
        replied: 0,
        bounced: 0,
        unsubscribed: 0,
        stopped: 0,
      },
      sent: 0,
      createdBy: 'Dana',
      createdAt: '2026-02-03T00:00:00.000Z',
      updatedAt: '2026-02-03T00:00:00.000Z',
    };
    expect(isChanged(draftOf(stored), written)).toBe(false);
    expect(isChanged(draftOf(stored), withStep(0, { subject: 'Another' }))).toBe(true);
    expect(isChanged(newSequence(), newSequence())).toBe(false);
  });
});
