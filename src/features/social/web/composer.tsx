import { useState } from 'react';
import { exactDateTime } from '#web/lib/dates.ts';
import { useMe, useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { platform, platformRules } from '../platforms.ts';
import type { SocialSettings } from '../settings-contract.ts';
import { chosenTime } from './chosen-time.ts';
import { ComposeAi } from './compose-ai.tsx';
import { findingsOf, missingOf, saveWords, textOf } from './compose-checks.ts';
import {
  type ComposeDraft,
  changeDraft,
  clearDraft,
  isEmptyDraft,
  useComposeDraft,
} from './compose-draft.ts';
import { ComposePicture } from './compose-picture.tsx';
import { saveDraft } from './compose-save.ts';
import { ComposeTexts } from './compose-texts.tsx';
import { ComposeWhen } from './compose-when.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { PostPreview } from './post-preview.tsx';
import { useSocialSettings } from './use-posts.ts';

/** Writing on the left, what each platform will show on the right. Closing it loses nothing. */
export function Composer({ onClose }: { onClose: () => void }) {
  const draft = useComposeDraft();
  const settings = useSocialSettings().data;
  const zone = useZone();
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = missingOf(draft, zone, now);
  const stop = draft.platforms
    .flatMap((one) => findingsOf(draft, one, settings?.channels[one] ?? null))
    .find(({ stops }) => stops);
  const asks = settings?.requireApproval === true && !settings.mayApprove;

  async function save(): Promise<void> {
    if (missing) {
      setFailure(missing);
      return;
    }
    setBusy(true);
    const fault = await saveDraft(zone);
    setBusy(false);
    setFailure(fault);
    if (fault === null) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="New post"
      footer={
        <>
          {failure ? (
            <p role="alert" className="min-w-0 grow text-sm text-danger-text">
              {failure}
            </p>
          ) : stop ? (
            // Beside the button that it keeps from being pressed: on a phone the previews lie far below.
            <p className="min-w-0 grow text-sm text-danger-text">{stop.text}</p>
          ) : null}
          {isEmptyDraft(draft) ? null : (
            <Button
              look="quiet"
              onClick={() => {
                setFailure(null);
                clearDraft();
              }}
            >
              Start over
            </Button>
          )}
          <Button
            look="primary"
            disabled={stop !== undefined}
            busy={busy && 'Saving...'}
            onClick={() => void save()}
          >
            {saveWords(draft, asks)}
          </Button>
        </>
      }
    >
      <div data-tab="social" className="grid items-start md:grid-cols-2">
        <form
          className="min-w-0 space-y-5 p-5"
          onSubmit={(event) => event.preventDefault()}
          onChange={() => setFailure(null)}
        >
          <PlatformChoice draft={draft} />
          <ComposePicture draft={draft} />
          <ComposeAi draft={draft} seesPictures={settings?.seesPictures ?? false} />
          <ComposeTexts draft={draft} />
          <ComposeWhen draft={draft} settings={settings} />
        </form>
        <Previews draft={draft} settings={settings} />
      </div>
    </Dialog>
  );
}

function PlatformChoice({ draft }: { draft: ComposeDraft }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Platforms</legend>
      <div className="flex flex-wrap gap-2">
        {platform.options.map((one) => {
          const on = draft.platforms.includes(one);
          return (
            <label
              key={one}
              className={cx(
                'control flex items-center gap-2 rounded-md border px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                on ? 'border-theme bg-theme-quiet' : 'border-border-strong bg-surface hover:bg-hover',
              )}
            >
              <input
                type="checkbox"
                className="size-4.5 accent-brand outline-none"
                checked={on}
                onChange={() =>
                  changeDraft({
                    // In the order in which screens show them.
                    platforms: platform.options.filter((other) =>
                      other === one ? !on : draft.platforms.includes(other),
                    ),
                  })
                }
              />
              <PlatformMark platform={one} named />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Previews({ draft, settings }: { draft: ComposeDraft; settings: SocialSettings | undefined }) {
  const me = useMe();
  const zone = useZone();
  const { picture, alt, when, platforms } = draft;
  const at = when === 'at' ? chosenTime(draft.date, draft.time, zone)?.at.toISOString() : null;
  return (
    <section
      aria-label="Previews"
      className="min-w-0 space-y-5 border-border bg-sunken p-5 max-md:border-t md:min-h-full md:border-l"
    >
      {platforms.length === 0 ? (
        <p className="text-muted">Choose a platform to see how the post will look there.</p>
      ) : null}
      {platforms.map((one) => {
        const channel = settings?.channels[one] ?? null;
        const slot = when === 'next_slot' ? channel?.nextSlot : null;
        const time = at ?? slot;
        const shape = picture?.variants.find(({ name }) => name === one);
        return (
          <div key={one} className="mx-auto max-w-[480px]">
            <p className="mb-1.5 text-sm font-medium">{platformRules[one].name}</p>
            <PostPreview
              platform={one}
              account={channel?.account?.name ?? me.organization.name}
              content={textOf(draft, one).trim()}
              picture={
                picture
                  ? {
                      src: shape?.url ?? picture.url,
                      alt,
                      size: { width: picture.width, height: picture.height },
                    }
                  : null
              }
              when={time ? exactDateTime(time, zone) : 'Draft'}
            />
            <ul className="mt-2 space-y-1 text-sm">
              {findingsOf(draft, one, channel).map(({ text, stops }) => (
                <li key={text} className={stops ? 'text-danger-text' : 'text-warning-text'}>
                  {text}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
