import { cutQuotes, splitForward } from '#features/mail/server/public.ts';
import type { ThreadMessage } from '#server/integrations/ai/jobs.ts';

/** Texts of one message as mail keeps them: what the sender wrote, and the history below it. */
interface MessageTexts {
  subject: string;
  content: string;
  quoted: string | null;
}

/**
 * What counts as the lead's words: their own text, and a message that they pass on. Quoted history does not, nor a
 * forward of something that the team wrote (`teamAddresses`, in small letters): its prices are the team's.
 */
export function leadWords(
  { subject, content, quoted }: MessageTexts,
  teamAddresses: ReadonlySet<string>,
): Pick<ThreadMessage, 'content' | 'forwarded'> {
  const bare = splitForward(content, subject);
  const split = bare ?? (quoted === null ? null : splitForward(quoted));
  const own = bare ? bare.comment : content;
  if (!split) return { content: own, forwarded: null };
  const from = split.forwarded.from?.address.toLowerCase();
  const ofTeam = from !== undefined && teamAddresses.has(from);
  return { content: own, forwarded: ofTeam ? null : cutQuotes(split.forwarded.body).visible };
}
