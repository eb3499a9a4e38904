import { Download, FileSpreadsheet } from 'lucide-react';
import { importLimits } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DropArea, useNoStrayDrops } from '#web/ui/drop-area.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { saveTemplate } from '../csv-template.ts';
import { sizeInWords } from './import-words.ts';
import { RecentImports } from './recent-imports.tsx';
import { StepFrame } from './step-frame.tsx';
import { type FileUpload, stopUpload, uploadCsv, useFileUpload } from './upload-file.ts';

interface FileStepProps {
  onOpen: (id: string | null) => void;
  onClose: () => void;
}

/** The first step: a file, or one of the last imports. */
export function FileStep({ onOpen, onClose }: FileStepProps) {
  const upload = useFileUpload();
  useNoStrayDrops();

  async function take(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (!file) return;
    const made = await uploadCsv(file);
    if (made) onOpen(made.id);
  }

  return (
    <StepFrame
      title="Choose a file"
      text="The next steps show what is in it. Nothing is imported before you say so."
      footer={
        <>
          <Button className="mr-auto" onClick={saveTemplate}>
            <Download size={16} aria-hidden />
            Download Template
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-6 px-5 pb-6 md:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <div>
          {upload?.state === 'running' ? (
            <Uploading upload={upload} />
          ) : (
            <DropArea
              icon={FileSpreadsheet}
              words={{ idle: 'Drop a CSV file here', over: 'Drop it here' }}
              button={{ label: 'Choose a file', look: 'primary' }}
              field={{ label: 'CSV file to import', accept: '.csv,.tsv,.txt,text/csv' }}
              className="min-h-56 px-6 py-8 md:min-h-72"
              onFiles={(files) => void take(files)}
            />
          )}
          {upload?.failure ? (
            <Notice tone="danger" boxed className="mt-3">
              <span className="font-semibold">{upload.fileName}</span> was not read. {upload.failure}
            </Notice>
          ) : null}
          <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Files</dt>
            <dd>.csv, .tsv or .txt with the names of the columns in the first line</dd>
            <dt className="text-muted">Saved as</dt>
            <dd>UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs</dd>
            <dt className="text-muted">At most</dt>
            <dd className="figures">
              {importLimits.bytes / 1024 / 1024} MB and {figure(importLimits.rows)} rows
            </dd>
          </dl>
        </div>
        <RecentImports onOpen={onOpen} />
      </div>
    </StepFrame>
  );
}

function Uploading({ upload }: { upload: FileUpload }) {
  const { fileName, bytes, progress } = upload;
  const isSent = progress >= 1;
  return (
    <div className="flex min-h-56 md:min-h-72 flex-col items-center justify-center gap-3 rounded-lg border border-border bg-sunken px-6 py-8 text-center">
      <p dir="auto" title={fileName} className="max-w-full truncate font-medium">
        {fileName}
      </p>
      <progress
        aria-label="Sent"
        max={1}
        value={isSent ? 1 : progress}
        className={cx('progress max-w-80', isSent && 'animate-pulse')}
      />
      <output className="figures text-sm text-muted">
        {isSent
          ? 'Reading the rows and looking for duplicates'
          : `${sizeInWords(bytes * progress)} of ${sizeInWords(bytes)} sent`}
      </output>
      <Button onClick={stopUpload}>Cancel</Button>
    </div>
  );
}
