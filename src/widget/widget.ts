import type { WidgetConfig } from '#features/support/widget-contract.ts';
import { Calls } from './calls.ts';
import { show } from './show.ts';
import { wordsFor } from './words.ts';

/** The element that loads this file, and says for whom. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>('script[data-organization][src*="/widget.js"]');
}

/** On a page of the hub itself the address may name the organization, so that it can be tried. */
function slugOf(script: HTMLScriptElement, base: string): string {
  const named = script.dataset.organization ?? '';
  if (named !== '' || location.origin !== base) return named;
  return new URLSearchParams(location.search).get('organization') ?? '';
}

/** What a page says about the looks goes before what the organization has set. */
function lookOf({ dataset }: HTMLScriptElement, config: WidgetConfig): WidgetConfig {
  const { colour, side } = dataset;
  return {
    ...config,
    ...(colour && /^#[0-9a-f]{6}$/i.test(colour) ? { colour } : {}),
    ...(side === 'left' || side === 'right' ? { side } : {}),
  };
}

async function begin(script: HTMLScriptElement): Promise<void> {
  const base = new URL(script.src).origin;
  const slug = slugOf(script, base);
  const language = script.dataset.language ?? (document.documentElement.lang || navigator.language);
  const calls = new Calls(base, slug);
  const config = lookOf(script, await calls.config(language));
  await show(calls, { slug, config, language, words: wordsFor(language), theme: script.dataset.theme ?? '' });
}

const script = ownScript();
if (script && !document.querySelector('[data-hub-chat]'))
  begin(script).catch((error: unknown) => {
    // The only one who can do something about it is whoever put the line into the page.
    // oxlint-disable-next-line no-console
    console.warn('The chat was not loaded.', error instanceof Error ? error.message : '');
  });
