import type { OrganizationContext, Tx } from '#server/context.ts';
import { findReturned, recordReturn } from '#server/integrations/returned-mail.ts';
import { readDeliveryReport } from './reading/delivery-report.ts';
import type { ReadMessage } from './reading/read-message.ts';

/**
 * Writes down what a delivery report says of a mail of ours, and names that mail. Null for any other message. A stranger's
 * form and our own Sent folder hold no reports.
 */
export async function takeReport(
  context: OrganizationContext,
  tx: Tx,
  message: ReadMessage,
  { fromOutside, sentFolder }: { fromOutside?: boolean; sentFolder?: boolean },
): Promise<{ messageId: string } | null> {
  if (fromOutside || sentFolder) return null;
  const report = readDeliveryReport(message);
  const row = report && (await findReturned(tx, report.about));
  if (!row) return null;
  await recordReturn(context, tx, row, report.recipients);
  return row;
}
