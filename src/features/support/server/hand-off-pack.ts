import { conversationLimits, type HandOffPack } from '#features/support/conversation-contract.ts';
import type { StoredMessage } from './conversation-row.ts';

const questionsNamed = 5;
const lengthOfOne = 160;

const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;

/** What whoever takes over reads first. Every word of it was said in the conversation. */
export function packOf(messages: readonly StoredMessage[]): HandOffPack {
  const asked = messages.filter(({ sender }) => sender === 'visitor').map(({ text }) => text.trim());
  const lastAnswer = messages.findLastIndex(
    ({ sender, action }) => sender === 'agent' && action === 'answer',
  );
  const open = messages
    .slice(lastAnswer + 1)
    .filter(({ sender }) => sender === 'visitor')
    .map(({ text }) => text.trim());
  const tried = messages.flatMap(({ sender, action, citations }) =>
    sender === 'agent' && (action === 'answer' || action === 'suggest')
      ? citations.map(({ title }) => `${action === 'answer' ? 'Answered from' : 'Suggested'} “${title}”`)
      : [],
  );
  const named = asked
    .slice(0, questionsNamed)
    .map((text) => `“${cut(text.replace(/\s+/gu, ' '), lengthOfOne)}”`);
  const more = asked.length - named.length;
  const wrote = `The visitor wrote ${named.join(', ')}${more > 0 ? ` and ${more} more message${more === 1 ? '' : 's'}` : ''}`;
  return {
    // A quote that ends its sentence ends this one too.
    summary: cut(/[.!?…]”$/u.test(wrote) ? wrote : `${wrote}.`, 1000),
    tried: [...new Set(tried)].slice(0, 20).map((line) => cut(line, 300)),
    openQuestion: cut((open.length > 0 ? open : asked.slice(-1)).join('\n'), conversationLimits.visitorText),
  };
}
