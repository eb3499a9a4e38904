import { type PhraseLanguage, phraseLanguages } from '#server/integrations/ai/builtin/support-phrases.ts';

/** What the hub itself says in a conversation, in the languages in which the assistant speaks. */
interface Sentences {
  joined: string;
  assistantBack: string;
  handedOff: string;
  away: string;
  nobodyYet: string;
  stillWaiting: string;
  closed: string;
  /** Of the email with an answer for somebody who has left: `{name}` is the organization. */
  mailSubject: string;
  mailAsked: string;
  mailAnswer: string;
}

const sentences: Record<PhraseLanguage, Sentences> = {
  en: {
    joined: '{name} is answering now.',
    assistantBack: 'The automated assistant is answering again.',
    handedOff:
      'I have called a person of our team, who will answer here. If you have to leave, leave your email address and the answer comes there.',
    away: 'Our team is not here at the moment. Leave your email address, and a person answers you there.',
    nobodyYet:
      'Nobody of our team has been free so far, sorry. Your question stays with us. Leave your email address, and the answer comes there.',
    stillWaiting: 'You are back in the queue for a person of our team.',
    closed: 'This conversation is closed.',
    mailSubject: 'Your question to {name}',
    mailAsked: 'You asked {name} in the chat of their website:',
    mailAnswer: 'Answer this email, or write in the chat again.',
  },
  de: {
    joined: '{name} antwortet jetzt.',
    assistantBack: 'Der automatische Assistent antwortet wieder.',
    handedOff:
      'Ich habe jemanden aus unserem Team gerufen, der hier antwortet. Wenn Sie gehen müssen, hinterlassen Sie Ihre E-Mail-Adresse: Die Antwort kommt dann dorthin.',
    away: 'Unser Team ist gerade nicht da. Hinterlassen Sie Ihre E-Mail-Adresse, und ein Mensch antwortet Ihnen dort.',
    nobodyYet:
      'Leider war bisher niemand aus unserem Team frei. Ihre Frage bleibt bei uns. Hinterlassen Sie Ihre E-Mail-Adresse, und die Antwort kommt dorthin.',
    stillWaiting: 'Sie warten wieder auf jemanden aus unserem Team.',
    closed: 'Dieses Gespräch ist beendet.',
    mailSubject: 'Ihre Frage an {name}',
    mailAsked: 'Sie haben {name} im Chat auf der Website gefragt:',
    mailAnswer: 'Antworten Sie auf diese E-Mail, oder schreiben Sie wieder im Chat.',
  },
  fr: {
    joined: '{name} vous répond maintenant.',
    assistantBack: 'L’assistant automatique répond à nouveau.',
    handedOff:
      'J’ai appelé une personne de notre équipe, qui répondra ici. Si vous devez partir, laissez votre adresse e-mail : la réponse y arrivera.',
    away: 'Notre équipe n’est pas là pour le moment. Laissez votre adresse e-mail, et une personne vous y répondra.',
    nobodyYet:
      'Désolé, personne de notre équipe n’est encore libre. Votre question reste chez nous. Laissez votre adresse e-mail, et la réponse y arrivera.',
    stillWaiting: 'Vous attendez à nouveau une personne de notre équipe.',
    closed: 'Cette conversation est terminée.',
    mailSubject: 'Votre question à {name}',
    mailAsked: 'Vous avez demandé à {name} dans le chat du site :',
    mailAnswer: 'Répondez à cet e-mail, ou écrivez de nouveau dans le chat.',
  },
  es: {
    joined: '{name} le responde ahora.',
    assistantBack: 'El asistente automático vuelve a responder.',
    handedOff:
      'He llamado a una persona de nuestro equipo, que responderá aquí. Si tiene que irse, deje su correo electrónico y la respuesta llegará allí.',
    away: 'Nuestro equipo no está en este momento. Deje su correo electrónico y una persona le responderá.',
    nobodyYet:
      'Lo sentimos, todavía nadie de nuestro equipo está libre. Su pregunta queda con nosotros. Deje su correo electrónico y la respuesta llegará allí.',
    stillWaiting: 'Vuelve a esperar a una persona de nuestro equipo.',
    closed: 'Esta conversación ha terminado.',
    mailSubject: 'Su pregunta a {name}',
    mailAsked: 'Preguntó a {name} en el chat de su sitio web:',
    mailAnswer: 'Responda a este correo o escriba de nuevo en el chat.',
  },
  it: {
    joined: 'Ora risponde {name}.',
    assistantBack: 'Risponde di nuovo l’assistente automatico.',
    handedOff:
      'Ho chiamato una persona del nostro team, che risponderà qui. Se deve andare via, lasci il suo indirizzo e-mail: la risposta arriverà lì.',
    away: 'Il nostro team non è presente in questo momento. Lasci il suo indirizzo e-mail e una persona le risponderà lì.',
    nobodyYet:
      'Ci dispiace, finora nessuno del nostro team è libero. La sua domanda resta con noi. Lasci il suo indirizzo e-mail e la risposta arriverà lì.',
    stillWaiting: 'È di nuovo in attesa di una persona del nostro team.',
    closed: 'Questa conversazione è terminata.',
    mailSubject: 'La sua domanda a {name}',
    mailAsked: 'Ha chiesto a {name} nella chat del sito:',
    mailAnswer: 'Risponda a questa e-mail oppure scriva di nuovo nella chat.',
  },
  pt: {
    joined: '{name} responde agora.',
    assistantBack: 'O assistente automático responde novamente.',
    handedOff:
      'Chamei uma pessoa da nossa equipa, que responderá aqui. Se tiver de sair, deixe o seu e-mail e a resposta chegará lá.',
    away: 'A nossa equipa não está neste momento. Deixe o seu e-mail, e uma pessoa responde-lhe lá.',
    nobodyYet:
      'Lamentamos, ainda ninguém da nossa equipa está livre. A sua pergunta fica connosco. Deixe o seu e-mail e a resposta chegará lá.',
    stillWaiting: 'Está novamente à espera de uma pessoa da nossa equipa.',
    closed: 'Esta conversa terminou.',
    mailSubject: 'A sua pergunta a {name}',
    mailAsked: 'Perguntou a {name} no chat do site:',
    mailAnswer: 'Responda a este e-mail ou escreva novamente no chat.',
  },
  nl: {
    joined: '{name} antwoordt nu.',
    assistantBack: 'De automatische assistent antwoordt weer.',
    handedOff:
      'Ik heb iemand van ons team geroepen, die hier antwoordt. Als u weg moet, laat dan uw e-mailadres achter: het antwoord komt daar.',
    away: 'Ons team is er op dit moment niet. Laat uw e-mailadres achter, dan antwoordt een mens u daar.',
    nobodyYet:
      'Sorry, tot nu toe was niemand van ons team vrij. Uw vraag blijft bij ons. Laat uw e-mailadres achter, dan komt het antwoord daar.',
    stillWaiting: 'U wacht weer op iemand van ons team.',
    closed: 'Dit gesprek is gesloten.',
    mailSubject: 'Uw vraag aan {name}',
    mailAsked: 'U vroeg {name} in de chat van de website:',
    mailAnswer: 'Beantwoord deze e-mail of schrijf opnieuw in de chat.',
  },
};

/** The language of ours that a language tag (BCP 47) such as `de-AT` stands for; English for every other. */
export function spokenLanguage(tag: string): PhraseLanguage {
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return phraseLanguages.find((one) => one === primary) ?? 'en';
}

/** A sentence of the hub in a visitor's language. `name` stands where the sentence names somebody. */
export function say(language: string, sentence: keyof Sentences, name = ''): string {
  return sentences[spokenLanguage(language)][sentence].replace('{name}', () => name);
}
