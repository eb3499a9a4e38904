/** 'Jane Doe' of 'Jane Doe <jane@x.test>'; the address where there is no name. */
export function senderName(sender: string): string {
  const name = /^\s*"?([^"<]*?)"?\s*<[^>]*>\s*$/.exec(sender)?.[1]?.trim();
  return name || sender.replace(/[<>]/g, '').trim();
}
