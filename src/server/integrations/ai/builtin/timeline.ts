import type { Found } from './budget.ts';
import { clauseLimit, type Sentence } from './sentences.ts';

/** Months in the languages of the limited summary; 'may' and 'march' in small letters are other words. */
const clearMonth = String.raw`(?:january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|januari|februari|maart|mei|augustus)\b\.?`;
const month = String.raw`(?:${clearMonth}|(?:May|March|Mar|MAY|MARCH)\b(?! (?:I|we|be|have|not|as)\b)\.?|(?<=\b(?:in|for|from|during|early|late|mid|mid-|until|till|through|by|of|start|starting|since|to|next|this|\d|st|nd|rd|th)\s?)(?:may|march)\b(?! (?:be|have|not)\b))`;
const count = String.raw`(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple(?: of)?|a few|several)`;
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)?\.?`;
const days = String.raw`(?:the )?${nth}(?:\s?(?:,|-|–|to|and|&|until|or|through)\s?(?:the )?${nth}){0,3}(?: of| de)?\s`;
const part = String.raw`(?:(?:the )?(?:first|second|third|fourth|last|1st|2nd) (?:week|half|fortnight|weekend) (?:of|in) |(?:the )?(?:start|beginning|middle|end|back end) of |early[- ](?:in )?|mid[ -]?|middle |late[- ](?:in )?|anfang |mitte |ende |début |mi-|fin |principios de |finales de )`;
const year = String.raw`(?:,? (?:20\d\d|this year|next year)\b)?`;
const dayAfter = String.raw`(?: (?:the )?\d{1,2}(?:st|nd|rd|th)?(?![\d:.,]\d|\d| ?(?:weeks?|months?|days?|am|pm|%)\b)(?:\s?(?:-|–|to|and|&)\s?\d{1,2}(?:st|nd|rd|th)?(?![\d\p{L}]))?)?`;
const monthPoint = String.raw`(?:${part})?(?:(?:next|this|coming) )?(?:${days})?${month}${dayAfter}${year}`;
const numeric = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:20)?\d\d|\d{1,2}/\d{1,2})(?![\d/])`;
const season = String.raw`(?:${part})?(?:(?:next|this|the coming|coming|the|over|all) )?(?:summer|autumn|winter|spring|sommer|herbst|frühjahr|frühling|été|automne|hiver|printemps|verano|otoño|invierno|primavera|school holidays|christmas|xmas|easter|black friday|new year(?:'s)?(?! resolution)|mother's day|father's day|valentine's(?: day)?|back[- ]to[- ]school|grand final|melbourne cup|boxing day|halloween|australia day|anzac day|ramadan|diwali|lunar new year|eofy)\b${year}`;
const quarter = String.raw`(?:(?:late|early|mid)[ -])?(?:Q[1-4]|(?:the )?(?:first|second|third|fourth|last|next|this|coming) quarter|(?:first|second) half of (?:the|next|this) year|FY ?\d\d(?:\/\d\d)?)\b${year}`;
const relative = String.raw`(?:(?:early |late |mid[- ]|sometime |some time |later |end of )?(?:next|this|the following|the coming) (?:year|month|quarter|financial year|week|fortnight)\b|(?:in|within) (?:the next |about |around |roughly |under )?${count}(?: to ${count}|-${count})? (?:weeks?|months?|days?|fortnights?)(?:'s?)?(?: time| from now)?\b|${count} (?:weeks?|months?) from now\b|nächstes jahr|nächsten (?:monat|sommer)|l'année prochaine|el (?:próximo año|año que viene)|20[2-4]\d(?=\s*(?:[.,;?!]|$)))`;
const moment = String.raw`(?:${monthPoint}|${numeric}|${season}|${quarter}|${relative})`;
const opener = String.raw`(?:(?:from|starting(?: on| in| from)?|start(?:s|ing)?(?: on| in| from)?|beginning(?: on| in)?|kick(?:ing)? off(?: on| in)?|between|until|till|by|before|after|around|about|ab|vom?|desde|dal?|à partir de|a partir de) (?:the )?)`;
/** A point in time, or two that make a span. */
export const pointPattern = new RegExp(
  String.raw`(?<![\p{L}\d/])(?:${opener})?${moment}(?:\s?(?:-|–|—|to|until|till|through|thru|and|or|bis|au|al|hasta|into)\s?(?:the |around |about )?${moment})?`,
  'giu',
);
/** The length of a campaign: 'for six weeks', '12 week run'. */
export const lengthPattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:for|over|period is|period of|duration is|duration of|run(?:ning)? for|run|runs|probably an?|maybe an?|an?|minimum|at least|about|around|für|pendant|durante|por)\s)?(?:(?:about|around|roughly|probably|maybe|the|at least|a minimum of) )?${count}(?:\s?(?:-|–|to|or)\s?${count})?[- ](?:weeks?|months?|fortnights?|days?|years?|weekends?|wochen|monate?n?|semaines|mois|semanas|meses|settimane|mesi|weken|maanden)\b(?:[- ](?:run|campaign|booking|burst|flight|stint|contract|package|term|block))?`,
  'giu',
);

/** Not about the campaign: the past, calls and answers, absences, opening hours, complaints, other people's time. */
const otherMatter =
  /\b(?:last (?:year|month|week|summer|winter|spring|autumn|time|night|january|february|march|april|may|june|july|august|september|october|november|december)|ago|since|founded|established|opened (?:in|our|on)|was|were|had (?:a|an|our|some|the)|did|ran|used to|previously|supposed to|meant to|promised|still (?:dark|wrong|not|waiting|broken)|paid|invoice\w*|refund|cancel\w*|expired|born|moved|joined|in business|been (?:open|trading|running|going|with)|(?:phone|video|zoom|teams|quick|a|the) (?:call|chat|meeting|catch[- ]?up|coffee)|(?:call|ring|phone|meet|chat|speak|talk)(?: me| us| you| with)? (?:on|at|next|in|before|after|this)|(?:get|come|be|circle|touch) (?:back|base)|reply|respond|hear (?:back|from you)|let (?:me|us|you) know (?:by|before)|back (?:to me|to us|on|in)|on (?:leave|holidays?)|away|leave until|out of office|return\w*|financial year ends|year[- ]end|they|their|competitors?|rivals?|answered|asked|complain\w*|need (?:a |the |your )?(?:quote|answer|reply|proposal|response|artwork spec\w*) (?:by|before)|decision|decide|board meeting|meets?|proposal|birthday|age|old)\b/i;
/** How long something takes or took, and how often. */
const notLength =
  /\b(?:in|within|every|past|another|takes?|took|next|notice|each|lead time of|last|per|a day|out|for three nights|nights?|times)\s*$/i;
const notLengthAfter =
  /^\s?(?:ago|old|notice|lead|earlier|later|before|after|away|time|in advance|late|from now|of experience)\b/i;
const wish =
  /\b(?:campaigns?|ads?|advert\w*|run|running|book\w*|billboards?|boards?|sites?|screens?|panels?|shelters?|signs?|posters?|space|slots?|launch\w*|live|start\w*|begin\w*|promot\w+|display|sampling|event|up|available|availab\w+|free|hire|rent|quote|price|looking|after|want|need|keen|interested|plan\w*|hop\w+|aim\w*|think\w*|consider\w*|research\w*|curious|weeks?|months?|period|duration|dates?|timing|flight|burst|opening|sale|festival|digital|static|mobile|airport|outdoor|media|grand|push|move|shift|delay|budget)\b/i;
const clauses =
  /;|,?\s(?:but|although|though|whereas|however)\s|\s[-–—]\s(?!\d)|,\s(?=(?:so|we|our|my|i|they|and (?:we|our|i|they))\b)|\s(?=so (?:we|our|i)\b)/i;

/** A time with the word before it that makes it a plan, in a sentence that says nothing of a campaign. */
const planned =
  /\b(?:for|from|in|during|over|through|by|until|before|after|start\w*|on|around|between|beginning)\s(?:the |early |late |mid[- ])?[^\s]+/i;

interface Span {
  value: string;
  sentence: Sentence;
  start: number;
  end: number;
}

/** When it is to run and for how long, in the lead's own words; a later message replaces what it says anew. */
export function findTimeline(sentences: readonly Sentence[], foreign: boolean): Found[] {
  let when: Span | null = null;
  let length: Span | null = null;
  for (const sentence of sentences) {
    let from = 0;
    for (const clause of sentence.text.split(clauses, clauseLimit)) {
      const at = sentence.text.indexOf(clause, from);
      from = at + clause.length;
      if (otherMatter.test(clause)) continue;
      const short = sentence.text.length <= 45;
      const wished = foreign || short || wish.test(sentence.text);
      const point = best(clause, at, sentence, wished);
      if (point && (when === null || when.sentence.message !== sentence.message || vague(when.value)))
        when = point;
      const long = wished ? lengthIn(clause, at, sentence, point) : null;
      if (long && (length === null || length.sentence.message !== sentence.message)) length = long;
    }
  }
  return joined(when, length);
}

const vague = (value: string): boolean =>
  /^(?:this|next|the (?:coming|following)) (?:week|month)$/i.test(value);

function best(clause: string, offset: number, sentence: Sentence, wished: boolean): Span | null {
  for (const match of clause.matchAll(pointPattern)) {
    const value = match[0].replace(/[\s.]+$/, '');
    const before = clause.slice(Math.max(0, match.index - 14), match.index);
    if (/\$\s?$|\b(?:phone|ph|tel|no|ref|order|size|version)[.:]?\s$/i.test(before)) continue;
    if (
      /^\d{1,2}\/\d{1,2}$/.test(value) &&
      !/\b(?:on|from|to|by|between|until|start\w*|for|date)\s(?:the )?$/i.test(before)
    )
      continue;
    if (!wished && !planned.test(`${before}${value}`)) continue;
    return { value, sentence, start: offset + match.index, end: offset + match.index + match[0].length };
  }
  return null;
}

function lengthIn(clause: string, offset: number, sentence: Sentence, point: Span | null): Span | null {
  for (const match of clause.matchAll(lengthPattern)) {
    const before = clause.slice(0, match.index);
    const after = clause.slice(match.index + match[0].length);
    if (notLength.test(before) || notLengthAfter.test(after)) continue;
    if (
      !/^(?:for|over|period|duration|run|runs|für|pendant|durante|por)\b/i.test(match[0]) &&
      /^\s?an?\s/i.test(match[0]) &&
      /^(?:a|an)$/i.test(before.trim())
    )
      continue;
    const start = offset + match.index;
    if (point && start < point.end && start + match[0].length > point.start) continue;
    return { value: match[0].trim(), sentence, start, end: start + match[0].length };
  }
  return null;
}

function joined(when: Span | null, length: Span | null): Found[] {
  if (!when || !length) {
    const one = when ?? length;
    return one ? [{ value: one.value, sentence: one.sentence }] : [];
  }
  if (when.sentence === length.sentence) {
    const start = Math.min(when.start, length.start);
    const end = Math.max(when.end, length.end);
    const gap = end - start - when.value.length - length.value.length;
    if (gap <= 6) return [{ value: when.sentence.text.slice(start, end).trim(), sentence: when.sentence }];
  }
  return [when, length].map(({ value, sentence }) => ({ value, sentence }));
}
