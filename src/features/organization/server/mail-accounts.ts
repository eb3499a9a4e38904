import type { OrganizationDatabase } from '#server/db/database.ts';
import type { Seal } from '#server/integrations/seal.ts';
import { emailSettings } from './tables.ts';

/** What sending through the organization's own mail server takes. */
export interface SmtpAccount {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); otherwise STARTTLS is required. */
  secure: boolean;
  /** Null for a server that asks for no sign-in. */
  user: string | null;
  password: string | null;
  /** Address of the sender, with or without a name. */
  from: string;
}

/** What reading the organization's mailbox takes. */
export interface ImapAccount {
  host: string;
  port: number;
  /** TLS from the first byte (port 993); otherwise STARTTLS is required. */
  secure: boolean;
  user: string;
  password: string | null;
  /** Folder that incoming mail is read from, such as INBOX. */
  mailbox: string;
}

/** Binds a sealed secret to its column: it opens in no other place. */
export const mailSecretPurpose = { imap: 'email_settings.imap', smtp: 'email_settings.smtp' } as const;

/**
 * The organization's server for outgoing mail, or null when none is set up. Reads one row.
 * @throws when the secret was sealed with another HUB_SECRET.
 */
export async function smtpAccountOf(
  { db }: Pick<OrganizationDatabase, 'db'>,
  seal: Seal,
): Promise<SmtpAccount | null> {
  const [row] = await db
    .select({ settings: emailSettings.smtp, secret: emailSettings.smtpSecret })
    .from(emailSettings);
  if (!row?.settings) return null;
  const { user, ...settings } = row.settings;
  return {
    ...settings,
    user: user === '' ? null : user,
    password: row.secret === null ? null : seal.open(row.secret, mailSecretPurpose.smtp),
  };
}

/**
 * The organization's mailbox, or null when none is connected. Reads one row.
 * @throws when the secret was sealed with another HUB_SECRET.
 */
export async function imapAccountOf(
  { db }: Pick<OrganizationDatabase, 'db'>,
  seal: Seal,
): Promise<ImapAccount | null> {
  const [row] = await db
    .select({ settings: emailSettings.imap, secret: emailSettings.imapSecret })
    .from(emailSettings);
  if (!row?.settings) return null;
  return {
    ...row.settings,
    password: row.secret === null ? null : seal.open(row.secret, mailSecretPurpose.imap),
  };
}
