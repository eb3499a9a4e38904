import { useState } from 'react';
import { call } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { type Ai, useAi } from '#web/use-ai.ts';
import { type GeneratedPosts, socialApi } from '../contract.ts';
import { type ComposeDraft, changeDraft, composeDraft } from './compose-draft.ts';

interface Generating extends Ai<GeneratedPosts> {
  /** Which engine wrote, and what it says about its text. */
  result: Pick<GeneratedPosts, 'engine' | 'issues'> | null;
}

/** The drafted texts in the draft: one for all where they are the same. */
function withTexts({ variants }: GeneratedPosts, before: ComposeDraft): Partial<ComposeDraft> {
  const [first] = variants;
  const alt = before.alt || (variants.find(({ altText }) => altText)?.altText ?? '');
  if (first && variants.every(({ text }) => text === first.text)) return { text: first.text, own: {}, alt };
  return { own: Object.fromEntries(variants.map(({ platform, text }) => [platform, text])), alt };
}

/** Has an engine write the texts of the chosen platforms; what was there before comes back by the toast. */
export function useGenerate(): Generating {
  const [result, setResult] = useState<Generating['result']>(null);
  const ai = useAi(async (engine) => {
    const { platforms, brief, picture } = composeDraft();
    const answer = await call(socialApi.endpoints.generate, {
      body: { platforms, brief, imageId: picture?.id ?? null, ...(engine ? { engine } : {}) },
    });
    const { text, own, alt } = composeDraft();
    changeDraft(withTexts(answer, composeDraft()));
    setResult(answer);
    if (`${text}${Object.values(own).join('')}`.trim() !== '')
      toast({
        title: 'Your text was replaced',
        durationMs: 10_000,
        action: { label: 'Undo', run: () => changeDraft({ text, own, alt }) },
      });
    return answer;
  }, 'Nothing was written. Try again in a moment.');

  return { ...ai, result };
}
