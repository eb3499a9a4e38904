import { Link } from '@tanstack/react-router';
import { messageOf } from '#web/api.ts';
import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { AiIssues, engineName } from '#web/ui/ai-parts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { askApi, askLimits, type SupportReply } from '../ask-contract.ts';
import { actionNames, actionTones } from './article-words.ts';

const { ask } = askApi.endpoints;

/** What the agent would say to a visitor, with the articles that it rests on. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const answer = useAction(ask);
  const form = useForm({
    initial: { question: '' },
    check: (values) => Promise.resolve(issuesOf(ask.body.safeParse(values))),
    submit: async (values) => {
      await answer.mutateAsync({ body: values });
    },
    failed: (error) =>
      toast({
        title: 'There is no answer',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Try a question"
      description="What the agent would say to a visitor now. Nothing of it is kept."
    >
      <form {...form.form} className="space-y-3 p-5">
        <TextAreaField
          {...form.field('question')}
          label="Question"
          rows={2}
          dir="auto"
          maxLength={askLimits.question}
          placeholder="As a visitor would ask it"
        />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={form.busy && 'Asking...'}>
            Ask
          </Button>
        </div>
      </form>
      <div aria-live="polite">{answer.data ? <Reply reply={answer.data} /> : null}</div>
    </Dialog>
  );
}

function Reply({ reply }: { reply: SupportReply }) {
  const { action, text, citations, handoffReason, engine, issues } = reply;
  return (
    <section aria-label="Answer" className="border-t border-border p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={actionTones[action]}>{actionNames[action]}</Badge>
        <span className="text-sm text-muted">By {engineName(engine)}</span>
      </div>
      <p dir="auto" className="mt-3 break-words whitespace-pre-line">
        {text}
      </p>
      {handoffReason ? <p className="mt-2 text-sm text-muted">For the team: {handoffReason}</p> : null}
      {citations.length > 0 ? (
        <>
          <h3 className="mt-4 text-sm font-semibold">{action === 'answer' ? 'It rests on' : 'It names'}</h3>
          <ul className="mt-1.5 space-y-3">
            {citations.map(({ articleId, title, quote }) => (
              <li key={`${articleId} ${quote}`} className="border-l-2 border-border-strong pl-3">
                <Link
                  to="."
                  search={(before: Record<string, string>) => ({
                    ...before,
                    ask: undefined,
                    article: articleId,
                  })}
                  resetScroll={false}
                  preload={false}
                  dir="auto"
                  className="link break-words"
                >
                  {title}
                </Link>
                {action === 'answer' && quote === text ? null : (
                  <p dir="auto" className="mt-0.5 text-sm break-words text-muted">
                    {quote}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <AiIssues label="About this answer" issues={issues} className="mt-4" />
    </section>
  );
}
