/** The words before a name at the end of a letter. */
const signOff =
  /^(?:(?:with )?(?:kind|kindest|warm|warmest|best|many|friendly|very best|all the)? ?(?:regards|thanks|thank you|thanking you|cheers|sincerely|best|wishes|greetings|ta|rgds|br|warmly|yours\b.*|viele grüße|liebe grüße|mit freundlichen grüßen|mfg|vg|cordialement|bien à vous|saludos|un saludo|atentamente|groeten|met vriendelijke groet|cordiali saluti|distinti saluti|atenciosamente)(?: (?:so much|in advance|again|and regards|& regards|from [\p{L} ]{2,20}))?|thanks (?:&|and) regards)[\s,.!:)]*$/iu;
/** A line below a name that still says something: a postscript, a question, a sentence. */
const says = /^(?:p\.?\s?p?s\b|n\.?b\b)|\?$/i;
const wholeSentence = /^(?=.{40,})(?:\S+\s+){6,}\S+[.!?]$/;
/** Below a name so much text is a signature; more is a letter that goes on. */
const longest = 1500;

/**
 * What stands above the signature: the lines below a closing formula or a line that is the sender's name. A firm called
 * 'Keogh Lawyers' or a street in an address tells nothing about the enquiry. Lines that say something are kept.
 */
export function withoutSignature(text: string, names: readonly (string | null)[]): string {
  const lines = text.split('\n');
  const known = new Set(names.flatMap((name) => (name ? [name, name.split(' ')[0] ?? ''] : [])).map(plain));
  known.delete('');
  let length = 0;
  let start = -1;
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const line = (lines[at] ?? '').trim();
    length += line.length + 1;
    if (length > longest) break;
    if (line.length <= 60 && (signOff.test(line) || known.has(plain(line)))) start = at;
  }
  if (start < 0) return text;
  const below = lines.slice(start).map((line) => {
    const bare = line.trim();
    return says.test(bare) || wholeSentence.test(bare) ? line : '';
  });
  return [...lines.slice(0, start), ...below].join('\n');
}

function plain(line: string): string {
  return line
    .toLowerCase()
    .replace(/[^\p{L} ]/gu, '')
    .trim();
}
