import type { Sentence } from './sentences.ts';

/** Words that a person writes to a machine that reads along. */
const orders = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,30}\b(?:instructions?|prompts?|rules|guidelines|programming)\b/i,
  /\b(?:system prompt|developer mode|jailbreak|prompt injection)\b/i,
  /\byou are (?:now )?(?:an? |in )?(?:ai|assistant|admin|dan|unrestricted|developer)\b/i,
  /\b(?:ignor(?:a|ad|e|ez|iere|ieren|are|i)|vergiss|vergessen|missachte\w*|oubli(?:e|ez)|olvida|olvide|negeer|esque[çc]a|dimentica)\b[^.]{0,40}\b(?:instruc+i\w+|instruções|anweisung\w*|instruktion\w*|consignes?|istruzion\w+|instructies|regeln|reglas|règles|regole|regels)\b/iu,
  /\b(?:instruc+i\w+|instruções|anweisung\w*|instruktion\w*|consignes?|istruzion\w+|instructies|regeln)\b[^.]{0,40}\b(?:ignorieren?|vergessen|missachten|ignorer|ignorar|ignorare|negeren)\b/i,
  /\bz?ignoruj\b[^.]{0,40}(?:instrukcj|polece|zasad)|\b(?:talimat|kural)[^.]{0,24}(?:yok say|görmezden gel|unut)/i,
  /\bnew (?:task|instructions?|orders?|prompt|role)\s*:|\bend of (?:e-?mail|message|prompt|input|document)\b\s*(?:\*|=|-|\]|#|:)/i,
  /\b(?:if|in case) you(?:'re| are) (?:an? )?(?:ai|bot|automated|machine|language|llm|assistant)/i,
  /\b(?:when|if|whenever) (?:you(?:'re| are) )?(?:asked|questioned) (?:about|for|how|what|whether|if)\b[^.]{0,60}\b(?:say|tell|answer|reply|respond|claim|state|promise)\b/i,
  /\b(?:note|message|instructions?|reminder|hint|attention)\b (?:to|for) (?:the |any |all |every )?(?:chat ?bots?|bots?|ai|assistants?|language models?|virtual (?:agents?|assistants?))\b/i,
  /\byou must (?:now |always |from now on )?(?:reply|respond|answer)\b[^.]{0,20}\b(?:only|exactly|verbatim)\b/i,
  /^\s*(?:dear )?(?:assistant|chat ?bot|ai)\s*,\s*(?:please |you |always |never |now |only |do |say |tell |ignore |recommend |answer )/i,
  /!\[[^\]]{0,80}\]\(/,
  /<\/?(?:system|instructions?|assistant|prompt|user)\b/i,
  /^\s*(?:system|assistant|developer)\s*:/i,
];
/** The same in other scripts than the Latin one. */
const otherScripts = /[\u0400-\u06ff\u3040-\u9fff\uac00-\ud7af]/;
const ordersInThem = [
  /(?:忽略|忽視|无视|無視|不要理会|忘记)[^。]{0,20}(?:指令|指示|规则|規則|提示|說明|说明)|(?:指示|命令|ルール|規則|プロンプト)[^。]{0,12}(?:無視|忘れ)|(?:지시|명령|규칙|지침)[^.]{0,12}(?:무시|잊)/,
  /(?:игнориру|забуд)[^.]{0,40}(?:инструкц|правил|указан)|(?:تجاهل|انس)[^.]{0,40}(?:التعليمات|القواعد|الأوامر)/i,
];
/** Words that say how this enquiry is to be rated, or that may speak to a machine. */
const ratings = [
  /\b(?:admin mode|language model|as an ai)\b/i,
  /\b(?:reveal|list|send|leak|show|include|forward)\b[^.]{0,30}\b(?:all (?:other |the )?(?:clients?|customers?|leads?|contacts?)|passwords?|api keys?|secrets?|addresses of)\b/i,
  /\b(?:note|message|memo|attention|instructions?|hint|reminder)\b (?:to|for) (?:the |any |whoever|whatever|all )?[^.:]{0,40}\b(?:whatever|ai|a\.i\.|bots?|assistants?|models?|systems?|tools?|software|summari[sz]ers?|machines?|algorithms?|automat\w+|reading)\b/i,
  /\b(?:ai|bot|assistant|model|summari[sz]er|crm|algorithm|automated (?:system|tool|reader))s?\b[^.]{0,30}\b(?:must|should|shall|please|needs? to|has to|have to|:)/i,
  /\b(?:summar(?:y|ies)|overviews?|recaps?|digests?|synops[ei]s|write-?ups?|briefings?)\b[^.]{0,50}\b(?:must|should|shall|ought|needs? to|ha(?:s|ve) to|(?:is|are) (?:expected|supposed|required|meant|asked|to)|will (?:say|state|mention|note|show))\b/i,
  /\b(?:in|for|within) (?:any|your|the|every) (?:write-?ups?|summary|summaries|overview|recap|digest|synopsis|abstract)\b/i,
  /\bautomated (?:readers?|systems?|tools?|process\w*|software|agents?|assistants?|services?)\b[^.]{0,30}\b(?:obliged|required|instructed|asked|advised|told|expected|supposed|must|should|shall|need)\b/i,
  /\b(?:grade|escalate|prioriti[sz]e|log)\b[^.]{0,20}\b(?:this|the) (?:correspondence|e-?mail|message|enquiry|inquiry|lead|thread)\b/i,
  /\b(?:who|which|that|whoever)\b[^.]{0,25}\b(?:condens|summari[sz]|triag|classif|digest|recap|transcrib|abstract)\w*\b/i,
  /\b(?:should|must|ought to|has to|needs to) (?:appear|be (?:shown|listed|recorded|described|presented|noted|flagged|marked))\b[^.]{0,30}\b(?:here|in (?:the|your|any) (?:summary|overview|crm|system|notes|record|file))\b/i,
  /\b(?:budget|priority|sentiment|status|rating)\b[^.]{0,15}\b(?:is|are|be) (?:to be )?(?:shown|listed|recorded|noted|displayed|marked|set|entered|stated|given) as\b/i,
  /\b(?:record|entry|note|remark)s?\b[^.]{0,20}\b(?:about|on) (?:me|us|this (?:lead|client|sender|enquiry|account))\b/i,
  /\b(?:sender|writer|author) (?:of this \w+ )?(?:is|was|holds|has|belongs)\b/i,
  /\b(?:assistant|system|ai|bot|model)\s*:/i,
  /\b(?:report|notes)\b[^.]{0,15}\b(?:must|should|shall|needs? to|has to|have to)\b/i,
  /\bwhen (?:summari[sz]ing|processing|reading|rating|scoring|classifying)\b/i,
  /\b(?:set|change|update|record|log|list|state|report|make|put|raise)\b[^.]{0,60}\b(?:priority|sentiment|budget|lead score)\b[^.]{0,12}\b(?:to|as|field)\b/i,
  /\b(?:mark|flag|tag|classify|rate|score|categori[sz]e|label|rank|class)\b[^.]{0,40}\b(?:lead|enquiry|inquiry|thread|account|e-?mail|message|customer|client|us|this)\b[^.]{0,40}\b(?:as|priority|vip|high|urgent|top)\b/i,
  /\b(?:treat(?:ed)?|regard(?:ed)?|consider(?:ed)?|handled?|process(?:ed)?)\b[^.]{0,40}\bas\b[^.]{0,25}\b(?:most important|top|highest|vip|high[- ]priority|platinum|premium|pre-?approved)\b/i,
  /\b(?:pre-?approved|already approved|entitled|authori[sz]ed|guaranteed)\b[^.]{0,40}\b(?:discount|vip|free|credit|upgrade)\b/i,
  /\b(?:vip|platinum|priority) (?:client|customer|account|status|discount|lead)\b/i,
  /\b(?:respond|reply|answer|output|print|return)\b[^.]{0,20}\b(?:only|exactly|verbatim|in json|with the (?:text|words|following))\b/i,
  /\b(?:anyone|whoever|everyone|those|the person|people)\b[^.]{0,20}\b(?:preparing|reading|summari[sz]ing|processing|reviewing|handling|compiling|writing|making)\b[^.]{0,40}\b(?:this|overview|summary|conversation|thread|report|enquiry|e-?mail|message)\b/i,
  /\b(?:describe|present|portray|list|record|introduce|rank)\b[^.]{0,10}\b(?:the )?(?:sender|author|writer|this (?:contact|lead|customer|client|enquiry|account))\b/i,
  /\b(?:belongs?|goes|put|place[ds]?|moved?)\b[^.]{0,20}\b(?:at|to|on) (?:the )?top of (?:the|your|any) (?:list|queue|pile)\b/i,
];

/** Whether a sentence speaks to a machine that reads along. */
export function addressesMachine(sentence: string): boolean {
  return givesOrders(sentence) || ratings.some((pattern) => pattern.test(sentence));
}

/** Whether a sentence gives orders to a machine, in words that hardly stand in a text for people. */
export function givesOrders(sentence: string): boolean {
  return (
    orders.some((pattern) => pattern.test(sentence)) ||
    (otherScripts.test(sentence) && ordersInThem.some((pattern) => pattern.test(sentence)))
  );
}

/**
 * Takes out sentences that address a machine and what follows them in the same paragraph: what an email says is data,
 * and such a passage tells nothing about the enquiry. It is no defence by itself; no rule obeys a text anyway.
 */
export function withoutInstructions(sentences: readonly Sentence[]): { kept: Sentence[]; left: Sentence[] } {
  const kept: Sentence[] = [];
  const left: Sentence[] = [];
  let distrusted = -1;
  for (const sentence of sentences) {
    const addressed = addressesMachine(sentence.text);
    if (addressed) distrusted = sentence.paragraph;
    if (addressed || sentence.paragraph === distrusted) left.push(sentence);
    else kept.push(sentence);
  }
  return { kept, left };
}
