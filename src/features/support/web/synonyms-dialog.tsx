import { call, messageOf } from '#web/api.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { askApi, askLimits } from '../ask-contract.ts';
import { knowledgeQueries } from './knowledge-queries.ts';
import { groupsOf, lineIssues, linesOf } from './synonym-lines.ts';

const about = {
  title: 'Words that mean the same',
  description: 'A question with one word of a line finds articles with the others.',
};

/** The organization's own synonyms: one line for each meaning. */
export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const found = useEndpoint(askApi.endpoints.readSynonyms);
  const mayWrite = useCan('support.write');
  if (found.data && mayWrite) return <Form groups={found.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} {...about} footer={<Button onClick={onClose}>Close</Button>}>
      {found.data ? (
        <p dir="auto" className="p-5 whitespace-pre-line">
          {linesOf(found.data) || 'No line yet.'}
        </p>
      ) : found.error ? (
        <ErrorState
          title="The words could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading words" className="p-5">
          <Skeleton className="h-40 rounded-md" />
        </Loading>
      )}
    </Dialog>
  );
}

function Form({ groups, onClose }: { groups: string[][]; onClose: () => void }) {
  const initial = { lines: linesOf(groups) };
  const form = useForm({
    initial,
    check: ({ lines }) => Promise.resolve(lineIssues(lines)),
    submit: async ({ lines }) => {
      await call(askApi.endpoints.saveSynonyms, { body: { groups: groupsOf(lines) } });
      release();
      toast({ title: 'Words saved', description: 'Questions find by them from now on.' });
      onClose();
      await refresh(knowledgeQueries);
    },
    failed: (error) =>
      toast({
        title: 'The words were not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const { question, release } = useUnsaved(form.values.lines !== initial.lines);
  return (
    <FormDialog
      {...about}
      form={form}
      action="Save words"
      busy="Saving..."
      onClose={onClose}
      beside={question}
    >
      <TextAreaField
        {...form.field('lines')}
        label="Lines"
        rows={10}
        dir="auto"
        placeholder="supersite, jumbo board, large format"
        hint={`One line for each meaning, with commas between words; at most ${askLimits.synonymGroups} lines of ${askLimits.wordsOfGroup} words. Plurals and endings are found by themselves, and common words such as price and cost are known already.`}
      />
    </FormDialog>
  );
}
