import { useEffect } from 'react';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import type { PaletteEntry } from '#web/shell/palette.tsx';
import { useSettled } from '#web/use-settled.ts';
import { socialApi } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { cutText } from './post-words.ts';
import { useCompose } from './use-compose.ts';
import { useOpenPost } from './use-open-post.ts';

interface PostFinderProps {
  text: string;
  onFound: (entries: PaletteEntry[]) => void;
}

const labelLength = 60;
const newPost = 'New post';

/** Posts for the command palette, and the way to a new one. */
export function PostFinder({ text, onFound }: PostFinderProps) {
  const open = useOpenPost();
  const compose = useCompose();
  const mayWrite = useCan('social.write');
  const search = useSettled(text);
  const found = useEndpoint(
    socialApi.endpoints.entries,
    { query: { search, limit: '8' } },
    { enabled: search !== '' },
  );

  useEffect(() => {
    const fits = mayWrite && newPost.toLowerCase().includes(text);
    onFound([
      ...(fits ? [{ id: 'new-post', label: newPost, detail: 'Action', run: compose }] : []),
      ...(found.data ?? []).map((post) => ({
        id: post.id,
        label: cutText(post.content, labelLength),
        detail: `${platformRules[post.platform].name} post`,
        run: () => open(post.id),
      })),
    ]);
  }, [found.data, text, mayWrite, compose, open, onFound]);
  return null;
}
