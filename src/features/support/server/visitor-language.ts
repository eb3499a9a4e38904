import { foreignLanguage, languageTags } from '#server/integrations/ai/builtin/language.ts';

const englishWords = /\b(?:the|is|are|what|how|can|you|your|where|when|does|have|with)\b/gi;

/** The language of what a visitor writes; `before` where the text does not tell. */
export function languageOf(text: string, before: string): string {
  const found = foreignLanguage(text);
  if (found !== null) return languageTags[found] ?? before;
  const isEnglish = (text.slice(0, 2000).match(englishWords)?.length ?? 0) >= 2;
  if (isEnglish) return 'en';
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(before) ? before.toLowerCase() : 'en';
}
