const number =
  /(?<![\d$.,])(?:\+\d{1,3}[ -]?(?:\(0?\d{1,3}\)[ -]?)?|\(0\d{1,3}\)[ -]?|0\d|1[38]00|13)(?:[ -]?\d){4,11}(?!\d)/;
const local = /(?<![\d$.,+-])\d{4}[ -]\d{4}(?![\d-])/;
const saidSo = /\b(?:phone|mobile|mob|call|ring|reach|tel|text|sms|whatsapp|contact|number|m|ph|p|t)\b/i;
/** Other people's numbers, and numbers that only look like one. */
const notTheirs =
  /\b(?:fax|f|abn|acn|bsb|account|invoice|order|ref|reference)\b|\byour (?:number|office|phone|line)\b|\b(?:called|rang|phoned|tried) you\b/i;

/**
 * A phone number in a sentence that says it is one, or in a line that holds little else (`onItsOwn`: the line is known
 * to be about it).
 */
export function findPhone(text: string, { onItsOwn = false } = {}): string | null {
  if (notTheirs.test(text)) return null;
  const found = (number.exec(text) ?? (saidSo.test(text) || onItsOwn ? local.exec(text) : null))?.[0];
  if (!found) return null;
  const digits = found.replace(/\D/g, '').length;
  if (digits < 6 || digits > 15) return null;
  const alone = text.length - found.length <= 12;
  return onItsOwn || alone || saidSo.test(text) ? found.trim() : null;
}
