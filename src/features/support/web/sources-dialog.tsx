import { FileText } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DropArea, useNoStrayDrops } from '#web/ui/drop-area.tsx';
import { TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { importedTypes, importLimits, importsApi } from '../imports-contract.ts';
import { bringFiles } from './bring-in.ts';
import { knowledgeQueries } from './knowledge-queries.ts';
import { SourceList } from './source-list.tsx';

const { addPage } = importsApi.endpoints;

/** Files and web pages that articles are made from, each with what came of it. */
export function SourcesDialog({ onClose }: { onClose: () => void }) {
  const mayWrite = useCan('support.write');
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Bring in files and pages"
      description="Each becomes a draft that you look at before the agent uses it. Pages are read again every day."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div
        data-tab="support"
        className={cx(
          'grid min-h-full grid-cols-[minmax(0,1fr)]',
          mayWrite && 'md:grid-cols-[minmax(0,380px)_minmax(0,1fr)]',
        )}
      >
        {mayWrite ? (
          <div className="space-y-6 border-border p-5 max-md:border-b md:border-r">
            <AddFiles />
            <AddPage />
          </div>
        ) : null}
        <SourceList />
      </div>
    </Dialog>
  );
}

function AddFiles() {
  const [busy, setBusy] = useState(false);
  useNoStrayDrops();

  async function take(files: FileList | null): Promise<void> {
    if (!files || files.length === 0) return;
    setBusy(true);
    await bringFiles([...files]);
    setBusy(false);
  }

  return (
    <section aria-label="Files">
      <DropArea
        icon={FileText}
        words={{ idle: 'Drop files here', over: 'Drop them here' }}
        button={{ label: 'Choose files', busy: busy && 'Reading...' }}
        field={{
          label: 'Files to bring in',
          accept: importedTypes.map((type) => `.${type}`).join(','),
          multiple: true,
        }}
        className="px-4 py-7"
        onFiles={(files) => void take(files)}
      />
      <p className="mt-2 text-sm text-muted">
        Markdown, HTML, text or PDF with text in it, at most {importLimits.bytes / 1024 / 1024} MB and{' '}
        {importLimits.pdfPages} pages each.
      </p>
    </section>
  );
}

function AddPage() {
  const form = useForm({
    initial: { url: '' },
    check: (values) => Promise.resolve(issuesOf(addPage.body.safeParse(values))),
    submit: async (values) => {
      await call(addPage, { body: values });
      form.reset({ url: '' });
      await refresh(knowledgeQueries);
    },
    failed: (error) =>
      toast({
        title: 'The page was not added',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  return (
    <form {...form.form} aria-label="A web page" className="space-y-3">
      <TextField
        {...form.field('url')}
        label="Address of a web page"
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        maxLength={importLimits.url}
        placeholder="www.yourcompany.com/opening-hours"
        hint="A page that everybody can open, without signing in."
      />
      <Button type="submit" busy={form.busy && 'Adding...'}>
        Add page
      </Button>
    </form>
  );
}
