import type { ReadMessage } from './message.ts';

export interface DirectionRules {
  /** The organization's own addresses, in any case. */
  teamAddresses: readonly string[];
  /** Only where the source is authenticated: a stranger's file may claim any label. */
  trustSentLabel: boolean;
  /** Whether it lay in the Sent folder of the team's mailbox. */
  sentFolder?: boolean;
  /** Whether a stranger entered the address, in a form. */
  fromOutside?: boolean;
}

const fold = (address: string): string => address.trim().toLowerCase();

/**
 * Who wrote it: the team ('outbound') or somebody outside ('inbound'). Compares the whole parsed address of the
 * writer, case-folded; `notsales@example.com.evil` never matches `sales@example.com`.
 */
export function directionOf(
  message: Pick<ReadMessage, 'from' | 'labels'>,
  rules: DirectionRules,
): 'inbound' | 'outbound' {
  if (rules.fromOutside) return 'inbound';
  if (rules.sentFolder) return 'outbound';
  if (rules.trustSentLabel && message.labels.includes('SENT')) return 'outbound';
  if (message.from === null) return 'inbound';
  const writer = fold(message.from.address);
  return rules.teamAddresses.some((address) => fold(address) === writer) ? 'outbound' : 'inbound';
}
