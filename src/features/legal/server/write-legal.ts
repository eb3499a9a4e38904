import { micromark } from 'micromark';
import { publicSettings } from '#features/platform/server/public.ts';
import { fillSlots, Html, html } from '#server/http/html.ts';
import type { PageTools } from '#server/http/written-pages.ts';
import { markdownFault } from '#shared/markdown-limits.ts';
import { type LegalText, legalTemplates, legalTexts } from '../templates.ts';

/**
 * Markdown (CommonMark) as markup. HTML in it is shown as text and addresses that run something lead nowhere, which is
 * what the library does unless told otherwise; pictures stay text, since they would tell others who reads the page.
 */
export function markdown(text: string): Html {
  // Stored before there was a bound: everybody who opens the page would wait, and the server with them.
  if (markdownFault(text) !== null) return html`<pre class="plain">${text}</pre>`;
  return new Html(micromark(text, { extensions: [{ disable: { null: ['labelStartImage'] } }] }));
}

const templateNotice = html`<p class="template" role="note"><strong>Template.</strong> This text is shipped with AI Hub as an example and is not legal advice. Whoever runs this installation replaces it with their own.</p>`;

/** Fills the page's file with the operator's text, or with the shipped one, marked as a template. */
export function legalPage(template: string, name: LegalText, own: string, origin: string): string {
  const { title, path } = legalTexts[name];
  const text = own.trim() === '' ? legalTemplates[name] : own;
  // A text that brings a main heading of its own needs no second one.
  const heading = /^\s*# /.test(text) ? new Html('') : html`<h1>${title}</h1>`;
  return fillSlots(template, {
    origin,
    path,
    title,
    heading,
    notice: own.trim() === '' ? templateNotice : new Html(''),
    text: markdown(text),
  });
}

/** Writes one of the two legal pages. */
export function writeLegal(name: LegalText) {
  return async ({ services, template }: PageTools): Promise<string> => {
    const settings = await publicSettings(services);
    return legalPage(
      await template('features/legal/web/legal.html'),
      name,
      settings[name],
      services.config.publicUrl,
    );
  };
}
