import { describe, expect, it } from 'vitest';
import { shippedIntro } from '#features/landing/shipped-texts.ts';
import { legalTemplates } from '#features/legal/templates.ts';
import { nothingSet, type PlatformSettings } from '../settings-contract.ts';
import {
  changedInput,
  landingPart,
  legalPart,
  presetValues,
  salesPart,
  settingsIssues,
} from './settings-values.ts';

const part = { configured: false, words: '' };
const nothing: PlatformSettings = {
  ...nothingSet,
  updatedAt: null,
  state: { mail: part, ai: part, stripe: part },
};

describe('the settings as typed', () => {
  it('show the shipped texts, and store them as nothing of their own', () => {
    const landing = landingPart.valuesOf(nothing);
    expect(landing.headline).toBe(shippedIntro.headline);
    expect(landingPart.inputOf(landing)).toMatchObject({
      headline: '',
      intro: '',
      figures: [],
      testimonials: [],
    });
    const legal = legalPart.valuesOf(nothing);
    expect(legal.terms).toBe(legalTemplates.terms);
    expect(legalPart.inputOf(legal)).toEqual({ terms: '', privacy: '' });
  });

  it('send only what was changed', () => {
    const before = landingPart.valuesOf(nothing);
    expect(changedInput(landingPart, before, before)).toEqual({});
    expect(
      changedInput(landingPart, before, { ...before, figure2Value: ' 12 ', figure2Label: 'towns' }),
    ).toEqual({
      figures: [{ value: '12', label: 'towns' }],
    });
    const sales = salesPart.valuesOf(nothing);
    expect(changedInput(salesPart, sales, { salesAddress: ' sales@hub.example ' })).toEqual({
      salesAddress: 'sales@hub.example',
    });
  });

  it("take the specification's claims from the preset", () => {
    const values = { ...landingPart.valuesOf(nothing), ...presetValues() };
    expect(landingPart.inputOf(values).figures).toEqual([
      { value: '1000+', label: 'businesses' },
      { value: '50M+', label: 'leads' },
      { value: '300%', label: 'ROI' },
      { value: '99.9%', label: 'uptime' },
    ]);
  });

  it('say what is wrong at the row that is wrong, also below empty rows', () => {
    const values = {
      ...landingPart.valuesOf(nothing),
      figure2Label: 'towns',
      testimonial1Quote: 'It saves us an hour a day.',
    };
    expect(settingsIssues(landingPart, values)).toEqual([
      { path: 'figure2Value', message: 'Write the figure, or leave the line empty.' },
      { path: 'testimonial1Name', message: 'Say who said it.' },
    ]);
    expect(settingsIssues(salesPart, { salesAddress: 'nobody' })).toEqual([
      {
        path: 'salesAddress',
        message: 'Use an email address, such as sales@example.com, or leave it empty.',
      },
    ]);
  });
});
