import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { email, emailLimit, instant, required, text } from '#shared/text.ts';

/** How the mailbox is: `waiting` means that no module takes mail, or that the account has ended. */
export const mailboxState = z.enum([
  'not_connected',
  'waiting',
  'connecting',
  'syncing',
  'connected',
  'failed',
]);
export type MailboxState = z.infer<typeof mailboxState>;

/** Days whose mail is taken when a mailbox is connected, and that the ledger looks back. */
export const windowDays = 90;

const port = z.int().min(1, 'Choose a port from 1 to 65535.').max(65_535, 'Choose a port from 1 to 65535.');

/** A name or an address of a server, without a scheme or a path. */
const host = required(253, 'Enter the name of the server.').regex(
  /^\s*[\p{L}\p{N}._:[\]-]+\s*$/u,
  'Enter the name of the server alone, such as imap.example.com.',
);

const server = {
  host: host.transform((value) => value.trim().replace(/^\[|\]$/g, '')),
  port,
  secure: z.boolean(),
  /** Absent: the stored one stays. Null: it is removed. */
  secret: text(1000).nullable().optional(),
};

export const imapInput = z.strictObject({
  ...server,
  user: required(emailLimit, 'Enter the user name, most often the email address.'),
  mailbox: required(200, 'Enter the folder, most often INBOX.').default('INBOX'),
});
export type ImapInput = z.infer<typeof imapInput>;

export const smtpInput = z.strictObject({
  ...server,
  user: text(emailLimit),
  from: email,
});
export type SmtpInput = z.infer<typeof smtpInput>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.');

export const sendWindow = z
  .strictObject({
    days: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose at least one day.')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'Name each day once.'),
    from: timeOfDay,
    to: timeOfDay,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Sending must end after it begins.' });

const serverOut = z.strictObject({
  host: text(253),
  port: z.int(),
  secure: z.boolean(),
  user: text(emailLimit),
  hasSecret: z.boolean(),
});

export const emailIntegration = z.strictObject({
  imap: serverOut.extend({ mailbox: text(200) }).nullable(),
  smtp: serverOut.extend({ from: text(emailLimit) }).nullable(),
  teamAddresses: z.array(text(emailLimit)).max(50),
  postalAddress: text(300),
  dailyLimit: z.int().nullable(),
  sendWindow: z
    .strictObject({ days: z.array(z.int().min(1).max(7)).max(7), from: text(5), to: text(5) })
    .nullable(),
  status: z.strictObject({
    state: mailboxState,
    lastSuccessAt: instant.nullable(),
    lastError: text(500).nullable(),
  }),
});
export type EmailIntegration = z.infer<typeof emailIntegration>;

/** Replaces the settings. A part that is left out stays as it is; `null` removes it. */
export const emailIntegrationUpdate = z.strictObject({
  imap: imapInput.nullable().optional(),
  smtp: smtpInput.nullable().optional(),
  teamAddresses: z.array(email).max(50, 'Use at most 50 team addresses.'),
  postalAddress: text(300),
  dailyLimit: z
    .int()
    .min(1, 'Use at least 1, or leave it empty.')
    .max(100_000, 'Use at most 100,000.')
    .nullable()
    .optional(),
  sendWindow: sendWindow.nullable().optional(),
});
export type EmailIntegrationUpdate = z.input<typeof emailIntegrationUpdate>;

export const gapLimit = 200;

export const mailboxFolder = z.strictObject({
  path: text(500),
  role: z.enum(['inbox', 'sent']),
  /** Messages of the window that the server has shown: the sum of the next four. */
  total: z.int(),
  inHub: z.int(),
  skipped: z.int(),
  missing: z.int(),
  /** Found on the server and not yet fetched. */
  pending: z.int(),
  /** From before the first window: left on the server. */
  older: z.int(),
  checkedAt: instant.nullable(),
});
export type MailboxFolder = z.infer<typeof mailboxFolder>;

export const mailboxGap = z.strictObject({
  folder: text(500),
  uid: z.int(),
  messageId: text(1000).nullable(),
  state: z.enum(['skipped', 'missing']),
  reason: text(500),
  at: instant,
});
export type MailboxGap = z.infer<typeof mailboxGap>;

export const mailboxReport = z.strictObject({
  state: mailboxState,
  lastSuccessAt: instant.nullable(),
  lastError: text(500).nullable(),
  lastCheckAt: instant.nullable(),
  /** Whether a comparison with the server is asked for or running. */
  checking: z.boolean(),
  /** What the last comparison had to fetch again. */
  recovered: z.int(),
  total: z.int(),
  inHub: z.int(),
  folders: z.array(mailboxFolder).max(10),
  gaps: z.array(mailboxGap).max(gapLimit),
});
export type MailboxReport = z.infer<typeof mailboxReport>;

/** The state or the counts of the mailbox have changed. */
export const mailboxUpdated = event('mailbox_updated', z.strictObject({ state: mailboxState }));

export const mailboxApi = defineApi({
  module: null,
  endpoints: {
    readEmail: endpoint({
      method: 'GET',
      path: '/api/tenant/integrations/email',
      summary: 'Mail settings and team addresses',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      output: emailIntegration,
    }),
    updateEmail: endpoint({
      method: 'PUT',
      path: '/api/tenant/integrations/email',
      summary: 'Replace the mail settings; secrets are write-only',
      access: 'integrations.manage',
      ids: {},
      effects: ['frame'],
      body: emailIntegrationUpdate,
      output: emailIntegration,
    }),
    testEmail: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/email/test',
      summary: 'Try the mail servers of the body, or the stored ones, and say what is wrong',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      rate: { calls: 20, seconds: 60, per: 'user' },
      body: z.strictObject({ imap: imapInput.nullable().optional(), smtp: smtpInput.nullable().optional() }),
      output: z.strictObject({ ok: z.boolean(), message: text(1200) }),
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/mailbox',
      summary: 'State of the mailbox, and what of it is in AI Hub',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      output: mailboxReport,
    }),
    check: endpoint({
      method: 'POST',
      path: '/api/tenant/mailbox/check',
      summary: 'Compare the mailbox with what is stored, and fetch what is missing',
      status: 202,
      access: 'integrations.manage',
      ids: {},
      effects: ['frame'],
      idempotent: true,
      output: z.strictObject({ checking: z.boolean() }),
    }),
  },
});
