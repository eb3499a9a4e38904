const count = String.raw`(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple of)`;
const lengthOfTime = String.raw`(?:(?:about|around|roughly) )?${count}(?:\s?(?:-|–|to|or)\s?${count})?[ -](?:weeks?|months?|fortnights?|days?|years?)\b`;
/** With a word before it that makes it the length of a campaign, or a campaign word behind it. */
const durations = [
  new RegExp(
    String.raw`\b(?:for|of|over|run(?:ning)?|book(?:ing)?|take|want|need|keep|have|how about|make it) (?:it |them |the |another )?(?:for )?(${lengthOfTime})`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(${lengthOfTime})(?= (?:campaign|booking|run|flight|slot|block|contract|term)\b)`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(${lengthOfTime})(?=,|\.|$| or so| (?:it is|is (?:enough|fine|plenty)|would (?:do|be)|of both|then|straight|all up|all day|starting|from(?! now)|please|over|in))`,
    'giu',
  ),
];
const campaign =
  /\b(?:campaigns?|budget|starting|how about|make it|run|running|book|booking|billboards?|boards?|signs?|sites?|panels?|screens?|digital|space|hire|rent|up there|advertis\w+|ads?|avails|outdoor|quote|rates?|cost|price|straight|weeks? (?:it is|is enough|would do|then)|looking (?:for|at))\b/i;
/** How long something took, will take, is ago or goes on already. */
const otherTimeBefore =
  /\b(?:last|past|in|within|next|every|open|been|ago|least|since|before|age of|years?|takes?|took|lived|by|(?:don['’]?t|do not|didn['’]?t|not) (?:need|want|for|about)|not)\s(?:the\s)?$/i;
const otherTimeAfter =
  /^\s?(?:ago|old|notice|lead|earlier|later|before|after|away|time|in advance|late|to (?:get|find|decide))\b/i;
const otherSubject =
  /\b(?:lived?|been (?:open|trading|in business|running|going)|years? in business|trading for|another company|competitors?|warranty|away|holidays?|on leave|closed|sick|off (?:another|them))\b/i;

/** For how long the sender wants it, in their words. */
export function findDuration(sentence: string): string | null {
  if (otherSubject.test(sentence)) return null;
  const short = sentence.length <= 40;
  for (const pattern of durations) {
    for (const match of sentence.matchAll(pattern)) {
      const value = match[1] ?? '';
      const at = match.index + match[0].lastIndexOf(value);
      const other =
        otherTimeBefore.test(sentence.slice(Math.max(0, at - 20), at)) ||
        otherTimeAfter.test(sentence.slice(at + value.length, at + value.length + 20));
      if (!other && (short || campaign.test(sentence))) return value;
    }
  }
  return null;
}

/** Capital letters, so that 'we may' and 'march past' are no months. */
const month = String.raw`(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b`;
const day = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )`;
const part = String.raw`(?:(?:the )?(?:first|second|third|last) (?:week|half) of |(?:the )?(?:start|beginning|middle|end) of |early |mid[ -]|late )`;
const point = String.raw`(?:${part}|${day})?${month}(?: \d{1,2}(?:st|nd|rd|th)?\b)?(?: 20\d\d)?`;
const opener = String.raw`(?:from|starting(?: (?:in|on|from))?|start(?:ing)? (?:in|on|from)|beginning(?: in)?|in|during|over|throughout|between|by|on|at|for|to start|start|around|live)`;
const periodPattern = new RegExp(
  String.raw`\b(?<opener>${opener}) (?:the )?(?<value>${point}(?:\s?(?:-|–|to|until|till|through|and)\s?${point})?)`,
  'u',
);
const bareRange = new RegExp(String.raw`(?<value>${point}\s?(?:-|–|to|until|till|through)\s?${point})`, 'u');
const plans =
  /\b(?:campaigns?|run|book|booking|billboards?|boards?|signs?|sites?|start(?:s|ing)?|launch\w*|live|go(?:es)? up|release|open(?:ing|s)?|available|free|weeks?|months?|avails|advertis\w+|ads?|tickets|begin|comes? back|looking (?:for|at))\b/i;
const pastTime = /\b(?:since|last|opened|founded|moved|born|ago|previous|was|were|had|did)\b/i;

/** When the sender wants it to run or to begin, in their words, with the 'from' that belongs to it. */
export function findPeriod(sentence: string): string | null {
  if (pastTime.test(sentence) || !plans.test(sentence)) return null;
  const match = periodPattern.exec(sentence);
  const value = match?.groups?.value ?? bareRange.exec(sentence)?.groups?.value;
  if (!value) return null;
  return match && /^(?:from|between|starting)/.test(match[0]) ? match[0] : value;
}
