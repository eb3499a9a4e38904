import type { ConversationMessage } from '#features/support/conversation-contract.ts';

/** Puts a message where its number belongs, in place of the one that stands there already. */
export function insert(messages: ConversationMessage[], message: ConversationMessage): void {
  const at = messages.findIndex(({ seq }) => seq >= message.seq);
  if (at < 0) messages.push(message);
  else if (messages[at]?.seq === message.seq) messages[at] = message;
  else messages.splice(at, 0, message);
}
