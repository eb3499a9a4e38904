import type { OrganizationContext, Tx } from '#server/context.ts';
import type { OutgoingRow } from '#server/integrations/gate-options.ts';
import { findReturned, recordReturn } from '#server/integrations/returned-mail.ts';
import { readDeliveryReport } from './reading/delivery-report.ts';
import { readComplaint } from './reading/feedback-report.ts';
import type { ReadMessage } from './reading/read-message.ts';

export interface Reported {
  /** Of our mail that the report is about. */
  messageId: string;
  /** That mail, when its receiver complained of it: to be recorded after the features have seen it. */
  complaintAbout: OutgoingRow | null;
}

/**
 * Writes down what a report says of a mail of ours, that it did not arrive, or that it was taken for spam, and names that mail. Null
 * for any other message. A stranger's form and our own Sent folder hold no reports.
 */
export async function takeReport(
  context: OrganizationContext,
  tx: Tx,
  message: ReadMessage,
  { fromOutside, sentFolder }: { fromOutside?: boolean; sentFolder?: boolean },
): Promise<Reported | null> {
  if (fromOutside || sentFolder) return null;
  const complaint = readComplaint(message);
  if (complaint) {
    const row = await findReturned(tx, complaint.about);
    if (!row) return null;
    return { messageId: row.messageId, complaintAbout: row };
  }
  const report = readDeliveryReport(message);
  const row = report && (await findReturned(tx, report.about));
  if (!row) return null;
  await recordReturn(context, tx, row, report.recipients);
  return { messageId: row.messageId, complaintAbout: null };
}
