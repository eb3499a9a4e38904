import { call } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { type EmailIntegration, type EmailIntegrationUpdate, mailboxApi } from '../contract.ts';

const { readEmail, updateEmail, read } = mailboxApi.endpoints;

/** Saves a part of the mail settings; the other parts stay. */
export async function saveEmail(
  settings: EmailIntegration,
  part: Partial<EmailIntegrationUpdate>,
): Promise<void> {
  const { teamAddresses, postalAddress } = settings;
  const body = { teamAddresses, postalAddress, ...part };
  queryClient.setQueryData(keyOf(readEmail), await call(updateEmail, { body }));
  await refresh([read]);
}
