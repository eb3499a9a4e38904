import type { LeadSummary } from '../jobs.ts';
import { amountOf } from './money.ts';
import type { Sentence } from './sentences.ts';
import { byMessage } from './tone.ts';

const deadline =
  /\b(?:urgent(?:ly)?|asap|a\.s\.a\.p|as soon as (?:possible|you can|humanly)|immediately|straight away|right away|time[- ](?:critical|sensitive)|tight (?:deadline|timeline|turnaround)|last[- ]minute|(?<!(?:what|when)\b[^?]{0,60})deadline(?! (?:for|to) (?:the |your |our )?(?:proposals?|quot\w+|tenders?|submissions?|responses?|artwork|material|entries|booking|submi|supply|creative))|by (?:tomorrow|tonight|today|cob|close of business|end of (?:day|week|today|the week)|the end of (?:the )?(?:day|week)|eod|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?! week))|before (?:tomorrow|the weekend|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:need|want|have) (?:it|this|them|to be|an answer|a quote)[^.]{0,25}\b(?:today|tomorrow|this week)|(?:today|tomorrow),? (?:if|please)|can't wait any longer|running out of time|goes live (?:today|tomorrow|this week)|first thing|hurry)\b/i;
const ready =
  /\b(?:lock (?:it|this|that|them|in)|locked? in|ready to (?:go|sign|book|proceed|commit|pay|move|start|buy)|(?:want|like|happy|keen|need|good) to (?:go ahead|proceed|book (?:it|this|that|the|both)|sign|confirm)|(?:let's|lets) (?:go ahead|do it|book|proceed|sign|lock|go)|go ahead (?:with|and)|send (?:me |us |through |over )*(?:the |a |an |your )?(?:contract|agreement|invoice|paperwork|booking form|io|insertion order)|where (?:do|can) (?:i|we) sign|please (?:book|reserve|confirm)\b(?! (?:your|whether|if|that|how|what|the (?:price|cost|rate)))|we(?:'ll| will) take (?:it|the|both)|shut up and take)\b/i;
const leaving =
  /\b(?:(?:we|i)(?:'ll| will| may| might| am going to| are going to) (?:have to )?(?:cancel|go (?:to|with) (?:a |another |some)|take our|look elsewhere)|cancel(?:l?ing)? (?:our|the|my|this)|(?:another|other) (?:company|provider) (?:has|have) offered)\b/i;
const noHurry =
  /\b(?:no (?:rush|hurry|urgency|great rush|real rush|pressure)|not (?:urgent|in (?:a|any) (?:rush|hurry))|not (?:a )?(?:priority|time[- ]sensitive)|whenever (?:you|suits|it suits)|in your own time|take your time|when you (?:get|have) (?:a )?(?:chance|moment|time|minute)|down the track|some ?day|one day|eventually|long[- ]term)\b/i;
const browsing =
  /\b(?:(?:early|initial|some|preliminary|background) research|(?:starting|beginning|only starting) to (?:think|look|plan)|(?:get|getting) a feel|putting (?:some |a few )?feelers|nothing (?:has been |is |yet )?(?:approved|decided|planned|signed off|locked in)|not ready to|not (?:looking|planning|about) to (?:buy|book|advertise|spend|commit|do)|no (?:live|current|active) (?:brief|campaign|plans?)|no plans (?:yet|at present|at the moment)|collecting (?:media kits?|rate cards?|brochures?|info\w*|prices)|keep (?:me|us) (?:on|in) (?:your|the|mind)|research(?:ing)? (?:for|options|stage)|just (?:looking|browsing|curious|wondering|exploring|researching|gathering|getting (?:a feel|an idea)|checking|enquiring|asking)|curious (?:about|what|how|if)|early (?:days|stages?)|exploring (?:options|ideas)|general (?:idea|enquiry|info\w*)|ball ?park (?:only|for now)|for future reference|keep (?:it|you|your details) on file|kicking (?:the )?tyres|at this stage (?:just|only)|(?:only|just) (?:an? )?(?:idea|rough idea)|not sure (?:if|whether|yet)|might (?:be|consider)|maybe (?:next|later|one)|(?:don't|do not) (?:really )?know where to (?:begin|start)|(?:be|well be) (?:beyond|out of reach for|too much for) us|go to any trouble|out of (?:our|my) (?:reach|league)|premature|all (?:i|we) need(?: to know)? for now|nothing (?:is )?(?:needed|required)|no (?:action|reply|response) (?:is )?(?:needed|required|necessary)|no need to (?:reply|respond)|dream(?:ing)?|toying with)\b/i;
const noMoney =
  /\b(?:(?:haven't|have not|not) (?:got |set |fixed |agreed )?(?:on )?a budget|no budget|small budget|tiny budget|limited budget|shoestring|budget (?:is|isn't) (?:tiny|small|tight|not set)|can't afford|too expensive for us)\b/i;
/** It is off, or it never was an enquiry. */
export const noDeal =
  /\b(?:(?:no longer|not) interested(?: any ?more| in (?:proceeding|going|this|your|outdoor|advertising)\b|[.,!]|$)|gone with (?:another|someone|a different)|went with (?:another|someone|a different)|decided (?:not to|against|to go (?:with|another))|put (?:it |this |that |things )?on (?:hold|ice|the back ?burner)|on hold|unsubscribe|not for us|no,? thank(?:s| you)[.,!]|(?:we'll|we will|i'll|going to) (?:have to )?pass(?: on|[.,!])|stop (?:e-?mailing|calling|contacting)|remove (?:me|us|my|our)|take (?:me|us) off|shelved|(?:spending|budget|marketing) freeze|parked|paused|for the time being|(?:won't|will not|not) be (?:going ahead|proceeding|continuing)|(?:uni(?:versity)?|school|student|college|tafe) (?:assignment|project|paper|essay|thesis|research)|my (?:thesis|assignment|dissertation|resume|cv)|(?:job|internship|work experience) (?:opening|application|opportunit\w+|position)|(?:we|i) (?:offer|provide|specialise in|specialize in) (?:seo|web|marketing services|outsourc\w+|lead generation|app)|(?:i'm|i am|we are|we're) (?:\w+ )?an? (?:\w+ ){0,2}student|(?:an|my|our|the) assignment|dissertation|homework|guest post|backlinks?|rank(?:ing)? (?:on|in) google|partnership opportunity)\b/i;

const day = 86_400_000;

export interface Priority {
  priority: LeadSummary['priority'];
  sentences: Sentence[];
}

interface About {
  negative: Sentence | null;
  isNegative: boolean;
  budget: { value: string; sentence: Sentence } | null;
  starts: { at: Date; sentence: Sentence } | null;
  now: Date;
}

/** How soon someone should answer, with the sentences that say so. What the newest message says about hurry replaces older words. */
export function priorityOf(sentences: readonly Sentence[], about: About): Priority {
  if (about.isNegative) return { priority: 'high', sentences: about.negative ? [about.negative] : [] };
  const high: Sentence[] = [];
  const low: Sentence[] = [];
  let highPoints = 0;
  let lowPoints = 0;
  for (const group of byMessage(sentences).toReversed()) {
    const points = pointsOf(group, high, low);
    highPoints += points.high;
    lowPoints += points.low;
    // The newest message that speaks of hurry or of none decides.
    if (points.high > 0 || points.low > 0) break;
  }
  if (about.budget) {
    const amount = amountOf(about.budget.value);
    const monthly = /\b(?:month|week|pm|pw|fortnight)/i.test(about.budget.value);
    if (amount >= 10_000) highPoints += amount >= 50_000 ? 2 : 1;
    if (amount > 0 && amount < 1000 && !monthly) lowPoints += 1;
  }
  if (about.starts) {
    const away = about.starts.at.getTime() - about.now.getTime();
    if (away >= 0 && away <= 21 * day) highPoints += 1;
    if (away > 270 * day) lowPoints += 1;
  }
  if (lowPoints >= 2 && highPoints < 2) return { priority: 'low', sentences: low };
  if (highPoints >= 3 || (high.length > 0 && highPoints >= 2 && lowPoints === 0))
    return { priority: 'high', sentences: high };
  return { priority: 'medium', sentences: [] };
}

function pointsOf(
  group: readonly Sentence[],
  high: Sentence[],
  low: Sentence[],
): { high: number; low: number } {
  const points = { high: 0, low: 0 };
  for (const sentence of group) {
    const { text } = sentence;
    const gain = noHurry.test(text)
      ? 0
      : Number(deadline.test(text)) * 2 + Number(ready.test(text)) * 2 + Number(leaving.test(text)) * 2;
    const loss =
      Number(noHurry.test(text)) * 2 +
      Number(browsing.test(text)) * 2 +
      Number(noMoney.test(text)) +
      Number(noDeal.test(text)) * 4;
    if (gain > 0) high.push(sentence);
    if (loss > 0) low.push(sentence);
    points.high += gain;
    points.low += loss;
  }
  return points;
}
