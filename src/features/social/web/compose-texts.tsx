import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { longestText, type Platform, platformRules } from '../platforms.ts';
import { textOf } from './compose-checks.ts';
import { type ComposeDraft, changeDraft } from './compose-draft.ts';
import { platformNames } from './post-words.ts';
import { TextCounter } from './text-counter.tsx';

/** One text for all chosen platforms, and one of its own for each that is written differently. */
export function ComposeTexts({ draft }: { draft: ComposeDraft }) {
  const { platforms, own, text } = draft;
  const shared = platforms.filter((one) => own[one] === undefined);
  const apart = platforms.filter((one) => own[one] !== undefined);

  function writeApart(target: Platform): void {
    changeDraft({ own: { ...own, [target]: textOf(draft, target) } });
  }
  function writeTogether(target: Platform): void {
    const { [target]: dropped, ...rest } = own;
    // The first text of all is not lost when there is no other.
    changeDraft({ own: rest, ...(text.trim() === '' && dropped ? { text: dropped } : {}) });
  }

  return (
    <div className="space-y-4">
      {shared.length > 0 || platforms.length === 0 ? (
        <div>
          <TextAreaField
            label={
              apart.length === 0 && platforms.length < 2
                ? 'Text'
                : `Text for ${platformNames(shared) || 'all'}`
            }
            dir="auto"
            rows={7}
            maxLength={longestText}
            value={text}
            onChange={(event) => changeDraft({ text: event.target.value })}
          />
          <div className="mt-1.5 space-y-0.5">
            {shared.map((one) => (
              <TextCounter key={one} platform={one} content={text} named={shared.length > 1} />
            ))}
          </div>
          {platforms.length > 1 ? (
            <div className="mt-1.5 -ml-3.5 flex flex-wrap">
              {shared.map((one) => (
                <Button key={one} look="quiet" onClick={() => writeApart(one)}>
                  Write differently for {platformRules[one].name}
                </Button>
              ))}
            </div>
          ) : null}
        </div>
      ) : null}
      {apart.map((one) => (
        <div key={one}>
          <TextAreaField
            label={`Text for ${platformRules[one].name}`}
            dir="auto"
            rows={6}
            maxLength={longestText}
            value={own[one] ?? ''}
            onChange={(event) => changeDraft({ own: { ...own, [one]: event.target.value } })}
          />
          <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
            <TextCounter platform={one} content={own[one] ?? ''} />
            <Button look="quiet" className="-mr-3.5" onClick={() => writeTogether(one)}>
              {shared.length > 0 ? `Same text as ${platformNames(shared)}` : 'Use one text for all'}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
