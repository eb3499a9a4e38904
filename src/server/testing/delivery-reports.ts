/** The mail that a report is about. */
export interface Returned {
  messageId: string;
  to: string;
  /** Enhanced status code. */
  status?: string;
  action?: 'failed' | 'delayed' | 'delivered';
  said?: string;
}

let made = 0;

function lines(...parts: string[]): string {
  return parts.join('\r\n');
}

function reportHeaders(from: string, subject: string, contentType: string, extra: string[] = []): string[] {
  made += 1;
  return [
    `From: ${from}`,
    'To: team@hub.example',
    `Subject: ${subject}`,
    `Message-ID: <report${made}.${process.pid}@mta.example>`,
    `Date: ${new Date(Date.now() + 60_000).toUTCString()}`,
    'MIME-Version: 1.0',
    `Content-Type: ${contentType}`,
    ...extra,
    '',
  ];
}

/** As Postfix writes it: RFC 3464 with the whole message below. */
export function postfixReport(about: Returned): string {
  const { messageId, to, status = '5.1.1', action = 'failed' } = about;
  const said = about.said ?? `550 ${status} <${to}>: Recipient address rejected: User unknown`;
  return lines(
    ...reportHeaders(
      'MAILER-DAEMON@mta.example (Mail Delivery System)',
      action === 'delayed' ? 'Delayed Mail (still being retried)' : 'Undelivered Mail Returned to Sender',
      'multipart/report; report-type=delivery-status; boundary="RB"',
      ['Auto-Submitted: auto-replied', 'Return-Path: <>'],
    ),
    'This is a MIME-encapsulated message.',
    '--RB',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This is the mail system at host mta.example.',
    '',
    `<${to}>: host mx.client.example[192.0.2.1] said: ${said}`,
    '',
    '--RB',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mta.example',
    'X-Postfix-Queue-ID: 4F1A2B',
    'Arrival-Date: Fri, 27 Nov 2026 10:59:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Original-Recipient: rfc822;${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.client.example',
    `Diagnostic-Code: smtp; ${said.replace(' ', '\r\n    ')}`,
    '',
    '--RB',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    'From: Team <team@hub.example>',
    `To: ${to}`,
    'Subject: Re: Billboard',
    `Message-ID: <${messageId}>`,
    '',
    'Two thousand.',
    '--RB--',
    '',
  );
}

/** As Exchange Online writes it: status and headers alone, and the answered id in the headers. */
export function exchangeReport({ messageId, to, status = '5.1.10' }: Returned): string {
  return lines(
    ...reportHeaders(
      'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@client.example>',
      'Undeliverable: Re: Billboard',
      'multipart/report; report-type=delivery-status; boundary="EX"',
      [`In-Reply-To: <${messageId}>`, `References: <${messageId}>`, 'X-MS-Exchange-Message-Is-Ndr:'],
    ),
    '--EX',
    'Content-Type: multipart/alternative; boundary="EXA"',
    '',
    '--EXA',
    'Content-Type: text/html; charset="us-ascii"',
    '',
    `<html><body><p>Your message to <b>${to}</b> couldn't be delivered.</p></body></html>`,
    '--EXA--',
    '--EX',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;mx1.client.example',
    'Received-From-MTA: dns;mail.hub.example',
    '',
    `Final-Recipient: rfc822;${to}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp;550 ${status} RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup`,
    '',
    '--EX',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Team <team@hub.example>',
    `Message-ID: <${messageId}>`,
    '--EX--',
    '',
  );
}

/** As Gmail writes it, here without the returned message: only its own headers say what it is about. */
export function gmailReport({ messageId, to, status = '5.1.1' }: Returned): string {
  return lines(
    ...reportHeaders(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      'multipart/report; report-type=delivery-status; boundary="GM"',
      [
        `X-Failed-Recipients: ${to}`,
        'Auto-Submitted: auto-replied',
        `References: <first@client.example> <${messageId}>`,
        `In-Reply-To: <${messageId}>`,
      ],
    ),
    '--GM',
    'Content-Type: text/plain; charset=UTF-8',
    '',
    '** Address not found **',
    '',
    `Your message wasn't delivered to ${to} because the address couldn't be found.`,
    '',
    'The response was:',
    `550 ${status} The email account that you tried to reach does not exist.`,
    '--GM',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; googlemail.com',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550-${status} The email account that you tried to reach does not exist.`,
    '',
    '--GM--',
    '',
  );
}

/** As qmail writes it: words alone, with a copy of the message below them. */
export function qmailReport({ messageId, to }: Returned): string {
  return lines(
    ...reportHeaders('MAILER-DAEMON@mta.example', 'failure notice', 'text/plain'),
    'Hi. This is the qmail-send program at mta.example.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    `<${to}>:`,
    'Sorry, no mailbox here by that name. (#5.1.1)',
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Return-Path: <team@hub.example>',
    'From: Team <team@hub.example>',
    'To: someone.else@client.example',
    `Message-ID: <${messageId}>`,
    '',
    'Two thousand.',
  );
}
