import type { LeadSummary } from '../jobs.ts';
import type { Sentence } from './sentences.ts';

const strong =
  /\b(?:love[ds]?|adore|excit(?:ed|ing)|thrilled|delighted|fantastic|amazing|awesome|brilliant|wonderful|excellent|perfect(?:ly)?|incredible|superb|stunning|gorgeous|beautiful|can(?:'t|not) wait|impress(?:ed|ive)|moved by|stoked|pumped|over the moon|blown away|ecstatic|outstanding|you(?:'ve| have)? (?:nailed|smashed|killed) it|nailed it|best (?:team|service|experience)|very happy|so happy|really happy|super happy|absolutely|ripper|you beauty|bonza|legends?|spot on|chuffed|rapt|psyched|keen as|sick as|(?:is|are|straight|pure|absolute) fire|(?:could not|couldn't|can't|cannot) be (?:happier|more pleased|more delighted)|what a (?:result|success|difference|campaign)|best (?:\w+ )?(?:we|i)(?:'ve| have)? (?:ever|had)|worked (?:wonders|a treat|so well|really well|brilliantly)|(?:rav(?:e|es|ed|ing)|singing your praises) about (?:you|your)|you(?:'re| are) (?:a |an |the |such a )?(?:stars?|best|legends?|life ?savers?|gem|champions?|superstars?)|couldn't have gone better|exceeded|top notch|phenomenal)\b|[😍🎉🥳🤩❤🔥👏]/iu;
const mild =
  /\b(?:great|good|nice|happy (?:with|about|to see)|pleased|glad|like (?:the look|what)|looks? (?:great|good|lovely)|sounds? (?:great|good|lovely)|lovely|cool|sweet|appreciate|keen)\b|[:;]-?\)|😊|👍/iu;
/** Politeness, which says nothing about the mood. */
const courtesy =
  /\b(?:would (?:really |also )?love (?:to|a|an|some|if|your|it)|we'd (?:really )?love|i'd (?:really )?love|(?:great|good|nice|lovely|pleased|glad|delighted) to (?:hear|meet|speak|e-?meet|talk|chat|connect)|(?:would|that'd|it'd|that would|it would|'d) be (?:great|good|perfect|fantastic|awesome|amazing|wonderful|ideal|lovely|excellent|brilliant|nice)|happy to|glad to|hope (?:you|this|all|everything)[^.!]*|good (?:morning|afternoon|day|evening)|(?:have a|enjoy your) [^.!]*|great,? thanks|thanks[^.!]*|thank you[^.!]*|much appreciated|appreciate (?:your|any|it|a)[^.!]*|look(?:ing)? forward[^.!]*|absolutely (?:no|not|nothing)|perfect (?:for|fit|spot|location|place|time)|best (?:regards|wishes)|a good (?:idea|price|deal|rate|spot|time|fit)|good (?:deal|price|rate|time|spot|idea)|great (?:deal|price|rate)|kind of like|if possible|if you like|not perfect|if (?:it|that|they|this)(?:'s| is|'re| are) [a-z]+|excellent exposure|awesome if|great if|good if)\b/gi;
const bad =
  /\b(?:disappoint\w*|unacceptable|not acceptable|unhappy|not (?:at all |very |really |too |one bit )?(?:happy|impressed|pleased|satisfied|thrilled|good enough|ok(?:ay)?|on)|(?:isn't|wasn't|aren't|not) good enough|frustrat\w+|annoy(?:ed|ing)|angry|furious|fuming|livid|irate|appall\w+|terrible|awful|horrible|horrendous|atrocious|abysmal|dreadful|worst|ridiculous|disgrac\w+|disgust\w+|pathetic|shocking|shambles|shambolic|fed up|sick (?:of|and tired)|had (?:it|enough)|over it|gutted|ropeable|spewing|cranky|ticked off|pissed\w*|stuff(?:ed)?[- ]?up|cock[- ]?up|screw(?:ed|[- ])\s?up|botched|dodgy|crap|rubbish|garbage|useless|hopeless|incompetent|a joke|farce|unprofessional|let down|letting us down|ripped? off|rip[- ]off|misled|mislead\w*|lied|waste of (?:money|time)|overcharged|double[- ]charged|complain\w*|lawyers?|legal action|solicitor|ombudsman|fair trading|accc|tribunal|demand (?:a|an|my|our)|(?:want|expect|demand|require|like)\b[^.?!]{0,40}\b(?:money|(?:[$£€]\s?)\d[\d,.]*|all of it|paid|amount)\b[^.?!]{0,20}\b(?:back|returned|refunded|reimbursed|credited)|(?:correct|fix|replac|repair|remov|reprint|swapp)\w*\b[^.?!]{0,15}\b(?:today|immediately|at once|straight away|right now)|(?:taken|take) (?:it )?down (?:today|immediately|now)|never (?:turned|showed|arrived|came|went|appeared|happened)\b(?! (?:back|so))|refund|money back|(?:want|wanted|expect|need) (?:a|an|our|my) (?:credit|apology|explanation|compensation)|no(?:body| one|-one) (?:has |have |had |ever |even )*(?:answer\w*|repl\w*|respond\w*|call\w*|got|gets|pick\w*|bother\w*|come|came|show\w*|turn\w*|care\w*)|(?:never|haven't|hasn't|didn't) (?:heard|hear|got|get|received|had) (?:anything |a |any )?(?:back|reply|response|answer|word)|ignored|ignoring|third time|(?:two|three|four|five|2|3|4|5|several|many) times|bad experience|lose (?:faith|patience)|losing (?:faith|patience)|lost (?:faith|patience|confidence)|not what (?:we|i) (?:paid|agreed|ordered|signed)|(?:reverse|dispute|stop)\w* (?:this |the |that |your )?(?:payment|charge|debit|transaction)|charge ?back|take (?:the|this) matter|(?:left|sent|made|written) (?:you )?(?:three|four|five|six|several|many|multiple|countless|[3-9]) (?:\w+ )?(?:voicemails?|messages?|e-?mails?|calls?|times)|bloody|for (?:god|heaven|christ)'s sake|(?:^|[.!,] |\bor )sort (?:it|this|that) out\b(?!\?)|(?:off|from) (?:the|my|our) (?:next )?bill|gobsmacked|aghast|dismay\w*|outrag\w+|flabbergasted|what are you going to do about|you promised (?:us|me)|nothing but (?:trouble|problems)|how hard (?:can|is)|for someone to care|take our (?:business|money) elsewhere|very (?:poor|bad|upset|angry)|so (?:poor|bad|upset)|upset|poor (?:service|communication|form|quality))\b|[😡🤬😠]/iu;
/** Something went wrong with what they bought: by itself a fact, with irony or impatience a complaint. */
const problem =
  /\b(?:(?:nobody|no one) can (?:see|read|make out)|(?:doesn't|does not|don't|do not|isn't|aren't|stopped) work(?:ing)?|still (?:no|not|has|have|hasn't|haven't|isn't|dark|waiting|wrong|broken|the wrong|down|up|showing|blank|missing|hasn't)|again|another week|yet another|wrong (?:phone|number|artwork|logo|date|address|name|spelling|image|creative|location|file|website|url)|misspel\w*|spell?ed|typo|broken|faulty|peeling|torn|ripped|graffiti|been waiting|can't even|cannot even|waiting (?:on|for)\b[^.?!]{0,40}\bsince|at this rate|staffed by|(?:anyone|anybody|someone) (?:there|home|alive|awake)|old (?:logo|artwork|ad|poster|creative|price|number|address)|upside down|black screen|invisible|turned off|switched off|switching (?:it|them) on|back to front|dark|blank|flicker\w*|lights? (?:are |is |were )?(?:out|off)|not (?:working|lit|up|live|running)|late|overdue|delay(?:ed)?|missed|mistake|error|mess(?:ed)?|months? late|weeks? late|days? late|should have been|was (?:meant|supposed) to|were (?:meant|supposed) to)\b/i;
const irony =
  /(?:^|[.!?]\s)(?:oh,? |well,? |just |how )?(?:great|wonderful|fantastic|brilliant|lovely|perfect|terrific|marvell?ous|charming|awesome|superb|bravo|congrat\w*|well done|nice one|good one|top (?:job|work|effort)|(?:really |truly |simply |absolutely )?(?:brilliant|great|outstanding|fantastic|stellar|excellent|amazing|impressive|superb) (?:work|job|effort|service|stuff|communication))\b|\b(?:thanks (?:a lot |so much )?for (?:nothing|the silence|ignoring|not)|just what (?:we|i) need(?:ed)?|(?:absolutely |just )?love (?:it|this)[.!]|(?:ten|10) ?(?:out of|\/) ?(?:ten|10)\b|(?:full|top) marks|gold star|slow clap|round of applause|hats off|bated breath|such (?:value|talent|service|care|efficiency)|some (?:sort|kind) of (?:a )?record|congratulations (?:on|for)|do (?:so )?enjoy|love (?:how|that|it when|paying|waiting|being|the way)|so glad (?:we|i) (?:paid|pay|chose|trusted)|money well spent|impressive how|amazing how|great to (?:see|know) (?:that )?(?:our|the|my|you)|can't wait (?:to see what|for the next))\b/i;
const resolved =
  /\b(?:(?:all|now|been|is|it's|that's|are) (?:sorted|fixed|resolved|solved|working)|sorted (?:it|now|out)|problem solved|back (?:up|on)(?: now)?|looks (?:good|great|right) now|fixed (?:it|now|that)|no longer (?:a problem|an issue)|thanks for (?:fixing|sorting|the quick (?:fix|response)))\b/i;
const harmless =
  /\b(?:no (?:worries|problem|problems|complaints?|issue|issues|drama|dramas|rush|stress)|not (?:a|an) (?:problem|issue|drama|big deal|complaint)|nothing wrong|not bad|can't complain|cannot complain|can't fault|don't hesitate|sorry (?:for|about) (?:the|my) (?:delay|late|slow)[^.]*|apologies for[^.]*|my (?:mistake|error|bad)|not too late|of late|latest|late (?:january|february|march|april|may|june|july|august|september|october|november|december|summer|winter|spring|autumn|next|this|q\d)|never (?:done|tried|used|advertised)[^.]*|refund policy|again (?:soon|next|for)|cancellation (?:policy|terms|fee)|(?:once|thanks|thank you|hi|hello|hey) again|again,? (?:thanks|thank)|(?:book|run|advertise|work with you) again|blank canvas|dark (?:blue|green|background|mode)|after dark|(?:two|three|four|five|2|3|4|5|several) times (?:a|per|the|as))\b/gi;
/** Someone else's praise, or their failings: not about us. */
const rival =
  /\b(?:competitors?|rivals?|(?:an)?other (?:company|companies|agency|agencies|providers?|suppliers?|vendors?|outfit|firm)|current (?:agency|provider|supplier|company|vendor|mob)|previous (?:agency|provider|supplier|company|vendor|mob)|(?:last|old) (?:agency|provider|supplier|company|vendor|mob|crowd)|elsewhere|someone else|they(?:'ve|'re| have| are| were| did| do| made| gave| really)?|their|them)\b/i;
const ownSubject =
  /^(?:I|We|You|Your|Our|It|This|That|These|Those|The|My|There|What|Everything|All|Team|Service|Work|And|But|So)$/;
const negated =
  /\b(?:not|n't|never|hardly|less than|far from|no|nothing|isn't|wasn't|aren't|neither)\s(?:\w+\s){0,2}$/i;

export interface Tone {
  sentiment: LeadSummary['sentiment'];
  /** The sentence that says it most clearly. */
  sentence: Sentence | null;
}

interface Score {
  plus: number;
  minus: number;
  resolved: boolean;
  plusAt: Sentence | null;
  minusAt: Sentence | null;
}

/** The mood by what people say about the work, not by the politeness of their words. The newest message counts double. */
export function toneOf(sentences: readonly Sentence[], teamNames: ReadonlySet<string>): Tone {
  const scores: Score[] = [];
  for (const group of byMessage(sentences)) scores.push(scoreOf(group, teamNames));
  const total: Score = { plus: 0, minus: 0, resolved: false, plusAt: null, minusAt: null };
  for (const [index, score] of scores.entries()) {
    const weight = index === scores.length - 1 ? 2 : 1;
    if (score.resolved && score.minus === 0) Object.assign(total, { minus: 0, minusAt: null });
    total.plus += score.plus * weight;
    total.minus += score.minus * weight;
    total.plusAt = score.plusAt ?? total.plusAt;
    total.minusAt = score.minusAt ?? total.minusAt;
  }
  if (total.minus >= 2 && total.minus >= total.plus)
    return { sentiment: 'negative', sentence: total.minusAt };
  if (total.plus >= 2 && total.plus > total.minus) return { sentiment: 'positive', sentence: total.plusAt };
  return { sentiment: 'neutral', sentence: null };
}

/** The sentences of each message, in their order. */
export function byMessage(sentences: readonly Sentence[]): Sentence[][] {
  const groups: Sentence[][] = [];
  for (const sentence of sentences) {
    const last = groups.at(-1);
    if (last?.[0]?.message === sentence.message) last.push(sentence);
    else groups.push([sentence]);
  }
  return groups;
}

function scoreOf(group: readonly Sentence[], teamNames: ReadonlySet<string>): Score {
  const score: Score = { plus: 0, minus: 0, resolved: false, plusAt: null, minusAt: null };
  let problems = 0;
  let ironic: Sentence | null = null;
  for (const sentence of group) {
    const text = sentence.text.replace(harmless, ' ');
    if (resolved.test(text)) score.resolved = true;
    if (irony.test(sentence.text)) ironic ??= sentence;
    if (problem.test(text)) problems += 1;
    if (isOthers(text, teamNames)) continue;
    if (bad.test(text)) {
      score.minus += 2;
      score.minusAt ??= sentence;
    }
    const plain = text.replace(courtesy, ' ');
    const worth = strong.test(plain) ? 2 : mild.test(plain) ? 0.7 : 0;
    const at = plain.search(strong.test(plain) ? strong : mild);
    if (worth > 0 && !negated.test(plain.slice(Math.max(0, at - 30), at))) {
      score.plus += worth;
      if (worth > 1) score.plusAt ??= sentence;
    }
  }
  // 'Oh great, another week': praise beside something that is wrong is none.
  const open = !score.resolved && problems > 0;
  if (ironic && open) {
    score.minus += 2;
    score.minusAt ??= ironic;
  }
  if (open && score.minus > 0) score.plus = 0;
  return score;
}

function isOthers(text: string, teamNames: ReadonlySet<string>): boolean {
  if (
    rival.test(text) &&
    !/\b(?:you|your)\b/i.test(
      text.replace(
        /\b(?:would|'d|you'd|you'll|do you|can you|could you|you(?:'d| would)? (?:need|have) to|match|beat|compare)\b.*/i,
        ' ',
      ),
    )
  )
    return true;
  const subject =
    /(?:^|,\s)(\p{Lu}[\p{L}&]+)(?: \p{Lu}[\p{L}&]+){0,2} (?:has|have|had|was|were|is|are|did|gave|do|does|always|made|handled)\b/u.exec(
      text,
    )?.[1];
  return subject !== undefined && !ownSubject.test(subject) && !teamNames.has(subject.toLowerCase());
}
