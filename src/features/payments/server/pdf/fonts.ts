import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Parts of the product's own typeface, each with the characters that it holds (SIL Open Font License 1.1). */
const parts: readonly [name: string, holds: RegExp][] = [
  ['latin', /[ -\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/u],
  ['latin-ext', /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff\u20a0-\u20c0]/u],
  ['vietnamese', /[\u1ea0-\u1ef9\u20ab]/u],
  ['greek', /[\u0370-\u03ff]/u],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
  ['cyrillic-ext', /[\u0460-\u052f]/u],
];

/** Last for every other script: one weight, and a shape for every character of the Basic Multilingual Plane. */
const fallback = '@fontsource/unifont/files/unifont-latin-400-normal.woff';

export type Weight = 400 | 600;

/** Looking a file up takes longer than printing a character. */
const files = new Map<string, string>();

function fileOf(name: string): string {
  const file = files.get(name) ?? require.resolve(name);
  files.set(name, file);
  return file;
}

/** The file of the font that a character is printed with. */
export function fontFor(character: string, weight: Weight): string {
  const part = parts.find(([, holds]) => holds.test(character))?.[0];
  return fileOf(
    part === undefined ? fallback : `@fontsource/inter/files/inter-${part}-${weight}-normal.woff`,
  );
}

/** The font of plain text. */
export const plainFont = fontFor('a', 400);
