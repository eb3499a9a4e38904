import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PaneSwitch } from '#web/ui/pane-switch.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { type Article, type ArticleVersion, knowledgeApi, knowledgeLimits } from '../knowledge-contract.ts';
import type { Proposal } from '../questions-contract.ts';
import { ArticleActions } from './article-actions.tsx';
import { ArticlePreview } from './article-preview.tsx';
import { articleStateNames, articleStateTones } from './article-words.ts';
import { changeState } from './change-article.ts';
import { knowledgeQueries } from './knowledge-queries.ts';

const { create, update } = knowledgeApi.endpoints;

type Pane = 'write' | 'preview';
const panes = [
  { name: 'write', label: 'Write' },
  { name: 'preview', label: 'Preview' },
] as const;

interface ArticleEditorProps {
  /** Null for a new one. */
  article: Article | null;
  proposal: Proposal | null;
  questionId: string | null;
  onClose: () => void;
}

/** Writes an article beside its preview; what others change while it is open does not get in between. */
export function ArticleEditor({ article: given, proposal, questionId, onClose }: ArticleEditorProps) {
  const navigate = useNavigate();
  const formId = useId();
  const [pane, setPane] = useState<Pane>('write');
  const [article, setArticle] = useState(given);
  const [saved, setSaved] = useState({
    title: given?.title ?? proposal?.title ?? '',
    body: given?.body ?? proposal?.body ?? '',
  });
  const publishes = useRef(false);
  const form = useForm({
    initial: saved,
    check: (values) => Promise.resolve(issuesOf(create.body.safeParse(values))),
    submit: async (values) => {
      const stored = article
        ? await call(update, {
            params: { articleId: article.id },
            body: { ...values, version: article.version },
          })
        : await call(create, { body: { ...values, ...(questionId ? { questionId } : {}) } });
      setSaved(values);
      setArticle(stored);
      release();
      const published = publishes.current ? await changeState(stored.id, 'published') : null;
      if (published) setArticle(published);
      else if (!publishes.current)
        toast({
          title: 'Article saved',
          ...(stored.state === 'draft'
            ? { description: 'It is a draft: the agent does not use it yet.' }
            : {}),
        });
      await refresh(knowledgeQueries);
      if (published || article) onClose();
      // In place of the form, so that Back goes to where it was opened.
      else
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, article: stored.id, question: undefined }),
          state: (before) => before,
          replace: true,
          resetScroll: false,
        });
    },
    failed: (error) =>
      toast({
        title: 'The article was not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const { title, body } = form.values;
  const { question, release } = useUnsaved(title !== saved.title || body !== saved.body);
  const shown = useDeferredValue(body);
  const inPane = (name: Pane) => (pane === name ? '' : 'max-md:hidden');
  const isDraft = article?.state !== 'published';
  const submit = (publish: boolean) => () => {
    publishes.current = publish;
    setPane('write');
  };
  const use = ({ title: of, body: text }: ArticleVersion) => {
    form.set({ title: of, body: text });
    setPane('write');
    toast({ title: 'The earlier text is in the editor', description: 'It is not saved yet.' });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={article ? 'Edit article' : 'New article'}
      description={
        isDraft
          ? 'The agent uses it once it is published.'
          : 'Published: what you save here is what the agent answers from.'
      }
      footer={
        <>
          {article ? (
            <div className="mr-auto flex items-center gap-2">
              {/* On a phone the buttons need the room, and the line above says the same. */}
              <span className="max-sm:hidden">
                <Badge tone={articleStateTones[article.state]}>{articleStateNames[article.state]}</Badge>
              </span>
              <ArticleActions
                article={article}
                onChanged={setArticle}
                onDeleted={onClose}
                onLeave={release}
              />
            </div>
          ) : null}
          {isDraft ? (
            <Button type="submit" form={formId} busy={form.busy && 'Saving...'} onClick={submit(false)}>
              Save draft
            </Button>
          ) : null}
          <Button
            type="submit"
            form={formId}
            look="primary"
            busy={form.busy && 'Saving...'}
            onClick={submit(isDraft)}
          >
            {isDraft ? 'Save and publish' : 'Save'}
          </Button>
        </>
      }
    >
      <PaneSwitch label="Part of the article" panes={panes} shown={pane} onShow={setPane} />
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] md:grid-cols-2">
        <form id={formId} {...form.form} className={cx('flex flex-col gap-4 p-5', inPane('write'))}>
          {proposal ? <Proposed proposal={proposal} /> : null}
          {article ? <LeftOut sentences={article.leftOut} /> : null}
          <TextField
            {...form.field('title')}
            label="Title"
            required
            dir="auto"
            maxLength={knowledgeLimits.title}
            hint="As a visitor would ask: the words of the title count most."
          />
          <TextAreaField
            {...form.field('body')}
            label="Text"
            required
            dir="auto"
            rows={18}
            maxLength={knowledgeLimits.body}
            className="grow"
            hint="Markdown: # heading, **bold**, - list. The agent quotes up to three sentences at a time, so let each paragraph answer one thing."
          />
        </form>
        <div className={cx('border-border bg-sunken p-5 md:border-l', inPane('preview'))}>
          <ArticlePreview title={title} body={shown} article={article} onUse={use} />
        </div>
      </div>
      {question}
    </Dialog>
  );
}

function Proposed({ proposal }: { proposal: Proposal }) {
  return (
    <Notice tone="info" boxed>
      <span className="font-semibold">Draft by the built-in rules.</span>{' '}
      {proposal.quoted.length > 0
        ? 'The title is what visitors asked; the text is what other articles say that may belong here. Keep what fits and write the answer.'
        : 'The title is what visitors asked; no other article speaks of it. Write the answer in one or two sentences.'}
    </Notice>
  );
}

function LeftOut({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warning" boxed>
      <p className="font-semibold">The agent leaves out what gives orders to a machine</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto" className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
