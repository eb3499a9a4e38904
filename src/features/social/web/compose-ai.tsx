import { Sparkles } from 'lucide-react';
import { AiFailed, AiIssues, engineName } from '#web/ui/ai-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { postLimits } from '../contract.ts';
import { type ComposeDraft, changeDraft } from './compose-draft.ts';
import { useGenerate } from './use-generate.ts';

interface ComposeAiProps {
  draft: ComposeDraft;
  /** Whether the engine in use can look at a picture. */
  seesPictures: boolean;
}

/** The brief, and an engine that writes the texts from it and from the picture. */
export function ComposeAi({ draft, seesPictures }: ComposeAiProps) {
  const { busy, result, failure, make } = useGenerate();
  const hasBrief = draft.brief.trim() !== '';
  const enough = draft.platforms.length > 0 && (hasBrief || (seesPictures && draft.picture !== null));
  const hint = seesPictures
    ? 'What the post is about. With a picture it may stay empty.'
    : 'The built-in engine cannot look at pictures, so it needs a brief.';
  return (
    <div>
      <TextAreaField
        label="Brief"
        hint={hint}
        dir="auto"
        rows={3}
        required={!seesPictures}
        maxLength={postLimits.brief}
        placeholder="A new board at Anzac Parade, free from March, for shops nearby"
        value={draft.brief}
        onChange={(event) => changeDraft({ brief: event.target.value })}
      />
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button disabled={!enough} busy={busy && 'Writing...'} onClick={() => void make()}>
          <Sparkles size={16} aria-hidden />
          Write with AI
        </Button>
        {result && !busy ? (
          <output className="min-w-0 text-sm text-muted">
            Written by {engineName(result.engine)}. Read it before it goes out.
          </output>
        ) : null}
      </div>
      {failure && !busy ? <AiFailed failure={failure} make={make} className="mt-2.5" /> : null}
      {result && !busy ? (
        <AiIssues label="Notes on these texts" issues={result.issues} className="mt-2.5" />
      ) : null}
    </div>
  );
}
