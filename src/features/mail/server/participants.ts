import type { ReadAddress, ReadMessage } from './reading/read-message.ts';
import type { Participant } from './tables.ts';

export const participantLimit = 200;

/** Everyone whom a message names, each once. */
export function participantsOf(message: ReadMessage): Participant[] {
  const seen = new Map<string, Participant>();
  for (const one of [message.from, ...message.to, ...message.cc]) {
    if (one && !seen.has(one.address.toLowerCase())) seen.set(one.address.toLowerCase(), participant(one));
  }
  return [...seen.values()].slice(0, participantLimit);
}

/** Who the mail is with: its writer, or the ones outside the team whom the team wrote to. */
export function outsideOf(
  message: ReadMessage,
  direction: 'inbound' | 'outbound',
  team: readonly string[],
): string[] {
  const others = direction === 'inbound' ? [message.from] : [...message.to, ...message.cc];
  return others.flatMap((one) =>
    one && !team.includes(one.address.toLowerCase()) ? one.address.toLowerCase() : [],
  );
}

export function participant(address: ReadAddress): Participant {
  return { name: address.name?.slice(0, 500) ?? null, address: address.address.slice(0, 500) };
}
