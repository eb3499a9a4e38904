import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TextField } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { postLimits } from '../contract.ts';
import { type ComposeDraft, changeDraft } from './compose-draft.ts';
import { usePictureUpload } from './use-picture-upload.ts';

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/** The picture of a post: chosen by a button, dropped here or pasted anywhere in the composer. */
export function ComposePicture({ draft }: { draft: ComposeDraft }) {
  const { picture, alt } = draft;
  const { progress, error, take, stop, forget } = usePictureUpload();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const files = picturesIn(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    }
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Picture</legend>
      <div
        className={cx(
          'rounded-lg border border-dashed',
          over ? 'border-theme bg-theme-quiet' : 'border-border-strong',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(picturesIn(event.dataTransfer));
        }}
      >
        {picture ? (
          <div className="flex flex-wrap items-center gap-3.5 p-3">
            <div className="w-28 shrink-0 overflow-hidden rounded-md">
              <Picture
                src={picture.variants.find(({ name }) => name === 'thumb')?.url ?? picture.url}
                alt={alt}
                width={picture.width}
                height={picture.height}
                fit="cover"
              />
            </div>
            <div className="min-w-0 grow">
              <p className="figures text-sm text-muted">
                {picture.width.toLocaleString('en-AU')} × {picture.height.toLocaleString('en-AU')} pixels
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button onClick={() => picker.current?.click()}>Replace</Button>
                <Button look="quiet" onClick={forget}>
                  <X size={15} aria-hidden />
                  Remove picture
                </Button>
              </div>
            </div>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 p-4">
            <Button onClick={() => picker.current?.click()}>
              <ImagePlus size={16} aria-hidden />
              Choose a picture
            </Button>
            <p className="text-sm text-muted">or drop or paste one here: JPEG, PNG or WebP, up to 15 MB.</p>
          </div>
        )}
        {progress === null ? null : (
          <div className="flex items-center gap-3 px-4 pb-3">
            <progress aria-label="Upload of the picture" className="progress" value={progress} />
            <Button look="quiet" onClick={stop}>
              Stop
            </Button>
          </div>
        )}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture of the post"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {picture ? (
        <TextField
          className="mt-3"
          label="Picture description"
          hint="Read aloud to people who cannot see the picture: what is on it, in a sentence."
          dir="auto"
          maxLength={postLimits.altText}
          value={alt}
          onChange={(event) => changeDraft({ alt: event.target.value })}
        />
      ) : null}
    </fieldset>
  );
}
