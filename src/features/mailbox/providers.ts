/** Mail servers of common providers, as their help pages name them. `secure`: TLS from the start. */
export interface Provider {
  key: string;
  name: string;
  imap: { host: string; port: number; secure: boolean };
  smtp: { host: string; port: number; secure: boolean };
}

function provider(
  key: string,
  name: string,
  imapHost: string,
  smtpHost: string,
  smtpPort: 465 | 587,
): Provider {
  return {
    key,
    name,
    imap: { host: imapHost, port: 993, secure: true },
    smtp: { host: smtpHost, port: smtpPort, secure: smtpPort === 465 },
  };
}

export const providers: readonly Provider[] = [
  provider('gmail', 'Gmail, Google Workspace', 'imap.gmail.com', 'smtp.gmail.com', 465),
  provider('icloud', 'iCloud Mail', 'imap.mail.me.com', 'smtp.mail.me.com', 587),
  provider('yahoo', 'Yahoo Mail', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com', 465),
  provider('fastmail', 'Fastmail', 'imap.fastmail.com', 'smtp.fastmail.com', 465),
  provider('zoho', 'Zoho Mail', 'imap.zoho.com', 'smtp.zoho.com', 465),
];
