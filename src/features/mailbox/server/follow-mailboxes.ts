import { randomUUID } from 'node:crypto';
import { isNotNull } from 'drizzle-orm';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Background, BackgroundContext } from '#server/background.ts';
import { loggable } from '#server/http/errors.ts';
import { settingsNotice } from './email-settings.ts';
import { MailboxReader } from './reader.ts';

/** How often the list of mailboxes is read again, milliseconds: a net under the notices, and for modules that begin or end. */
const scanMs = 10_000;

/** Follows the mailboxes of all organizations in this process, as far as no other process does. */
export function followMailboxes(context: BackgroundContext): Background {
  const { database, log } = context;
  const me = { id: randomUUID(), alone: database.kind === 'embedded' };
  const readers = new Map<string, MailboxReader>();
  let stopped = false;

  const start = (organizationId: string): void => {
    const reader = new MailboxReader(context.organization(organizationId), me);
    readers.set(organizationId, reader);
    void reader.done
      .catch((error: unknown) => log.error({ err: loggable(error) }, 'the reader of a mailbox ended'))
      .finally(() => readers.delete(organizationId));
  };
  const scan = async (): Promise<void> => {
    const rows = await database
      .readAsPlatform('the mailboxes of all organizations are followed')
      .select({ organizationId: emailSettings.organizationId })
      .from(emailSettings)
      .where(isNotNull(emailSettings.imap));
    if (stopped) return;
    for (const { organizationId } of rows) if (!readers.has(organizationId)) start(organizationId);
  };
  const look = (): void =>
    void scan().catch((error: unknown) =>
      log.warn({ err: loggable(error) }, 'the mailboxes could not be listed'),
    );

  context.listener.onNotice((notice) => {
    if (notice.kind !== settingsNotice || stopped) return;
    const reader = typeof notice.o === 'string' ? readers.get(notice.o) : undefined;
    if (reader) reader.nudge();
    else look();
  });
  const timer = setInterval(look, scanMs);
  timer.unref();
  look();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await Promise.all([...readers.values()].map((reader) => reader.stop()));
    },
  };
}
