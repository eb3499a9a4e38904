import type { z } from 'zod';
import { emailLength, emailTone } from '#features/outreach/email-contract.ts';
import {
  type OutreachSettings,
  type OutreachSettingsInput,
  outreachSettingsInput,
} from '#features/outreach/settings-contract.ts';
import type { Issue } from '#shared/errors.ts';
import { type HoursValues, hoursOf, hoursValues } from '#web/lib/weekdays.ts';

/** The settings as they are typed. Approved sentences are lines of one text. */
export interface SettingsValues extends HoursValues {
  tone: string;
  length: string;
  approvedSentences: string;
  signature: string;
  requireConsentBasis: boolean;
  dailyCap: string;
  hourlyCap: string;
  ramp: boolean;
  startsAt: string;
  addsPerDay: string;
  spread: boolean;
  dkimSelector: string;
}

const figure = (value: number | null) => (value === null ? '' : String(value));

export function valuesOf(settings: OutreachSettings): SettingsValues {
  const { rampUp, window } = settings;
  return {
    tone: settings.tone,
    length: settings.length,
    approvedSentences: settings.approvedSentences.join('\n'),
    signature: settings.signature,
    requireConsentBasis: settings.requireConsentBasis,
    dailyCap: figure(settings.dailyCap),
    hourlyCap: figure(settings.hourlyCap),
    ramp: rampUp !== null,
    startsAt: String(rampUp?.startsAt ?? 20),
    addsPerDay: String(rampUp?.addsPerDay ?? 10),
    ...hoursValues(window),
    spread: settings.spread,
    dkimSelector: settings.dkimSelector ?? '',
  };
}

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));
const capOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function inputOf(values: SettingsValues) {
  return {
    tone: emailTone.catch('friendly').parse(values.tone),
    length: emailLength.catch('short').parse(values.length),
    approvedSentences: linesOf(values.approvedSentences),
    signature: values.signature.trim(),
    requireConsentBasis: values.requireConsentBasis,
    dailyCap: capOf(values.dailyCap),
    hourlyCap: capOf(values.hourlyCap),
    rampUp: values.ramp
      ? { startsAt: numberOf(values.startsAt), addsPerDay: numberOf(values.addsPerDay) }
      : null,
    window: hoursOf(values),
    spread: values.spread,
    dkimSelector: values.dkimSelector.trim() || null,
  };
}

/** What was changed, as it is sent: what others change meanwhile is not written over. */
export function changedSettings(before: SettingsValues, now: SettingsValues): Partial<OutreachSettingsInput> {
  const [old, next] = [inputOf(before), inputOf(now)];
  const entries = Object.entries(next).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(old).find(([key]) => key === name)?.[1]),
  );
  return Object.fromEntries(entries);
}

const numbers = new Set(['dailyCap', 'hourlyCap', 'startsAt', 'addsPerDay']);

/** The contract's own words are for programs where a number is none, or too large. */
function numberFault(issue: z.core.$ZodIssue): string {
  return issue.code === 'too_big' && typeof issue.maximum === 'number'
    ? `Use at most ${issue.maximum.toLocaleString('en-AU')}.`
    : 'Use a whole number, at least 1.';
}

/** What is wrong, at the field that says it. */
export function settingsIssues(values: SettingsValues): Issue[] {
  const parsed = outreachSettingsInput.safeParse(inputOf(values));
  return (parsed.error?.issues ?? []).map((issue) => {
    const [first = '', second] = issue.path.map(String);
    if (first === 'approvedSentences' && second !== undefined)
      return { path: first, message: `Line ${Number(second) + 1}: ${issue.message}` };
    const field = second ?? first;
    return { path: field, message: numbers.has(field) ? numberFault(issue) : issue.message };
  });
}
