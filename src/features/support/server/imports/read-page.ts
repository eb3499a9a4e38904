import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { importLimits } from '#features/support/imports-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { JobContext, OrganizationContext } from '#server/context.ts';
import type { OutboundResult } from '#server/integrations/http-client.ts';
import { job } from '#server/jobs/job.ts';
import { sources } from '../source-tables.ts';
import { openDoor } from '../widget-door.ts';
import { isLoginAddress } from './asks-for-login.ts';
import { DocumentRefused, type ReadDocument } from './document-refused.ts';
import { type DocumentType, readDocument } from './read-document.ts';
import { type Written, writeDocument } from './write-document.ts';

const dayMs = 86_400_000;
type Source = typeof sources.$inferSelect;

/** Reads a page for the first time or again; what came of it is in the list. */
export const readPage = job({
  name: 'support.read-page',
  scope: 'organization',
  payload: z.object({ sourceId: z.uuid() }),
  retries: 1,
  timeout: 120,
  run: async ({ organization }: JobContext, { sourceId }) => {
    if (organization) await readSource(organization, sourceId);
  },
});

/** Looks at one page. Nothing is sent while the module is off or the organization may not write. */
async function readSource(context: OrganizationContext, id: string): Promise<void> {
  const { services } = context;
  const [source] = await context.db.select().from(sources).where(eq(sources.id, id));
  if (source?.kind !== 'page' || !(await openDoor(context)).available) return;
  const found = await look(context, source);
  const now = services.clock.now();
  await context.tx(async (tx) => {
    const [before] = await tx.db.select().from(sources).where(eq(sources.id, id)).for('update');
    if (!before) return;
    const came: Written =
      'body' in found
        ? await writeDocument(tx, before, found, { actor: `Page ${before.name}`.slice(0, 200), now })
        : before.articleId === null
          ? { state: 'refused', reason: found.reason }
          : { state: found.gone ? 'gone' : 'read', reason: found.reason };
    await tx.db
      .update(sources)
      .set({ ...came, checkedAt: now, nextCheckAt: new Date(now.getTime() + dayMs) })
      .where(eq(sources.id, id));
    tx.emit(knowledgeChanged, { id: came.articleId ?? before.articleId });
  });
}

interface NotRead {
  reason: string;
  /** The page is not there any more, rather than not to be had now. */
  gone: boolean;
}

async function look({ services }: OrganizationContext, source: Source): Promise<ReadDocument | NotRead> {
  const answer = await services.http({
    method: 'GET',
    url: source.name,
    headers: { accept: 'text/html, text/markdown, text/plain, application/pdf' },
    maxBytes: importLimits.pageBytes,
  });
  const refused = refusalOf(answer);
  if (refused) return { ...refused, reason: refused.reason + (source.articleId ? stays : '') };
  if (answer.kind !== 'answered') return { reason: 'The page could not be read.', gone: false };
  const header = answer.headers['content-type'] ?? '';
  const type = typeOfAnswer(header);
  try {
    if (type === null)
      throw new DocumentRefused(
        'There is no page of text at this address; it answers with another kind of file.',
      );
    return await readDocument(source.name, type, answer.body, charsetOf(header));
  } catch (error) {
    if (error instanceof DocumentRefused)
      return { reason: error.message + (source.articleId ? stays : ''), gone: false };
    throw error;
  }
}

const stays = ' Its article stayed as it was.';
const behindLogin =
  'This page is behind a login. Only pages that everybody can open are read; copy its text into an article.';

/** Why an answer holds no page, in words for people; null when it may. */
function refusalOf(answer: OutboundResult): NotRead | null {
  switch (answer.kind) {
    case 'blocked':
      return { reason: answer.reason, gone: false };
    case 'redirected':
      return { reason: redirectReason(answer.location), gone: false };
    case 'not_connected':
      return {
        reason: answer.reason.replace(' Nothing was sent.', ' It is tried again tomorrow.'),
        gone: false,
      };
    case 'unknown':
      return { reason: 'The server gave no whole answer in time. It is tried again tomorrow.', gone: false };
    default:
  }
  const { status, cut } = answer;
  if (status === 401 || status === 403 || status === 407) return { reason: behindLogin, gone: false };
  if (status === 404 || status === 410)
    return { reason: `The page is not there (the server answers ${status}).`, gone: true };
  if (status !== 200)
    return {
      reason: `The server answered ${status} instead of the page. It is tried again tomorrow.`,
      gone: false,
    };
  if (cut)
    return {
      reason: `The page is larger than ${importLimits.pageBytes / 1024 / 1024} MB. Copy what matters into an article.`,
      gone: false,
    };
  return null;
}

function redirectReason(location: string | null): string {
  if (location === null)
    return 'The address answered with a redirect to nowhere. Open it in a browser and enter the address that is shown there.';
  if (isLoginAddress(location)) return behindLogin;
  return `The address leads on to another one: ${location.slice(0, 200).toWellFormed()}. Bring in that one instead. Where it asks for a login, the page cannot be read.`;
}

/** The charset that a Content-Type names (RFC 9110, section 8.3.1); null when it names none. */
function charsetOf(header: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(header.slice(0, 500))?.[1] ?? null;
}

function typeOfAnswer(header: string): DocumentType | null {
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/markdown') return 'markdown';
  if (type === 'text/plain') return 'text';
  return type === 'application/pdf' ? 'pdf' : null;
}
