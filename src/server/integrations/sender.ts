import type { Session } from '../context.ts';
import type { OrganizationDatabase } from '../db/database.ts';
import type { SmtpServer } from './mailer.ts';
import type { SendWindow } from './send-rules.ts';

/** What the gate knows of the organization that sends. */
export interface Sender {
  organizationName: string;
  timezone: string;
  /** Where answers go when the mail leaves through the platform's server. */
  replyTo: string | null;
  /** The organization's own server; null when none is connected. */
  account: (SmtpServer & { from: string }) | null;
  /** Most counted mails of one day in the organization's zone; null is no limit. */
  dailyLimit: number | null;
  sendWindow: SendWindow | null;
  subscription: Session['subscription'];
  modules: Session['modules'];
}

/** Reads the sender; each feature's tables are known to whoever puts the hub together. */
export type ReadSender = (database: Pick<OrganizationDatabase, 'db'>) => Promise<Sender>;
