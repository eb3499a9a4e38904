import { bareAmount, moneyPattern } from './money.ts';
import { clauseLimit, type Sentence } from './sentences.ts';

export interface Found {
  value: string;
  sentence: Sentence;
}

/** What says that the money is the sender's, to be spent on this. */
const own =
  /\b(?:budget\w*|spend(?:ing)?|afford|allocat\w+|earmark\w+|(?:set|put|putting|setting)\b.{0,12}\baside|(?:to )?(?:work|play) with|(?:go|stretch|push|run) (?:up |as high as |as far )?to|(?:willing|happy|able|prepared|looking|ready) to (?:pay|invest|spend|put)|we (?:can|could|might|will) (?:do|pay|go|manage|put|scrape|find|swing|run to)|cap(?:ped|s)?(?: it)? (?:at|of)|pencill?ed|sign(?:ed)? off|approved|invest(?:ment)?|pot|kitty|envelope|(?:possible|available) (?:amount|funds?|money)|funds|ceiling|limit|presupuesto|orçamento|budgeté|ausgeben|dépenser|gastar|spesa|spendere|uitgeven|予算|预算)\b/i;
/** A sum that was raised or cut is theirs, whoever in the firm did it. */
const changed =
  /\b(?:bump|increas|rais|lift|boost|doubl|trim|reduc|slash|scal|revis|adjust|mov|cut|upp)\w*\s(?:(?:it|us|that|this|things|the budget|our budget|the number|the figure)\s)?(?:(?:back|up|down)\s)?(?:to|from)\b/i;
/** 'We could chuck in 2 grand', 'we can give 6000 dollars'. */
const offering =
  /\b(?:we|i|me|us)\b[^?]{0,40}?(?:\b(?:can|could|might|may|will|would|are able to|am able to)\b|'ll\b|'d\b)(?! (?:get|buy|find|save|make|earn|have to|need to|cost|owe))/i;
/** Weaker: how people name a sum without the word. */
const weak =
  /\b(?:up to|max(?:imum)?|no more than|at most|under|below|tops|ballpark|somewhere (?:between|around)|in the (?:region|vicinity|order|range) of|more like|we(?:'re| are) (?:thinking|looking at|at)|i(?:'m| am) thinking|i(?:'ve| have)(?: got)?|thinking|probably|maybe|perhaps|depending|we(?:'ve| have)(?: only)?(?: got)?|we had|got about|got around|all up|all in|mark|bracket|within|keep it (?:to|under|around|below)|to (?:about|around)|cut (?:back |down )?to|down to|bis zu|maximal|höchstens|jusqu'à|hasta|como máximo|fino a|até|maximaal)\b/i;
/** What was once meant, and what others have, took, asked for, or were paid. */
const past = /\b(?:was|were|had|originally|initially|at first|first thought|last week|earlier|before)\b/i;
const notOurs =
  /\b(?:competitors?|rivals?|(?:an)?other (?:company|companies|compan|agency|agencies|quotes?|providers?|suppliers?|vendors?|outfit|mob|crowd|lot)|elsewhere|quot(?:ed|ing|es)|charg(?:e|es|ed|ing)|offered (?:us|me)|last (?:year|time|quarter|month|campaign)|previously|used to|turnover|turn(?:s|ing)? over|turned over|revenues?|sales of|in sales|annual sales|raised(?! (?:it|that|this|us|the budget|our budget)\b)|series [abc]|funding|worth|profit|rent\b|your (?:prices?|rates?|quotes?|fees?|offer|minimum|package|proposal)|you(?:'ve| have)? (?:quot\w+|charged?|offer\w*|said|mention\w+|ask\w*|wanted?|want)|discount|sav(?:e|es|ed|ing|ings)|overspen[dt]|(?:we|i)(?:'ve| have)?(?: already)? paid|invoice[ds]?|refund\w*|deposit|cost (?:us|me)|costing (?:us|me)|rate card|average (?:sale|order|job)|salary|prizes?|valued|minimum spend|retail\w* (?:at|for)|sell(?:s|ing)? (?:for|at|from)|sold|houses? (?:from|at)|apartments? (?:from|at)|homes? (?:from|at)|priced?|fine of|owe[sd]?|fees? of|outstanding|billed|billing|loss|lost|losing|donat\w+|starting (?:at|from) (?=[$£€\d])|their (?:budget|price|quote|rate|offer)|came (?:in|back) at|umsatz|chiffre d'affaires|facturación|fatturato)\b/i;
const othersMaybe = /\b(?:they|them|their|he|she)\b/i;
const askingPrice =
  /\b(?:how much|is (?:it|that|this)|does (?:it|that)|would (?:it|that) (?:be|cost)|what would|prices?|costs?|(?:site|board|screen|panel|option) (?:at|for))\b/i;
const clauses =
  /;|,?\s(?:but|although|though|whereas|while|however|yet)\s|\s[-–—]\s|,\s(?=(?:our|we|i|my|so|they|now|and (?:we|our|i|they|my))\b)|\s(?=(?:and|so) (?:we|our|they|i|my)(?:'\w+)?\s)|:\s/i;

/** Money is gone or was never set. */
const none =
  /\b(?:(?:no|without a|not (?:got )?a|haven't (?:got |set |fixed |agreed |decided |settled )?(?:on )?an?y?|have not (?:set|fixed|decided|agreed) an?y?|don't have an?y?|do not have an?y?|yet to (?:set|agree|finali[sz]e) an?y?) (?:\w+ )?budget|budget (?:has been|was|is|got) (?:pulled|cut entirely|cancelled|canceled|frozen|scrapped|withdrawn|gone|axed|not (?:set|fixed|decided|confirmed|known))|budget (?:isn't|hasn't been) (?:set|fixed|decided|confirmed|finali[sz]ed))\b/i;

interface Candidate extends Found {
  weight: number;
}

/**
 * What the lead says to have for it, in their words; the latest word counts. Revenue, rents, paid bills and other
 * people's prices are none. `asked` holds the messages that answer a question of the team about the budget.
 */
export function findBudget(sentences: readonly Sentence[], asked: ReadonlySet<string>): Found | null {
  let best: Candidate | null = null;
  for (const sentence of sentences) {
    if (none.test(sentence.text)) {
      best = null;
      if (!/\d/.test(sentence.text)) continue;
    }
    for (const found of inSentence(sentence, asked.has(sentence.message.id))) {
      const newer =
        best === null ||
        found.weight >= best.weight ||
        (found.weight > 1 && best.sentence.message !== sentence.message);
      if (newer) best = found;
    }
  }
  return best && { value: best.value, sentence: best.sentence };
}

function inSentence(sentence: Sentence, asked: boolean): Candidate[] {
  return sentence.text.split(clauses, clauseLimit).flatMap((clause): Candidate[] => {
    const matches = clause.match(moneyPattern) ?? clause.match(bareAmount) ?? [];
    const value = matches
      .at(own.test(clause) ? 0 : -1)
      ?.replace(/[\s.,;]+$/, '')
      .trim();
    if (!value || value.length > 120) return [];
    const weight = weightOf(clause, sentence.text, asked);
    return weight > 0 ? [{ value, sentence, weight: past.test(clause) ? 1 : weight }] : [];
  });
}

function weightOf(clause: string, whole: string, asked: boolean): number {
  if (notOurs.test(clause)) return 0;
  if (changed.test(clause)) return 3;
  const strong = own.test(clause);
  if (strong && !/\bthe(?:ir|y) (?:budget|spend)\b/i.test(clause)) return 3;
  if (othersMaybe.test(clause)) return 0;
  if (askingPrice.test(clause)) return 0;
  // 'Our budget: between 5 and 6k' is divided at the colon.
  if (weak.test(clause) || offering.test(clause) || asked) return 2;
  return /\b(?:our|my|the|a|total|campaign|media|marketing)\s(?:\w+\s){0,2}budget\b/i.test(whole) &&
    !notOurs.test(whole)
    ? 2
    : 0;
}

const asksBudget =
  /\bbudget|how much (?:are|were|would|do|can) you|(?:looking|planning|hoping|able) to spend\b/i;

/** Messages of the lead that come right after the team asked what there is to spend. */
export function answersAboutBudget(
  messages: readonly { id: string; from: string; content: string }[],
): Set<string> {
  const answers = new Set<string>();
  let open = false;
  for (const message of messages) {
    if (message.from === 'team')
      open = asksBudget.test(message.content.slice(0, 5000)) && message.content.includes('?');
    else if (open) answers.add(message.id);
  }
  return answers;
}
