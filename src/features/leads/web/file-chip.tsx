import { Paperclip } from 'lucide-react';
import { type CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
import { download, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';

function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

interface FileChipProps {
  messageId: string;
  file: CorrespondenceItem['attachments'][number];
}

/** A file of a message; pressing it saves the file, nothing is opened in the page. */
export function FileChip({ messageId, file }: FileChipProps) {
  async function save(): Promise<void> {
    try {
      await download(
        mailApi.endpoints.attachment,
        { params: { id: messageId, attachmentId: file.id } },
        file.name,
      );
    } catch (error) {
      toast({
        title: `${file.name} was not downloaded`,
        description: messageOf(error, 'Try again.'),
        tone: 'danger',
      });
    }
  }
  return (
    <button
      type="button"
      title={`Download ${file.name} (${file.contentType})`}
      onClick={() => void save()}
      className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-border bg-surface px-2 py-1 text-sm hover:bg-hover"
    >
      <Paperclip size={13} aria-hidden className="shrink-0 text-muted" />
      <span dir="auto" className="truncate">
        {file.name}
      </span>
      <span className="figures shrink-0 text-muted">{fileSize(file.size)}</span>
    </button>
  );
}
