/** Months in the languages of the limited summary; 'may' and 'march' in small letters are other words. */
const clearMonth = String.raw`(?:january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|januari|februari|maart|mei|augustus)\b\.?`;
const month = String.raw`(?:${clearMonth}|(?:May|March|Mar|MAY|MARCH)\b(?! (?:I|we|be|have|not|as)\b)\.?|(?<=\b(?:in|for|from|during|early|late|mid|mid-|until|till|through|by|of|start|starting|since|to|next|this|\d|st|nd|rd|th)\s?)(?:may|march)\b(?! (?:be|have|not)\b))`;
const count = String.raw`(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple(?: of)?|a few|several)`;
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)?\.?`;
const days = String.raw`(?:the )?${nth}(?:\s?(?:,|-|–|to|and|&|until|or|through)\s?(?:the )?${nth}){0,3}(?: of| de)?\s`;
const part = String.raw`(?:(?:the )?(?:first|second|third|fourth|last|1st|2nd) (?:week|half|fortnight|weekend|two weeks|few weeks) (?:of|in) |(?:the )?(?:start|beginning|middle|end|back end)(?: of)? |early[- ](?:in )?|mid[ -]?|middle |late[- ](?:in )?|anfang |mitte |ende |début |mi-|fin |principios de |finales de )`;
const year = String.raw`(?:,? (?:20\d\d|this year|next year)\b)?`;
const dayAfter = String.raw`(?: (?:the )?\d{1,2}(?:st|nd|rd|th)?(?![\d:.,]\d|\d| ?(?:weeks?|months?|days?|am|pm|%)\b)(?:\s?(?:-|–|to|and|&)\s?\d{1,2}(?:st|nd|rd|th)?(?![\d\p{L}]))?)?`;
export const monthPoint = String.raw`(?:${part})?(?:(?:next|this|coming) )?(?:${days})?${month}${dayAfter}${year}`;
export const numeric = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:20)?\d\d|\d{1,2}/\d{1,2})(?![\d/])`;
const season = String.raw`(?:${part})?(?:(?:next|this|the coming|coming|the|over|all|all of) )?(?:(?:summer|winter|spring|autumn|easter|christmas|july|september|october) (?:school )?(?:holidays?|break|long weekend)|summer|autumn|winter|spring|sommer|herbst|frühjahr|frühling|été|automne|hiver|printemps|verano|otoño|invierno|primavera|school holidays|half[- ]term|term [1-4]|christmas|xmas|good friday|easter|black friday|cyber monday|(?:chinese |lunar |financial )?new (?:financial |calendar )?year(?:'s)?(?: (?:day|eve))?(?! resolution)|mothers?'?s? day|fathers?'?s? day|valentine'?s?(?: day)?|st\.? ?patrick'?s?(?: day)?|back[- ]to[- ]school|grand final(?: week(?:end)?)?|footy finals|(?:melbourne |caulfield )?cup (?:day|week|weekend|carnival)|melbourne cup|spring (?:racing )?carnival|australian open|grand prix|tour down under|oktoberfest|golden week|waitangi(?: day| weekend)?|burns night|bonfire night|bank holiday|state of origin|world cup|olympics|commonwealth games|royal show|ekka|mardi gras|boxing day|halloween|thanksgiving|(?:king|queen)'s birthday|labou?r day|australia day|anzac day|ramadan|eid|diwali|deepavali|holi|hanukkah|chanukah|passover|(?:the )?(?:long|bank holiday) weekend|eofy|(?:the )?end of (?:the |this )?(?:financial|tax|fiscal|school|calendar)? ?year|tax time)\b${year}`;
const quarter = String.raw`(?:(?:late|early|mid)[ -])?(?:Q[1-4]|(?:the )?(?:first|second|third|fourth|last|next|this|coming) quarter|(?:first|second) half of (?:the|next|this) year|FY ?\d\d(?:\/\d\d)?)\b${year}`;
const relative = String.raw`(?:(?:early |late |mid[- ]|sometime |some time |later |end of )?(?:next|this|the following|the coming) (?:year|month|quarter|financial year|week|fortnight)\b|(?:in|within) (?:the next |about |around |roughly |under )?${count}(?: to ${count}|-${count})? (?:weeks?|months?|days?|fortnights?)(?:'s?)?(?: time| from now)?\b|${count} (?:weeks?|months?) from now\b|nächstes jahr|nächsten (?:monat|sommer)|l'année prochaine|el (?:próximo año|año que viene)|20[2-4]\d(?=\s*(?:[.,;?!]|$))|(?<=\b(?:in|for|during|early|late|mid|until|by|before|from)[ -])20[2-4]\d(?=\s(?:and|or|but|if|so|when|as|with|to|at|on)\b))`;
const moment = String.raw`(?:${monthPoint}|${numeric}|${season}|${quarter}|${relative})`;
const opener = String.raw`(?:(?:w\/?c\.?|w\/b|(?:the )?week (?:commencing|beginning|starting|of)|in time for|ahead of|leading up to|from|starting(?: on| in| from)?|start(?:s|ing)?(?: on| in| from)?|beginning(?: on| in)?|kick(?:ing)? off(?: on| in)?|between|until|till|by|before|after|around|about|ab|vom?|desde|dal?|à partir de|a partir de) (?:the )?)`;
/** Cheap to ask before the long patterns: whether an English sentence can name a time at all. */
export const speaksOfTime =
  /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|month|year|quarter|fortnight|day|spring|summer|autumn|winter|fall|term|easter|christmas|xmas|good friday|black friday|cyber|mother|father|valentine|st\.? ?patrick|back|grand|footy|melbourne|caulfield|cup|tour|oktober|golden|waitangi|burns|bonfire|bank|carnival|australia|state of|world|olympics|commonwealth|royal|ekka|mardi|boxing|halloween|thanksgiving|king|queen|labou?r|anzac|ramadan|eid|d[ie][we]|deepavali|holi|hanukkah|chanukah|passover|long|eofy|end|tax|new|chinese|lunar|half|q[1-4]|fy|school|first|second|third|fourth|last|next|this|days|weeks|months|years|coming)/i;
/** A point in time, or two that make a span. */
export const pointPattern = new RegExp(
  String.raw`(?<![\p{L}\d/])(?:${opener})?${moment}(?:\s?(?:-|–|—|to|until|till|through|thru|and|or|bis|au|al|hasta|into)\s?(?:the |around |about )?${moment})?`,
  'giu',
);
/** How soon, where no date is said. */
export const soonPattern =
  /\b(?:asap|a\.s\.a\.p\.?|as soon as (?:possible|you can|humanly possible)|immediately|straight ?away|right away|(?:(?:by|on|from|this|next|before|coming) )?(?:this |next |coming |the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)|tomorrow|tonight|(?:(?:mon|tue|wed|thu|fri|sat|sun)\w*,? )?the \d{1,2}(?:st|nd|rd|th))\b(?:,? (?:for|before|by|from|on) (?:an? event )?(?:this |next )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend))?/i;
/** What such words must stand with to be the time of a campaign and not of a call. */
/** An event that is named or told: 'during the Ekka', 'in time for our grand opening'. */
export const eventPattern =
  /\b(?:during|ahead of|in time for|in the lead[- ]up to|leading up to|to coincide with|just before|right before|before|for) (?:the |our |this year's |next year's )(?:(?:annual|grand|official|first|big|local|school|new|summer|winter|spring|autumn|store|shop|trade) ){0,3}(?:[A-Z][\p{L}'-]+(?: (?:in the |of the |of )?[A-Z][\p{L}'-]+){0,3}(?= (?:in|at|this|next|we|to|by|so)\b|[.,;?!]|$)|(?:opening|launch|conference|festival|fair|gala|exhibition|expo|tournament|election|trade show|carnival|show|fete|concert|premiere|tour|season|match|final|holidays)\b)/u;
export const happening =
  /\b(?:event|launch\w*|open(?:s|ing)|festival|fair|market|race|sale|party|match|game|go(?:es|ing)? live|need (?:one|some)|need(?:ed)? (?:it |this |them )?(?:up|live|on)|up by|be up|up|digital|static|outdoor|inventory|free (?:in|on|from|for|this|next)|anything|(?:billboard|board|truck|screen|panel|site|poster|banner|shelter|sign|ad|campaign)s?)\b/i;
export const notHappening =
  /\b(?:wrong|dark|broken|fix\w*|correct\w*|answer|reply|artwork|spec|invoice|lock)\b/i;

/** The length of a campaign: 'for six weeks', '12 week run'. */
export const lengthPattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:for|over|period is|period of|duration is|duration of|run(?:ning)? for|run|runs|probably an?|maybe an?|an?|minimum|at least|about|around|für|pendant|durante|por)\s)?(?:(?:about|around|roughly|probably|maybe|the|at least|a minimum of) )?${count}(?:\s?(?:-|–|to|or)\s?${count})?[- ](?:weeks?|months?|fortnights?|days?|years?|weekends?|wochen|monate?n?|semaines|mois|semanas|meses|settimane|mesi|weken|maanden)\b(?:[- ](?:run|campaign|booking|burst|flight|stint|contract|package|term|block))?`,
  'giu',
);

/** Not about the campaign: the past, calls and answers, absences, opening hours, complaints, other people's time. */
export const otherMatter =
  /\b(?:last (?:year|month|week|summer|winter|spring|autumn|time|night|january|february|march|april|may|june|july|august|september|october|november|december)|ago|since|founded|established|opened (?:in|our|on)|was|were|had (?:a|an|our|some|the)|did|ran|used to|previously|supposed to|meant to|promised|still (?:dark|wrong|not|waiting|broken)|paid|invoice\w*|refund|cancel\w*|expired|born|moved|joined|in business|been (?:open|trading|running|going|with)|(?:phone|video|zoom|teams|quick|a|the) (?:call|chat|meeting|catch[- ]?up|coffee)|(?:call|ring|phone|meet|chat|speak|talk)(?: me| us| you| with)? (?:on|at|next|in|before|after|this)|(?:get|come|be|circle|touch) (?:back|base)|reply|respond|hear (?:back|from you)|let (?:me|us|you) know (?:by|before)|competitors?|rivals?|back (?:to me|to us|on|in)|on (?:leave|holidays?)|away|leave until|out of office|return\w*|financial year ends|year[- ]end|answered|asked (?:for|you|again|twice|about|on|in|three|four|last)|complain\w*|need (?:a |the |your )?(?:quote|answer|reply|proposal|response|artwork spec\w*) (?:by|before)|(?:proposals?|quotes?|offers?|responses?|submissions?|tenders?) (?:by|before|until|due|is|are|closes?|closing)|(?:offer|proposal|quote)\b[^.?!]{0,30}\b(?:by|until|before)\b|closing date|have an? (?:good|great|lovely|merry|happy|wonderful|nice)|merry|happy (?:new year|christmas|easter|holidays)|enjoy (?:the|your)|hope you|decision|decide|(?:ready|able|happy|can|going) (?:to )?sign|board meeting|meets?|birthday|age|years? old)\b/i;
/** How long something takes or took, and how often. */
export const notLength =
  /\b(?:in|within|every|past|takes?|took|next|notice|each|lead time of|last|per|a day|out|for three nights|nights?|times)\s*$/i;
export const notLengthAfter =
  /^\s?(?:ago|old|notice|lead|earlier|later|before|after|away|time|in advance|late|from now|of experience)\b/i;
export const wish =
  /\b(?:campaigns?|ads?|advert\w*|run|running|book\w*|billboards?|boards?|sites?|screens?|panels?|shelters?|signs?|posters?|space|slots?|launch\w*|live|start\w*|begin\w*|promot\w+|display|sampling|event|up|available|availab\w+|free|hire|rent|quote|price|looking|after|want|need|keen|interested|plan\w*|hop\w+|aim\w*|think\w*|consider\w*|research\w*|curious|weeks?|months?|period|duration|dates?|timing|flight|burst|opening|sale|festival|digital|static|mobile|airport|outdoor|media|grand|push|move|shift|delay|budget)\b/i;
export const clauses =
  /;|,?\s(?:but|although|though|whereas|however)\s|\s[-–—]\s(?!\d)|,\s(?=(?:so|we|our|my|i|they|and (?:we|our|i|they))\b)|\s(?=so (?:we|our|i)\b)/i;

/** What was done then stands right before the time: 'we closed our round in December'. */
export const doneThen =
  /\b(?:closed|raised|relocated|merged|bought|acquired|sold|won|finished|ended|switched|changed|notified|reported|emailed|rang|called|wrote|met|spoke|sent|received|heard|gave|took over|signed up|renovated|rebranded|expanded|lost|built|installed|won|was|were|founded|started out|spent|cost|reached|expir\w+|ends?|ending|finish\w*|(?:is|comes?|runs?) (?:up|out)|up|due)\b[^.;,]{0,40}\b(?:in|on|since|during|of|from)\s$/i;

/** A time with the word before it that makes it a plan, in a sentence that says nothing of a campaign. */
export const planned =
  /\b(?:for|from|in|during|over|through|by|until|before|after|start\w*|on|around|between|beginning)\s(?:the |early |late |mid[- ])?[^\s]+/i;
