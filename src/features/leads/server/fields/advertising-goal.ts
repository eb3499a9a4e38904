const verb = String.raw`(?:promot(?:e|ing)|advertis(?:e|ing)|launch(?:ing)?|announc(?:e|ing)|introduc(?:e|ing)|rais(?:e|ing) awareness|get(?:ting)? (?:more|the word)|bring(?:ing)? (?:in|more)|driv(?:e|ing) (?:more|traffic|sales|people)|attract(?:ing)?|let(?:ting)? (?:people|everyone|locals|customers) know|tell(?:ing)? (?:people|everyone)|reach(?:ing)?|recruit(?:ing)?|fill(?:ing)?|sell(?:ing)?|grow(?:ing)?)\b`;
const rest = String.raw`[^.!?;()"“”]{3,200}`;
const patterns = [
  new RegExp(
    String.raw`\b(?:want(?:s|ed|ing)?|like|love|look(?:ing)?|hop(?:e|ing)|keen|try(?:ing)?|need|aim(?:ing)?|goal(?: here)? is|idea is|plan(?:ning|s)?(?: is)?) (?:\w+ )?to (${verb}${rest})`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:billboards?|boards?|signs?|sites?|screens?|ads?|campaigns?)\b[^.!?;]{0,70}? to (${verb}${rest})`,
    'iu',
  ),
  new RegExp(
    String.raw`\bwe(?:'re|’re| are)(?: (?:also|now|about to be))? ((?:opening|launching|releasing|recruiting|hiring|introducing)\b${rest})`,
    'iu',
  ),
];
/** 'Advertise with you' says where, not what for; 'your business' is said by people who sell something themselves. */
const noGoal =
  /^advertis(?:e|ing) (?:with|on|at|in|here|there|again|near|together)\b|^\w+(?: \w+){0,3} your?\b/i;
const notSaidByThem =
  /\b(?:don'?t|do not|not|you|they|competitors?) (?:\w+ ){0,2}(?:want|like|need|look|try|plan|hope)/i;
/** Where the clause ends that says what for. */
const clauseEnd =
  /,| but | with (?:one|an?|your)\b| on (?:\w+ ){0,2}(?:site|board|billboard|sign|screen)| because | so that we | and (?:would|we|i|i'd|need|can|could|am|are|it)\b| [-–—] /i;

/** What the sender wants to reach, from the verb to the end of the clause, in their words. */
export function findGoal(sentence: string): string | null {
  if (notSaidByThem.test(sentence)) return null;
  for (const pattern of patterns) {
    const clause = pattern.exec(sentence)?.[1]?.split(clauseEnd)[0] ?? '';
    const value = clause.replace(/\s+(?:and|or|to|the|a|our|with|in|for)$/i, '').trim();
    if (value.length >= 10 && !noGoal.test(value)) return value;
  }
  return null;
}
