/** What says that the money is the sender's, to be spent on this. */
export const own =
  /\b(?:budget\w*|spend(?:ing)?|expenditure|outlay|afford|allocat\w+|earmark\w+|ring-?fenced|(?:set|put|putting|setting)\b.{0,12}\b(?:aside|towards?)|(?:to )?(?:work|play) with|(?:go|stretch|push|run|extend) (?:up |as high as |as far )?(?:to|above|over|past|beyond)|go (?:for )?(?:an? )?max(?:imum)?|(?:willing|happy|able|prepared|looking|ready|expect\w*|hoping|comfortable) (?:to (?:pay|invest|spend|put)|with)|(?<!\b(?:you|they|he|she|it|that|who|what) )can (?:only |just |probably |maybe |all )?(?:do|pay|go|manage|put|scrape|find|swing|run to|stretch|sign|spare|commit)|we (?:could|might|will) (?:do|pay|go|manage|put|scrape|find|swing|run to)|sign for|agreed(?= (?:on |to )?[$£€\d])|make (?:it|that)|cap(?:ped|s)?(?: it)? (?:at|of)|pencill?ed|sign(?:ed)?[- ]off|approved|invest(?:ment)?|pot|kitty|envelope|funds?|(?:possible|available) (?:amount|money)|(?:is|are) (?:there|available|on hand|in the bank|(?:the|our|my) (?:number|figure|max\w*|limit|cap|total|lot|amount|sum))|available|on paper|ceiling|limit|(?:our|my) spend|a line of|line item|(?:pay|go|spend|part with) (?:any )?more than|(?:fork|shell|stump|cough|splash|scrap\w*) (?:out|up|together)|releas(?:ed|ing)|(?:was|were|been|got) (?:given|allotted|allowed|awarded|handed)|granted|as (?:proposed|discussed|agreed)|freed up|authori[sz]ed|ok(?:ay)?'?ed|(?:is|are|would be|sounds?|seems?|should be) (?:doable|acceptable|ok(?:ay)?|fine|realistic|feasible|manageable|about right|comfortable|reasonable)|(?:make|makes) (?:any|a|much of a) dent|be (?:enough|sufficient)|go far|presupuesto|orçamento|budgeté|ausgeben|dépenser|gastar|spesa|spendere|uitgeven|予算|预算)\b/i;
/** A sum that was raised or cut is theirs, whoever in the firm did it. */
export const changed =
  /\b(?:bump|increas|rais|lift|boost|doubl|trim|reduc|slash|scal|revis|adjust|mov|cut|upp|chang|shav|knock|top|drop)\w*\s(?:(?:it|us|that|this|things|the budget|our budget|the number|the figure)\s)?(?:(?:back|up|down)\s)?(?:to|from)\b/i;
/** 'Finance trimmed it to 12': the thousands of the sum that was named before go on. */
export const shorthand =
  /\b(?:to|at|like|now|around|about|only)\s(\d{1,3})(?=\s*(?:$|[.,;!?)](?!\d)|(?:now|all|max|tops|only|and|but|so|if)\b))/i;
/** 'We could chuck in 2 grand', 'we can give 6000 dollars'. */
export const offering =
  /\b(?:we|i|me|us)\b[^?]{0,40}?(?:\b(?:can|could|might|may|will|would|are able to|am able to)\b|'ll\b|'d\b)(?! (?:get|buy|find|save|make|earn|have to|need to|cost|owe))/i;
/** Weaker: how people name a sum without the word. */
export const weak =
  /\b(?:up to|max(?:imum)?|no more than|at most|under|below|tops|ballpark|(?:somewhere )?(?:between|around)|in the (?:region|vicinity|order|range) of|in the (?=(?:low|mid|high|upper)\b)|more like|closer to|we(?:'re| are) (?:thinking|looking at|at)|i(?:'m| am) thinking|i(?:'ve| have)(?: only)?(?: got)?|thinking|probably|maybe|perhaps|depending|we(?:'ve| have)?(?: only)?(?: got)?(?= \p{Sc}?\d)|we(?:'ve| have)(?: only)?(?: got)?|we had|got (?:about|bout|around|roughly|like)|got(?= \p{Sc}?\d)|all up|all in|all told|again|same as before|mark|bracket|within|let's say|keep it (?:to|under|around|below)|to (?:about|around)|cut (?:back |down )?to|down to|bis zu|maximal|höchstens|jusqu'à|hasta|como máximo|fino a|até|maximaal)\b/iu;
/** The words that make a number without a currency an upper bound of money. */
export const bound =
  /\b(?:up to|max(?:imum)?|no more than|not more than|at most|under|below|tops|all up|all in|all told|more like|closer to|down to|set aside|to spend|(?:have|got|has|is)\b[^.;?!]{0,20}\d[\d,.]*\s(?:for (?:it|this|that|the|everything|all)|in total))\b/i;
/** What was once meant, and what others have, took, asked for, or were paid. */
export const past =
  /(?<!\bif (?:it|that|this|they|we|you)\s)\b(?:was|were|had|originally|initially|at first|first thought|last week|earlier|before)\b/i;
export const notOurs =
  /\b(?:competitors?|rivals?|(?:an)?other (?:company|companies|compan|agency|agencies|quotes?|providers?|suppliers?|vendors?|outfit|mob|crowd|lot)|elsewhere|quot(?:ed|ing|es)|charg(?:e|es|ed|ing)|offered (?:us|me)|last (?:year|time|quarter|month|campaign)|previously|used to|turnover|turn(?:s|ing)? over|turned over|revenues?|sales of|in sales|annual sales|raised(?! (?:it|that|this|us|the budget|our budget)\b)|series [abc]|funding|worth|profit|rent\b|your (?:prices?|rates?|quotes?|fees?|offer|minimum|package|proposal)|you(?:'ve| have)? (?:quot\w+|charged?|offer\w*|said|mention\w+|ask\w*|wanted?|want)|discount|sav(?:e|es|ed|ing|ings)|overspen[dt]|(?:we|i)(?:'ve| have)?(?: already)? paid|(?:are|'re|am|'m|currently|have been|been) pay(?:ing)?|currently (?:pay|spend)|invoice[ds]?|refund\w*|deposit|cost (?:us|me)|costing (?:us|me)|rate card|average (?:sale|order|job)|salary|prizes?|valued|minimum spend|retail\w* (?:at|for)|sell(?:s|ing)? (?:for|at|from)|sold|houses? (?:from|at)|apartments? (?:from|at)|homes? (?:from|at)|priced?|fine of|owe[sd]?|fees? of|outstanding|billed|billing|loss|lost|losing|donat\w+|starting (?:at|from) (?=[$£€\d])|their (?:budget|price|quote|rate|offer)|came (?:in|back) at|(?:money|cash) back|back\b.{0,12}$|umsatz|chiffre d'affaires|facturación|fatturato)\b/i;
/** Money of their own trade: what they sell, earn, insure, or count. */
export const trade =
  /\b(?:tickets?|memberships?|rooms?|meals?|menus?|courses?|tuition|fares?|entry|admission|homes?|houses?|apartments?|loans?|mortgages?|insur\w+|liability|premiums?|wages?|hourly|per (?:person|head|night|hour|kg|litre|class|lesson|unit|ticket)|customers?|clients? (?:pay|spend)|search|radio|newspapers?|print ads?|tv|television|google|facebook|instagram|social(?: media)?|took|takes|made|makes|make|earn\w*|rais\w+|reach\w*|cost\w*|won|grew|grow\w*|bought|buys|products?|goods|gadgets?|fundrais\w*|jackpot|giveaway|win|voucher|gift|donation|bill|tax|fine)\b/i;
/** Another firm does it: 'RoadAds will do a truck at $1,450'. */
export const otherSubject =
  /^(?!(?:I|We|You|Our|My|The|This|That|It|These|There|Total|Budget|Happy|Please|And|But|So|If|For|In|On|At|From|With|Is|Are|Can|Could|Would|What|How|Do|Does)\b)(?:\p{Lu}[\p{L}&'-]+ ){1,3}(?:will|can|would|offer\w*|has|had|have|wants?|wanted|said|says|asks?|asked|do|does|did|came)\b/u;
export const othersMaybe = /\b(?:they|them|their|he|she)\b/i;
export const askingPrice =
  /\b(?:how much|is (?:it|that|this)|does (?:it|that)|would (?:it|that) (?:be|cost)|what would|prices?|costs?|(?:site|board|screen|panel|option) (?:at|for))\b/i;
/** All that may stand beside a sum that is a sentence of its own: 'About 3k.', 'Say $900 a week'. */
export const filler =
  /^(?:[^\p{L}\d]|\b(?:about|around|roughly|approx\w*|say|let's|maybe|probably|circa|net|gross|total|is|at|most|tops|max|maximum|only|ok|fine|or|so|thereabouts|odd|ex|excl|incl|plus|gst|vat|tax|of|ish|up|to|all|for|it|this|per|week|month|a|each|and|that|would|be|including|inc|media|production|only|spend|level|please|thanks?)\b)*$/iu;
/** Money is gone or was never set. */
export const none =
  /\b(?:(?:no|without a|not (?:got )?a|haven't (?:got |set |fixed |agreed |decided |settled )?(?:on )?an?y?|have not (?:set|fixed|decided|agreed) an?y?|don't have an?y?|do not have an?y?|yet to (?:set|agree|finali[sz]e) an?y?) (?:\w+ )?budget|budget (?:has been|was|is|got) (?:pulled|cut entirely|cancelled|canceled|frozen|scrapped|withdrawn|gone|axed|not (?:set|fixed|decided|confirmed|known))|budget (?:isn't|hasn't been) (?:set|fixed|decided|confirmed|finali[sz]ed))\b/i;
