import { shippedIntro } from '#features/landing/shipped-texts.ts';
import { legalTemplates } from '#features/legal/templates.ts';
import type { Issue } from '#shared/errors.ts';
import { issuesOf } from '#web/ui/use-form.ts';
import {
  claimsPreset,
  type PlatformSettings,
  type PlatformSettingsInput,
  platformSettingsInput,
  settingsLimits,
} from '../settings-contract.ts';

type Values = Record<string, string>;
type Given = Partial<PlatformSettingsInput>;

/** A part of the settings with a form of its own: what is typed, and what is sent of it. */
export interface SettingsPart {
  valuesOf: (settings: PlatformSettings) => Values;
  inputOf: (values: Values) => Given;
}

const at = (values: Values, name: string) => values[name] ?? '';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
export const figureRows = numbers(settingsLimits.figures);
export const testimonialRows = numbers(settingsLimits.testimonials);

/** The shipped text stands in the field and is stored as 'nothing set': so a newer one of the hub reaches the page. */
const shown = (stored: string, shipped: string) => (stored === '' ? shipped : stored);
const own = (typed: string, shipped: string) => (typed.trim() === shipped.trim() ? '' : typed);

function figureValues(figures: PlatformSettingsInput['figures']): Values {
  return Object.fromEntries(
    figureRows.flatMap((row) => [
      [`figure${row}Value`, figures[row]?.value ?? ''],
      [`figure${row}Label`, figures[row]?.label ?? ''],
    ]),
  );
}

/** The specification's claims, as typed. */
export function presetValues(): Values {
  return figureValues([...claimsPreset]);
}

export const landingPart: SettingsPart = {
  valuesOf: ({ headline, intro, figures, testimonials }) => ({
    headline: shown(headline, shippedIntro.headline),
    intro: shown(intro, shippedIntro.intro),
    ...figureValues(figures),
    ...Object.fromEntries(
      testimonialRows.flatMap((row) => [
        [`testimonial${row}Quote`, testimonials[row]?.quote ?? ''],
        [`testimonial${row}Name`, testimonials[row]?.name ?? ''],
        [`testimonial${row}Role`, testimonials[row]?.role ?? ''],
      ]),
    ),
  }),
  inputOf: (values) => ({
    headline: own(at(values, 'headline'), shippedIntro.headline),
    intro: own(at(values, 'intro'), shippedIntro.intro),
    figures: filledFigures(values).map(({ value, label }) => ({ value, label })),
    testimonials: filledTestimonials(values).map(({ quote, name, role }) => ({ quote, name, role })),
  }),
};

function filledFigures(values: Values) {
  return figureRows
    .map((row) => ({
      row,
      value: at(values, `figure${row}Value`).trim(),
      label: at(values, `figure${row}Label`).trim(),
    }))
    .filter(({ value, label }) => value !== '' || label !== '');
}

function filledTestimonials(values: Values) {
  return testimonialRows
    .map((row) => ({
      row,
      quote: at(values, `testimonial${row}Quote`).trim(),
      name: at(values, `testimonial${row}Name`).trim(),
      role: at(values, `testimonial${row}Role`).trim(),
    }))
    .filter(({ quote, name, role }) => quote !== '' || name !== '' || role !== '');
}

export const legalPart: SettingsPart = {
  valuesOf: ({ terms, privacy }) => ({
    terms: shown(terms, legalTemplates.terms),
    privacy: shown(privacy, legalTemplates.privacy),
  }),
  inputOf: (values) => ({
    terms: own(at(values, 'terms'), legalTemplates.terms),
    privacy: own(at(values, 'privacy'), legalTemplates.privacy),
  }),
};

export const salesPart: SettingsPart = {
  valuesOf: ({ salesAddress }) => ({ salesAddress: salesAddress ?? '' }),
  inputOf: (values) => ({ salesAddress: at(values, 'salesAddress').trim() || null }),
};

/** What was changed, as it is sent: what others change meanwhile is not written over. */
export function changedInput(part: SettingsPart, before: Values, now: Values): Given {
  const old = new Map<string, unknown>(Object.entries(part.inputOf(before)));
  return Object.fromEntries(
    Object.entries(part.inputOf(now)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
    ),
  );
}

/** What is wrong, at the field that says it: rows that are empty are left out, so places in a list are not rows. */
export function settingsIssues(part: SettingsPart, values: Values): Issue[] {
  const rows = { figures: filledFigures(values), testimonials: filledTestimonials(values) };
  return issuesOf(platformSettingsInput.partial().safeParse(part.inputOf(values))).map((issue) => {
    const [list = '', place = '', field = ''] = issue.path.split('.');
    if ((list !== 'figures' && list !== 'testimonials') || field === '') return issue;
    const row = rows[list][Number(place)]?.row ?? 0;
    const name = `${list.slice(0, -1)}${row}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    return { path: name, message: issue.message };
  });
}
