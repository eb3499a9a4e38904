import { foreignLanguage, languageTags } from './language.ts';
import { splitSentences } from './sentences.ts';

/** Languages in which the automated assistant has sentences of its own, by their ISO 639-1 code. */
export const phraseLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
export type PhraseLanguage = (typeof phraseLanguages)[number];

/** What the assistant says in its own words; everything else is quoted from an article. */
export interface SupportPhrases {
  /** The first thing that a visitor reads: that no person is writing. */
  greeting: string;
  /** To a greeting, a word of thanks or the question whether a person is writing. */
  clarify: string;
  /** Above articles that may be meant. */
  suggest: string;
  /** Above words of articles that are in another language than the visitor's. */
  quoted: string;
  /** When no article answers the question. */
  handoff: string;
  /** When a person was asked for. */
  person: string;
}

export const supportPhrases: Readonly<Record<PhraseLanguage, SupportPhrases>> = {
  en: {
    greeting:
      'Hello! I am an automated assistant and answer from our articles. You can ask for a person at any time.',
    clarify: 'I am an automated assistant and answer from our articles. What would you like to know?',
    suggest: 'I am not sure that I understood. Is it one of these?',
    quoted: 'Our articles are in another language. They say this about it, in their own words:',
    handoff: 'I have no answer to this in our articles. A person of our team can help you.',
    person: 'A person of our team takes over from here.',
  },
  de: {
    greeting:
      'Hallo! Ich bin ein automatischer Assistent und antworte aus unseren Artikeln. Sie können jederzeit nach einem Menschen fragen.',
    clarify: 'Ich bin ein automatischer Assistent und antworte aus unseren Artikeln. Was möchten Sie wissen?',
    suggest: 'Ich bin nicht sicher, ob ich Sie verstanden habe. Ist es eines davon?',
    quoted: 'Unsere Artikel sind in einer anderen Sprache. Im Wortlaut steht dort:',
    handoff:
      'Dazu finde ich in unseren Artikeln keine Antwort. Ein Mensch aus unserem Team kann Ihnen helfen.',
    person: 'Ab hier übernimmt ein Mensch aus unserem Team.',
  },
  fr: {
    greeting:
      'Bonjour ! Je suis un assistant automatique et je réponds à partir de nos articles. Vous pouvez demander une personne à tout moment.',
    clarify:
      'Je suis un assistant automatique et je réponds à partir de nos articles. Que souhaitez-vous savoir ?',
    suggest: 'Je ne suis pas sûr d’avoir compris. Est-ce l’un de ces sujets ?',
    quoted: 'Nos articles sont dans une autre langue. Voici ce qu’ils en disent, mot pour mot :',
    handoff: 'Nos articles ne répondent pas à cette question. Une personne de notre équipe peut vous aider.',
    person: 'Une personne de notre équipe prend le relais.',
  },
  es: {
    greeting:
      '¡Hola! Soy un asistente automático y respondo a partir de nuestros artículos. Puede pedir hablar con una persona en cualquier momento.',
    clarify: 'Soy un asistente automático y respondo a partir de nuestros artículos. ¿Qué desea saber?',
    suggest: 'No estoy seguro de haberle entendido. ¿Es alguno de estos temas?',
    quoted: 'Nuestros artículos están en otro idioma. Esto es lo que dicen, palabra por palabra:',
    handoff: 'Nuestros artículos no responden a esta pregunta. Una persona de nuestro equipo puede ayudarle.',
    person: 'A partir de aquí le atiende una persona de nuestro equipo.',
  },
  it: {
    greeting:
      'Buongiorno! Sono un assistente automatico e rispondo in base ai nostri articoli. Può chiedere di una persona in qualsiasi momento.',
    clarify: 'Sono un assistente automatico e rispondo in base ai nostri articoli. Che cosa desidera sapere?',
    suggest: 'Non sono sicuro di aver capito. È uno di questi argomenti?',
    quoted: 'I nostri articoli sono in un’altra lingua. Ecco che cosa dicono, parola per parola:',
    handoff: 'I nostri articoli non rispondono a questa domanda. Una persona del nostro team può aiutarla.',
    person: 'Da qui in poi la segue una persona del nostro team.',
  },
  pt: {
    greeting:
      'Olá! Sou um assistente automático e respondo com base nos nossos artigos. Pode pedir para falar com uma pessoa a qualquer momento.',
    clarify: 'Sou um assistente automático e respondo com base nos nossos artigos. O que gostaria de saber?',
    suggest: 'Não tenho a certeza de ter entendido. É um destes assuntos?',
    quoted: 'Os nossos artigos estão noutra língua. Eis o que dizem, palavra por palavra:',
    handoff: 'Os nossos artigos não respondem a esta pergunta. Uma pessoa da nossa equipa pode ajudar.',
    person: 'A partir daqui será atendido por uma pessoa da nossa equipa.',
  },
  nl: {
    greeting:
      'Hallo! Ik ben een automatische assistent en antwoord uit onze artikelen. U kunt op elk moment om een persoon vragen.',
    clarify: 'Ik ben een automatische assistent en antwoord uit onze artikelen. Wat wilt u weten?',
    suggest: 'Ik weet niet zeker of ik u begrijp. Is het een van deze onderwerpen?',
    quoted: 'Onze artikelen zijn in een andere taal. Dit staat er letterlijk in:',
    handoff: 'Onze artikelen geven hier geen antwoord op. Iemand van ons team kan u helpen.',
    person: 'Vanaf hier neemt iemand van ons team het over.',
  },
};

const englishWords =
  /\b(?:the|is|are|how|what|when|where|why|who|can|could|do|does|you|your|my|i|we|please|thanks?|hello|want|need|have)\b/i;

/**
 * The language of the assistant's own sentences: that of what was written, else the one that the visitor's browser asks
 * for (`hint`, such as 'de-AT'), else English. Short texts in English count as English whatever the browser says.
 */
export function phraseLanguage(written: string, hint: string | null): PhraseLanguage {
  const tag = languageTags[foreignLanguage(written) ?? ''];
  const detected = phraseLanguages.find((code) => code === tag);
  if (detected) return detected;
  const asked = hint?.slice(0, 2).toLowerCase();
  const hinted = phraseLanguages.find((code) => code === asked);
  return hinted === undefined || englishWords.test(written) ? 'en' : hinted;
}

const person = [
  /\b(?:speak|talk|chat)\s+(?:to|with)\s+(?:a|an|some|the|your|another|real|actual|live)?\s*(?:real|actual|live|human)?\s*(?:person|people|human|agent|representative|operator|someone|somebody|colleague|staff|team|support|advisor|manager)\b/i,
  /\b(?:real|actual|live)\s+(?:person|people|human|agent|someone)\b|\bsomeone\s+real\b|\bhuman\s+(?:being|agent|please|now)\b|^\W*human\W*$|(?:^\W*|\b(?:please|can you|could you|would you|someone|somebody)\b[^.?!]{0,20})\b(?:call|ring|phone|contact)\s+me\b|\b(?:call|ring|phone|contact)\s+me(?:\s+back)?,?\s+please\b/i,
  /\b(?:mit|einen?|einem|echte[nmr]?)\s+(?:einem\s+|einer\s+|echten\s+)?(?:menschen|person|mitarbeiter(?:in)?|berater(?:in)?|kolleg(?:e|en|in))\b[^.?!]{0,20}\b(?:sprechen|reden|chatten|schreiben|verbinden|verbunden)\b|\brufen sie mich\b|\bmenschen sprechen\b/i,
  /\b(?:parler|discuter)\s+(?:à|a|avec)\s+(?:quelqu['’]un|une?\s+(?:vraie\s+)?(?:personne|humain|conseiller|conseillère|agent))|\b(?:un|une vraie)\s+(?:humain|personne)\b|\brappelez-moi\b/i,
  /\bhablar\s+con\s+(?:una\s+persona|alguien|un\s+(?:humano|agente|asesor))\b|\bpersona\s+real\b|\bll[aá]m[ae]me\b/i,
  /\bparlare\s+con\s+(?:una\s+persona|qualcuno|un\s+(?:operatore|umano|addetto))\b|\bpersona\s+vera\b/i,
  /\bfalar\s+com\s+(?:uma\s+pessoa|alguém|um\s+(?:humano|atendente|operador))\b|\bpessoa\s+real\b/i,
  /\b(?:spreken|praten)\s+met\s+(?:een\s+)?(?:mens|persoon|medewerker|iemand)\b|\bmet\s+(?:een\s+)?(?:echt\s+)?(?:mens|persoon|medewerker|iemand)\s+(?:spreken|praten)\b/i,
  // Short, and other orders of words.
  /\b(?:(?:speak|talk|chat)\s+(?:to|with)|(?:connect|transfer|pass|put)\s+me)\b[^.?!]{0,30}\b(?:person|human|agent|someone|somebody|representative|operator|colleague|staff|team member)\b/i,
  /^\W*(?:a |the )?(?:human|person|agent|operator|representative)(?: please)?\W*$/i,
  /\bhuman(?: being)?(?:,)? please\b|\bi (?:want|need|would like) (?:a |to see a )?(?:human|person|real)\b/i,
  // German
  /\b(?:sprech|red|chatt|verbind)\w*\b[^.?!]{0,30}\b(?:mit|zu) (?:einem |einer )?(?:echten |richtigen )?(?:mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?|person|kollegen)\b/i,
  /\b(?:echten?|richtigen?) (?:mensch(?:en)?|person)\b|^\W*(?:mensch|mitarbeiter)(?: bitte)?\W*$/i,
  /\b(?:kann|könnte|darf|möchte|will|würde)\b[^.?!]{0,30}\bmit (?:jemande[mn]|jemand|einem menschen)(?: \p{L}+){0,3} (?:sprechen|reden|chatten|telefonieren)\b/iu,
  // French
  /\b(?:parler|discuter|échanger)\b[^.?!]{0,30}\b(?:quelqu['’]un|humain|personne|conseiller|conseillère|agent)/i,
  /\b(?:vraie personne|être humain)\b|^\W*(?:un )?(?:humain|conseiller)(?: s['’]il vous pla[iî]t)?\W*$/i,
  // Spanish
  /\b(?:hablar|contactar|comunicarme)\b[^.?!]{0,30}\b(?:persona|humano|alguien|agente|asesor)/i,
  /\bpersona real\b|^\W*(?:una? )?(?:persona|humano|agente)(?: por favor)?\W*$/i,
  // Italian
  /\b(?:parlare|chattare)\b[^.?!]{0,30}\b(?:persona|umano|operatore|qualcuno|addetto)/i,
  /\bpersona (?:reale|vera)\b|^\W*(?:un )?(?:operatore|umano)(?: per favore)?\W*$/i,
  // Portuguese
  /\b(?:falar|conversar)\b[^.?!]{0,30}\b(?:pessoa|humano|alguém|atendente|agente)/i,
  /\bpessoa (?:real|de verdade)\b|^\W*(?:um )?(?:atendente|humano)(?: por favor)?\W*$/i,
  // Dutch
  /\b(?:spreken|praten|chatten)\b[^.?!]{0,30}\b(?:iemand|mens|medewerker|persoon)\b/i,
  /\b(?:iemand|mens|medewerker|persoon)\b[^.?!]{0,20}\b(?:spreken|praten|chatten)\b|\becht(?:e)? (?:mens|persoon)\b/i,
];

/** That somebody wants a person, when nothing follows that would make it a wish for something else. */
const wanted = [
  /\b(?:can|could|may) (?:i|we) (?:please )?(?:get|have|see|reach) (?:an?|some|the) (?:real |actual |live )?(?:human|real person|person|agent|representative|operator)/iu,
  /\bich (?:will|möchte|brauche|hätte gern) (?:bitte )?(?:einen?|nen) (?:echten )?(?:menschen|mitarbeiter(?:in)?|berater(?:in)?)/iu,
  /\b(?:je veux|je voudrais|j['’]aimerais|il me faut|puis-je avoir) (?:un|une) (?:vraie? )?(?:conseill(?:er|ère)|humain|personne|agent|opérat(?:eur|rice))/iu,
  /\b(?:quiero|quisiera|necesito|deseo|puedo tener) (?:a )?(?:una persona|un humano|un agente|un asesor|una asesora|un operador)/iu,
  /\b(?:voglio|vorrei|desidero|mi serve|posso avere) (?:un operatore|un'operatrice|un umano|una persona|un addetto|un consulente)/iu,
  /\b(?:quero|queria|preciso de|gostaria de|posso ter) (?:uma pessoa|um humano|um atendente|um operador)/iu,
  /\b(?:ik wil|ik wil graag|ik zou graag|mag ik) (?:een )(?:echt )?(?:mens|persoon|medewerker)/iu,
];
const nothingElse =
  /(?=\W*$|,? (?:please|now|here|to (?:talk|speak|help|chat)|bitte|sprechen|s['’]il|au téléphone|por favor|per favore|alstublieft|real|humano|umano|qui|aquí|ahora|maintenant|adesso|nu)(?!\p{L}))/u;
const wantedOnly = wanted.map(({ source }) => new RegExp(`${source}${nothingElse.source}`, 'iu'));

/** Whether somebody asks for a person, in words that leave no doubt. Read first, whatever the articles say. */
export function asksForPerson(question: string): boolean {
  return question
    .slice(0, 2000)
    .split('\n')
    .flatMap((line) => splitSentences(line.replace(/\s+/g, ' ')))
    .flatMap((sentence) => (asksWhoAnswers(sentence) ? sentence.split(/[,;–—]/u) : [sentence]))
    .some(
      (said) =>
        !asksWhoAnswers(said) &&
        !otherCompany.test(said) &&
        [...person, ...wantedOnly].some((pattern) => pattern.test(said)),
    );
}

/** Whom a sentence means that asks how to reach somebody else. */
const otherCompany =
  /\bhow (?:do|can|could|should|would) (?:i|we)\b[^.?!]{0,60}\b(?:of|at|from) (?:my|our|their|his|her)\b/i;

const whoAnswers =
  /\b(?:are|r) (?:you|u|this) (?:an? )?(?:real|human|robot|bot|machine|ai|a\.i\.|automated|person|chatbot|computer)\b|\b(?:is this|am i (?:talking|speaking|chatting) (?:to|with)) (?:an? )?(?:real |actual )?(?:human|robot|bot|machine|ai|person|chatbot|computer)\b|\bsind sie (?:ein )?(?:mensch|roboter|bot|echt)\b|\bêtes-vous (?:un |une )?(?:robot|humain|personne|vraie personne)\b/i;
const courtesies =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|g'day|thanks?(?: you)?(?: very much| so much| a lot)?|cheers|ok(?:ay)?|great|hallo|guten (?:tag|morgen|abend)|danke(?: schön)?|bonjour|bonsoir|salut|merci(?: beaucoup)?|hola|buen(?:os|as) (?:d[ií]as|tardes|noches)|gracias|ciao|buongiorno|grazie|ol[aá]|bom dia|obrigad[oa]|hoi|goedendag|dank (?:u|je))(?: (?:there|all|everyone|team|again))?$/i;

/** Whether somebody asks if a person or a machine is answering. */
export function asksWhoAnswers(question: string): boolean {
  return whoAnswers.test(question);
}

/** Whether a text is only a greeting or thanks, with no question in it. */
export function isCourtesy(question: string): boolean {
  return courtesies.test(
    question
      .replace(/[\s\p{P}\p{S}]+/gu, (found) => (found.includes("'") ? found : ' '))
      .trim()
      .slice(0, 80),
  );
}
