import { describe, expect, it } from 'vitest';
import type { OutreachSettings } from '#features/outreach/settings-contract.ts';
import { changedSettings, settingsIssues, valuesOf } from './settings-values.ts';

const settings: OutreachSettings = {
  requireConsentBasis: false,
  tone: 'friendly',
  length: 'short',
  approvedSentences: ['We print screens.'],
  signature: '',
  dailyCap: null,
  hourlyCap: null,
  rampUp: null,
  window: null,
  spread: true,
  dkimSelector: null,
  postalAddress: '',
  from: 'Dana <dana@hub.example>',
  transport: 'outbox',
  timezone: 'Australia/Sydney',
  paused: null,
  capToday: null,
  sentToday: 0,
};
const before = valuesOf(settings);

describe('the settings of Outreach in a form', () => {
  it('send what was changed, nothing else', () => {
    expect(changedSettings(before, before)).toEqual({});
    expect(changedSettings(before, { ...before, dailyCap: '40', ramp: true })).toEqual({
      dailyCap: 40,
      rampUp: { startsAt: 20, addsPerDay: 10 },
    });
    expect(changedSettings(before, { ...before, window: true, Friday: false })).toEqual({
      window: { days: [1, 2, 3, 4], from: '09:00', to: '17:00' },
    });
  });

  it('come back as they were stored', () => {
    const stored = {
      ...settings,
      window: { days: [6, 7], from: '10:00', to: '12:00' },
      rampUp: { startsAt: 5, addsPerDay: 2 },
    };
    expect(changedSettings(before, valuesOf(stored))).toEqual({
      window: stored.window,
      rampUp: stored.rampUp,
    });
  });

  it('take sentences line by line, without empty ones, and name the line that is too long', () => {
    const typed = { ...before, approvedSentences: ' One. \n\nTwo.' };
    expect(changedSettings(before, typed)).toEqual({ approvedSentences: ['One.', 'Two.'] });
    expect(settingsIssues({ ...before, approvedSentences: `One.\n${'x'.repeat(301)}` })).toEqual([
      { path: 'approvedSentences', message: 'Line 2: Use at most 300 characters.' },
    ]);
  });

  it('say what is wrong at its field', () => {
    expect(settingsIssues({ ...before, dailyCap: 'many' })).toEqual([
      { path: 'dailyCap', message: 'Use a whole number, at least 1.' },
    ]);
    expect(settingsIssues({ ...before, hourlyCap: '20001' })).toEqual([
      { path: 'hourlyCap', message: 'Use at most 20,000.' },
    ]);
    expect(settingsIssues({ ...before, ramp: true, addsPerDay: '' })).toEqual([
      { path: 'addsPerDay', message: 'Use a whole number, at least 1.' },
    ]);
    expect(settingsIssues({ ...before, window: true, from: '17:00', to: '09:00' })).toEqual([
      { path: 'to', message: 'Sending must end after it begins.' },
    ]);
    const noDays = { Monday: false, Tuesday: false, Wednesday: false, Thursday: false, Friday: false };
    expect(settingsIssues({ ...before, window: true, ...noDays })).toEqual([
      { path: 'days', message: 'Choose at least one day.' },
    ]);
  });
});
