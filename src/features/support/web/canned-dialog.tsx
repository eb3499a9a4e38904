import { call, messageOf } from '#web/api.ts';
import { refresh, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type CannedReply, conversationApi, conversationLimits } from '../conversation-contract.ts';

const { listCanned, addCanned, changeCanned, removeCanned } = conversationApi.endpoints;

type Values = Record<'title' | 'text', string>;

/** A reply that is kept ready: written, changed or deleted. */
export function CannedDialog({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const form = useForm<Values>({
    initial: { title: reply?.title ?? '', text: reply?.text ?? '' },
    check: (values) => Promise.resolve(issuesOf(addCanned.body.safeParse(values))),
    submit: async (body) => {
      await (reply ? call(changeCanned, { params: { replyId: reply.id }, body }) : call(addCanned, { body }));
      onClose();
      await refresh([listCanned]);
    },
    failed: (error) =>
      toast({
        title: 'The reply was not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const remove = useAction(removeCanned, {
    refreshes: [listCanned],
    onSuccess: onClose,
    onError: (error) =>
      toast({ title: 'The reply was not deleted', description: error.message, tone: 'danger' }),
  });
  return (
    <FormDialog
      title={reply ? 'Change reply' : 'Add reply'}
      form={form}
      action="Save reply"
      busy="Saving..."
      onClose={onClose}
    >
      <TextField
        {...form.field('title')}
        label="Name"
        dir="auto"
        maxLength={conversationLimits.cannedTitle}
      />
      <TextAreaField
        {...form.field('text')}
        label="Text"
        rows={6}
        dir="auto"
        maxLength={conversationLimits.teamText}
      />
      {reply ? (
        <Button
          look="danger-quiet"
          busy={remove.isPending && 'Deleting...'}
          onClick={() => remove.mutate({ params: { replyId: reply.id } })}
        >
          Delete reply
        </Button>
      ) : null}
    </FormDialog>
  );
}
