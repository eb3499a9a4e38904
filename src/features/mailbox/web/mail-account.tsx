import { useEndpoint } from '#web/query.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { mailboxApi } from '../contract.ts';
import { SendingForm } from './sending-form.tsx';
import { ImapForm, SmtpForm } from './server-form.tsx';

/** Incoming and outgoing mail of the organization, each with a test, and how outreach is sent. */
export function MailAccountSettings() {
  const email = useEndpoint(mailboxApi.endpoints.readEmail);
  if (email.data) {
    return (
      <>
        <ImapForm settings={email.data} />
        <SmtpForm settings={email.data} />
        <SendingForm settings={email.data} />
      </>
    );
  }
  return email.error ? (
    <ErrorState
      title="The mail settings could not be loaded"
      error={email.error}
      onRetry={() => void email.refetch()}
    />
  ) : (
    <Loading label="Loading the mail settings">
      <Skeleton className="h-80 rounded-lg" />
    </Loading>
  );
}
