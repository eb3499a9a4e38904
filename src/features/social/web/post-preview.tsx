import { useState } from 'react';
import { pictureSizes, variantSize } from '#features/images/picture-sizes.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type Platform, platformRules } from '../platforms.ts';

export interface PreviewPicture {
  src: string;
  alt: string;
  /** Pixels; null for a picture that lies elsewhere. */
  size: { width: number; height: number } | null;
}

export interface PreviewProps {
  platform: Platform;
  /** Name of the connected account, or of the organization. */
  account: string;
  content: string;
  picture: PreviewPicture | null;
  /** What stands under the name, such as the time. */
  when: string;
}

/** Where each platform folds a text behind 'more': characters and lines, as its feed shows it on a desk. */
const folds: Readonly<Record<Platform, { characters: number; lines: number }>> = {
  linkedin: { characters: 210, lines: 3 },
  facebook: { characters: 477, lines: 5 },
  instagram: { characters: 125, lines: 2 },
};

/** The part of a text before the fold; null when all of it is shown. */
export function beforeFold(platform: Platform, content: string): string | null {
  const { characters, lines } = folds[platform];
  const shown = content.split('\n').slice(0, lines).join('\n').slice(0, characters);
  return shown.length < content.trimEnd().length ? shown.trimEnd() : null;
}

function FoldedText({ platform, content, lead }: { platform: Platform; content: string; lead?: string }) {
  const [open, setOpen] = useState(false);
  const folded = open ? null : beforeFold(platform, content);
  return (
    <p dir="auto" className="text-base break-words whitespace-pre-wrap">
      {lead ? <span className="mr-1.5 font-semibold">{lead}</span> : null}
      {content === '' ? (
        <span className="text-muted">The text appears here.</span>
      ) : (
        (folded?.replace(/[.…]+$/, '') ?? content)
      )}
      {folded === null ? null : (
        <>
          {'… '}
          <button type="button" className="text-muted hover:underline" onClick={() => setOpen(true)}>
            more
          </button>
        </>
      )}
    </p>
  );
}

/** The picture in the shape in which the platform gets it. */
function PreviewImage({ platform, picture }: { platform: Platform; picture: PreviewPicture }) {
  const kept = picture.size
    ? variantSize(picture.size, pictureSizes[platform])
    : { width: 1200, height: 675 };
  return <Picture src={picture.src} alt={picture.alt} width={kept.width} height={kept.height} fit="cover" />;
}

/** What a platform's readers see, in quiet: name, picture in its shape, text folded where it folds. */
export function PostPreview(props: PreviewProps) {
  const { platform, account, content, picture, when } = props;
  const { name } = platformRules[platform];
  const actions = {
    linkedin: 'Like · Comment · Repost · Send',
    facebook: 'Like · Comment · Share',
    instagram: 'Like · Comment · Share · Save',
  }[platform];
  const head = (
    <div className="flex items-center gap-2.5 px-3.5 py-3">
      <Avatar name={account} size={platform === 'instagram' ? 'small' : 'medium'} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold">
          {account}
        </p>
        {platform === 'instagram' ? null : <p className="truncate text-xs text-muted">{when}</p>}
      </div>
    </div>
  );
  const foot = (
    <p aria-hidden className="border-t border-border px-3.5 py-2 text-xs text-muted">
      {actions}
    </p>
  );
  return (
    <section
      aria-label={`Preview for ${name}`}
      className="overflow-hidden rounded-lg border border-border bg-surface"
    >
      {head}
      {platform === 'instagram' ? (
        <>
          {picture ? (
            <PreviewImage platform={platform} picture={picture} />
          ) : (
            <p className="grid aspect-square place-items-center bg-sunken px-6 text-center text-sm text-muted">
              Instagram takes no post without a picture.
            </p>
          )}
          <p aria-hidden className="px-3.5 pt-2 text-xs text-muted">
            {actions}
          </p>
          <div className="px-3.5 pt-1 pb-3">
            <FoldedText platform={platform} content={content} lead={account} />
            <p className="mt-1 text-xs text-muted">{when}</p>
          </div>
        </>
      ) : (
        <>
          <div className="px-3.5 pb-3">
            <FoldedText platform={platform} content={content} />
          </div>
          {picture ? <PreviewImage platform={platform} picture={picture} /> : null}
          {foot}
        </>
      )}
    </section>
  );
}
