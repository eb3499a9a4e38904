import { addressesMachine } from './builtin/instructions.ts';
import { flat, splitSentences } from './builtin/sentences.ts';
import type { OutreachEmailInput } from './jobs.ts';

/** Sentences of a summary that are read: more is somebody's attack. */
const sentencesLimit = 60;

/** Words that tell whoever writes the mail what to write, or where to send it. */
const toWriter = [
  /\b(?:say|tell|mention|state|claim|promise|offer|include|insert|add|append|attach|quote|paste|write|put)\b[^.]{0,60}\b(?:that (?:we|they|you|i|the)\b|to (?:them|the (?:reader|recipient|customer))|link|subject|e-?mail|mail|message|body|footer|signature|sentence|text|html)/i,
  /\b(?:send|forward|cc|bcc|copy|address|reply|redirect|deliver)\b[^.]{0,40}(?:\bto\b|:|@)/i,
  /\b(?:recipient|subject|to|cc|bcc|from|reply-to|content-type)\s*:/i,
  /\b(?:you must|you should|you have to|always|never|do not|don't)\b[^.]{0,30}\b(?:write|say|mention|include|use|tell|send|follow|obey)\b/i,
];

/** The facts of an email, without what speaks to whoever writes it. */
export interface OutreachFacts {
  businessName: string;
  industry: string;
  /** Sentences of the summary in their order. */
  summary: string[];
  /** Something was left out because it gave orders. */
  hasOrders: boolean;
}

function isOrder(sentence: string): boolean {
  return addressesMachine(sentence) || toWriter.some((pattern) => pattern.test(sentence));
}

/** One line without characters that cannot be seen or would begin a header (RFC 5322 section 2.2). */
function oneLine(text: string): string {
  return flat(text.replaceAll(/\p{Cc}+/gu, ' '));
}

/**
 * What may be used of a prospect. A passage that gives orders is data all the same and tells nothing about the
 * business; it is left out with what follows it in its paragraph, so that no engine repeats it.
 */
export function outreachFacts({ prospect }: Pick<OutreachEmailInput, 'prospect'>): OutreachFacts {
  let hasOrders = false;
  const summary: string[] = [];
  for (const paragraph of prospect.summary.split(/\n+/)) {
    for (const piece of splitSentences(paragraph)) {
      const sentence = oneLine(piece);
      if (isOrder(sentence)) {
        hasOrders = true;
        break;
      }
      if (sentence !== '' && summary.length < sentencesLimit) summary.push(sentence);
    }
  }
  const industry = oneLine(prospect.industry);
  const ordersInIndustry = isOrder(industry);
  const businessName = oneLine(prospect.businessName);
  return {
    businessName,
    industry: ordersInIndustry ? '' : industry,
    summary,
    hasOrders: hasOrders || ordersInIndustry,
  };
}
