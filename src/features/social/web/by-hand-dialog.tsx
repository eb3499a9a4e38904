import { Copy, Download, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { issuesOf } from '#web/ui/use-form.ts';
import type { PostDetails } from '../contract.ts';
import { type Platform, platformRules } from '../platforms.ts';
import { publishingApi } from '../publishing-contract.ts';
import { publishPost } from './post-actions.ts';

/** Where a person writes a post on each platform. */
const homes: Readonly<Record<Platform, string>> = {
  linkedin: 'https://www.linkedin.com/feed/',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
};

const notCopied = {
  title: 'The text was not copied',
  description: 'Your browser does not allow it here. Select the text and copy it with Ctrl C or Cmd C.',
};

/** Three steps of a person: copy, post there, say that it is out. */
export function ByHandDialog({ post, onClose }: { post: PostDetails; onClose: () => void }) {
  const form = useId();
  const { name } = platformRules[post.platform];
  const [link, setLink] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const picture = post.picture?.url ?? post.imageUrl;

  async function mark(): Promise<void> {
    const permalink = link.trim() || null;
    const [issue] = issuesOf(publishingApi.endpoints.publish.body.safeParse({ permalink }));
    if (issue) {
      setFault('A link begins with https://. Copy it from the post, or leave this empty.');
      return;
    }
    setBusy(true);
    if (await publishPost(post, permalink)) onClose();
    else setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Publish on ${name} by hand`}
      description={`No connection to ${name} is set up, so you post it yourself and say so here.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy && 'Saving...'}>
            Mark as published
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="space-y-5 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void mark();
        }}
      >
        <section aria-label="Copy">
          <h3 className="font-semibold">1. Take the text{picture ? ' and the picture' : ''}</h3>
          <p
            dir="auto"
            className="mt-2 max-h-40 overflow-y-auto rounded-md border border-border bg-sunken px-3 py-2 break-words whitespace-pre-wrap"
          >
            {post.content}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => void copyText(post.content, { title: 'Text copied' }, notCopied)}>
              <Copy size={15} aria-hidden />
              Copy text
            </Button>
            {picture ? (
              <a
                href={picture}
                {...(post.picture ? { download: `${post.platform}-post` } : { target: '_blank' })}
                rel="noopener noreferrer"
                className={buttonClass()}
              >
                <Download size={15} aria-hidden />
                Download picture
              </a>
            ) : null}
          </div>
        </section>
        <section aria-label="Post">
          <h3 className="font-semibold">2. Post it on {name}</h3>
          <a
            href={homes[post.platform]}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('secondary', 'mt-2')}
          >
            <ExternalLink size={15} aria-hidden />
            Open {name}
          </a>
        </section>
        <section aria-label="Mark">
          <h3 className="font-semibold">3. Say that it is out</h3>
          <TextField
            className="mt-2"
            label="Link to the post (optional)"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={link}
            maxLength={2000}
            error={fault ?? undefined}
            onChange={(event) => {
              setFault(null);
              setLink(event.target.value);
            }}
          />
        </section>
      </form>
    </Dialog>
  );
}
