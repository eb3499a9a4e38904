import { ApiError, messageOf } from './api.ts';
import { toast } from './toast.ts';

/** So long a mail can be taken back, seconds (contract section 8). */
export const undoSeconds = 10;

interface SentMail {
  what: 'Reply' | 'Email';
  to: string;
  /** No mail account is connected, so that it only goes into the outbox. */
  outbox: boolean;
}

/** Says where a mail has gone, and takes it back when asked. */
export function mailSent({ what, to, outbox }: SentMail, takeBack: () => Promise<void>): void {
  toast({
    title: outbox ? `${what} to ${to} put into the outbox` : `${what} sent to ${to}`,
    ...(outbox ? { description: 'No mail account is connected, so it reaches nobody yet.' } : {}),
    durationMs: undoSeconds * 1000,
    action: { label: 'Undo', run: takeBack },
  });
}

/** Says that a mail did not leave. */
export function mailNotSent(title: string, error: unknown, otherwise: string): void {
  const unreachable = error instanceof ApiError && error.status === 0;
  toast({
    title,
    description: unreachable
      ? 'The server cannot be reached. What you wrote is kept here.'
      : messageOf(error, otherwise),
    tone: 'danger',
  });
}

/** Says that a mail could not be taken back. */
export function mailNotTakenBack(title: string, error: unknown): void {
  toast({ title, description: messageOf(error, 'It may have left already.'), tone: 'danger' });
}
