/** What ends every mail to a prospect. */
export interface Footer {
  /** As the organization wrote it; may be empty. */
  signature: string;
  organizationName: string;
  /** Of the organization; empty only where no mail can leave. */
  postalAddress: string;
  unsubscribeLink: string;
}

function lines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/**
 * The plain text of a mail to a prospect: what was written, then who writes, from where, and how to get no more of it
 * (Spam Act 2003 sections 17 and 18; 15 U.S.C. 7704(a)(5)). The hub adds the end, so that no text can leave it out.
 */
export function outreachText(content: string, footer: Footer): string {
  const identity = [footer.organizationName.replaceAll(/\p{Cc}+/gu, ' ').trim(), lines(footer.postalAddress)];
  const wayOut = `To get no more emails like this from us, open: ${footer.unsubscribeLink}`;
  const parts = [lines(content), lines(footer.signature), identity.filter(Boolean).join('\n'), wayOut];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/**
 * Headers of a mail to a prospect: one-click unsubscribe (RFC 2369 section 3.2, RFC 8058 section 3.1; which asks for https,
 * so HUB_PUBLIC_URL must have it). What nobody pressed for says so: `Precedence: bulk` here, `Auto-Submitted` (RFC 3834) by
 * the gate. A mail that a person read and sent is neither.
 */
export function outreachHeaders(unsubscribeLink: string, mode: 'person' | 'bulk'): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...(mode === 'bulk' ? { Precedence: 'bulk' } : {}),
  };
}
