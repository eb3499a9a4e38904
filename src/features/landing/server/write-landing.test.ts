import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  claimsPreset,
  nothingSet,
  type PlatformSettingsInput,
} from '#features/platform/settings-contract.ts';
import { modules, moduleTypes } from '#shared/modules.ts';
import { shippedIntro } from '../shipped-texts.ts';
import { landingPage } from './write-landing.ts';

const template = readFileSync(path.join(import.meta.dirname, '../web/landing.html'), 'utf8');
const page = (settings: Partial<PlatformSettingsInput> = {}) =>
  landingPage(template, { ...nothingSet, ...settings }, { origin: 'https://hub.example' });

/** What a reader sees, in one line. */
const textOf = (markup: string) =>
  markup
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the landing page', () => {
  it('shows every module with its price, and the Pro Package with its saving, fee and trial', () => {
    const text = textOf(page());
    for (const key of moduleTypes)
      expect(text).toContain(`${modules[key].name} $${modules[key].priceCents / 100} USD a month`);
    for (const words of [
      'Pro Package',
      '$299 USD a month',
      'instead of $397',
      'Save $98 every month: about 25 percent',
      'setup fee of $770 AUD',
      '14 days free, no credit card required',
    ])
      expect(text).toContain(words);
  });

  it('says what the support agent does', () => {
    expect(textOf(page())).toMatch(/Support Agent .* A chat for your website in one line/);
  });

  it('claims nothing that the operator has not entered', () => {
    const text = textOf(page());
    expect(text).not.toMatch(/1000\+|50M\+|300%|99\.9%|What customers say|Contact Sales/);
    expect(text).toContain(shippedIntro.headline);
  });

  it('shows what the operator has entered', () => {
    const text = textOf(
      page({
        headline: 'Ours',
        figures: [...claimsPreset],
        testimonials: [{ quote: 'It saves us an hour.', name: 'Jo Marsh', role: 'Owner, Marsh Tiles' }],
        salesAddress: 'sales@hub.example',
      }),
    );
    for (const words of ['1000+', '50M+', '300%', '99.9%', 'What customers say', 'Jo Marsh', 'Contact Sales'])
      expect(text).toContain(words);
    expect(text).not.toContain(shippedIntro.headline);
  });

  it('shows what the operator has entered letter for letter, wherever it stands', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{origin}}`;
    const markup = page({
      headline: hostile,
      intro: hostile,
      figures: [{ value: hostile, label: hostile }],
      testimonials: [{ quote: hostile, name: hostile, role: hostile }],
    });
    expect(markup).not.toContain('<script>');
    expect(markup).not.toContain('<img src=x');
    expect(textOf(markup)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('names its address by the public one', () => {
    const markup = page();
    expect(markup).toContain('<link rel="canonical" href="https://hub.example/landing" />');
    expect(markup).toContain('property="og:image" content="https://hub.example/landing-preview.jpg"');
    expect(markup).not.toMatch(/\{\{|\}\}/);
  });
});

describe('the way to the internal area', () => {
  it('is a quiet link at the end, where the area is switched on', () => {
    const link = '<a href="/legacy/login">Internal access</a>';
    const page = landingPage(template, nothingSet, { origin: 'https://hub.example', internalArea: true });
    expect(page.indexOf(link)).toBeGreaterThan(page.indexOf('<footer'));
    expect(landingPage(template, nothingSet, { origin: 'https://hub.example' })).not.toContain(link);
  });
});
