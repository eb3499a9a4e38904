import { publicSettings } from '#features/platform/server/public.ts';
import type {
  LandingFigure,
  PlatformSettingsInput,
  Testimonial,
} from '#features/platform/settings-contract.ts';
import { fillSlots, Html, html } from '#server/http/html.ts';
import type { PageTools } from '#server/http/written-pages.ts';
import {
  coreModules,
  type ModuleType,
  modules,
  moduleTypes,
  priceOf,
  setupFeeCents,
  trialDays,
} from '#shared/modules.ts';
import { moduleWords } from '../module-words.ts';
import { shippedIntro } from '../shipped-texts.ts';

const nothing = new Html('');

/** The landing page, with what the operator has set. */
export async function writeLanding({ services, template }: PageTools): Promise<string> {
  return landingPage(await template('features/landing/web/landing.html'), await publicSettings(services), {
    origin: services.config.publicUrl,
    internalArea: services.config.legacyAccessCode !== null,
  });
}

/** Fills the page's file. Prices come from the table that bills. */
export function landingPage(
  template: string,
  { headline, intro, figures, testimonials, salesAddress }: PlatformSettingsInput,
  { origin, internalArea = false }: { origin: string; internalArea?: boolean },
): string {
  const pro = priceOf(coreModules);
  const cheapest = Math.min(...coreModules.map((key) => modules[key].priceCents));
  return fillSlots(template, {
    origin,
    headline: headline || shippedIntro.headline,
    intro: intro || shippedIntro.intro,
    'trial-days': String(trialDays),
    'least-price': dollars(cheapest),
    modules: html`${moduleTypes.map(moduleCard)}`,
    'pro-price': dollars(pro.monthlyCents),
    'pro-list': dollars(pro.listMonthlyCents),
    'pro-saving': dollars(pro.savingCents),
    'pro-percent': String(Math.round((100 * pro.savingCents) / pro.listMonthlyCents)),
    'pro-modules': coreModules.map((key) => modules[key].name).join(', '),
    'setup-fee': dollars(setupFeeCents),
    figures: figures.length > 0 ? figureRow(figures) : nothing,
    testimonials: testimonials.length > 0 ? testimonialRow(testimonials) : nothing,
    internal: internalArea ? html`<li><a href="/legacy/login">Internal access</a></li>` : nothing,
    sales: salesAddress ? html`<li><a href="mailto:${salesAddress}">Contact Sales</a></li>` : nothing,
  });
}

/** Whole dollars where there are no cents: prices in large type. */
function dollars(cents: number): string {
  const figure = cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2);
  return `$${figure.toLocaleString('en-AU')}`;
}

function moduleCard(key: ModuleType): Html {
  const { name, priceCents } = modules[key];
  const { text, points, note } = moduleWords[key];
  return html`<li class="module">
    <h3>${name}</h3>
    <p class="price"><span class="amount">${dollars(priceCents)}</span> USD a month</p>
    <p class="words">${text}</p>
    <ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>
    ${note ? html`<p class="note">${note}</p>` : nothing}
  </li>`;
}

function figureRow(figures: readonly LandingFigure[]): Html {
  return html`<section class="figures" aria-label="In figures"><dl class="wrap">${figures.map(
    ({ value, label }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}

function testimonialRow(testimonials: readonly Testimonial[]): Html {
  return html`<section class="wrap quotes" aria-labelledby="quotes"><h2 id="quotes">What customers say</h2><ul>${testimonials.map(
    ({ quote, name, role }) =>
      html`<li><figure><blockquote dir="auto">${quote}</blockquote><figcaption><strong dir="auto">${name}</strong>${role ? html`<span dir="auto">${role}</span>` : nothing}</figcaption></figure></li>`,
  )}</ul></section>`;
}
