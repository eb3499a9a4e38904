import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Article } from '../knowledge-contract.ts';
import { articleStateNames } from './article-words.ts';
import { MarkdownView } from './markdown-view.tsx';

/** An article for who may only read. */
export function ArticleReader({ article, onClose }: { article: Article; onClose: () => void }) {
  const { title, body, state } = article;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={title}
      description={articleStateNames[state]}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div dir="auto" className="max-w-[72ch] p-5">
        <MarkdownView text={body} />
      </div>
    </Dialog>
  );
}
