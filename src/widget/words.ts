/** What the widget itself says. The assistant's own sentences come from the server. */
export interface Words {
  /** Tag of the language (BCP 47). */
  tag: string;
  open: string;
  close: string;
  assistant: string;
  waiting: string;
  write: string;
  send: string;
  person: string;
  back: string;
  from: string;
  helped: string;
  yes: string;
  no: string;
  thanks: string;
  email: string;
  name: string;
  leave: string;
  left: string;
  writing: string;
  read: string;
  notSent: string;
  notOpened: string;
  again: string;
  tooFast: string;
  unavailable: string;
  offline: string;
  anew: string;
  you: string;
  away: string;
}

const en: Words = {
  tag: 'en',
  open: 'Open the chat',
  close: 'Close the chat',
  assistant: 'Automated assistant',
  waiting: 'A person is on the way',
  write: 'Write your question',
  send: 'Send',
  person: 'Talk to a person',
  back: 'Back',
  from: 'From',
  helped: 'Did this help?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you.',
  email: 'Your email address',
  name: 'Your name (optional)',
  leave: 'Send me the answer',
  left: 'Answers also go to {it} if you leave.',
  writing: '{it} is writing…',
  read: 'Read',
  notSent: 'Not sent.',
  notOpened: 'The article could not be opened. Try again.',
  again: 'Try again',
  tooFast: 'That is a lot at once. Wait a minute, then go on.',
  unavailable: 'The chat is not available at the moment. Please use another way to reach us.',
  offline: 'The connection is lost. It comes back by itself.',
  anew: 'Begin a new conversation',
  you: 'You',
  away: 'People answer again from {it}.',
};

const de: Words = {
  tag: 'de',
  open: 'Chat öffnen',
  close: 'Chat schließen',
  assistant: 'Automatischer Assistent',
  waiting: 'Gleich antwortet ein Mensch',
  write: 'Schreiben Sie Ihre Frage',
  send: 'Senden',
  person: 'Mit einem Menschen sprechen',
  back: 'Zurück',
  from: 'Aus',
  helped: 'Hat das geholfen?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke.',
  email: 'Ihre E-Mail-Adresse',
  name: 'Ihr Name (freiwillig)',
  leave: 'Antwort zusenden',
  left: 'Antworten gehen auch an {it}, wenn Sie nicht mehr hier sind.',
  writing: '{it} schreibt…',
  read: 'Gelesen',
  notSent: 'Nicht gesendet.',
  notOpened: 'Der Artikel ließ sich nicht öffnen. Versuchen Sie es noch einmal.',
  again: 'Noch einmal',
  tooFast: 'Das ist viel auf einmal. Warten Sie eine Minute, dann geht es weiter.',
  unavailable: 'Der Chat ist gerade nicht verfügbar. Bitte erreichen Sie uns auf einem anderen Weg.',
  offline: 'Die Verbindung ist unterbrochen. Sie kommt von selbst wieder.',
  anew: 'Neues Gespräch beginnen',
  you: 'Sie',
  away: 'Menschen antworten wieder ab {it}.',
};

const fr: Words = {
  tag: 'fr',
  open: 'Ouvrir le chat',
  close: 'Fermer le chat',
  assistant: 'Assistant automatique',
  waiting: 'Une personne va répondre',
  write: 'Écrivez votre question',
  send: 'Envoyer',
  person: 'Parler à une personne',
  back: 'Retour',
  from: 'Source',
  helped: 'Cela vous a-t-il aidé ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci.',
  email: 'Votre adresse e-mail',
  name: 'Votre nom (facultatif)',
  leave: 'M’envoyer la réponse',
  left: 'Les réponses vont aussi à {it} si vous partez.',
  writing: '{it} écrit…',
  read: 'Lu',
  notSent: 'Non envoyé.',
  notOpened: 'L’article n’a pas pu être ouvert. Réessayez.',
  again: 'Réessayer',
  tooFast: 'C’est beaucoup à la fois. Attendez une minute, puis continuez.',
  unavailable: 'Le chat n’est pas disponible pour le moment. Merci de nous joindre autrement.',
  offline: 'La connexion est perdue. Elle revient d’elle-même.',
  anew: 'Commencer une nouvelle conversation',
  you: 'Vous',
  away: 'L’équipe répond de nouveau à partir du {it}.',
};

const es: Words = {
  tag: 'es',
  open: 'Abrir el chat',
  close: 'Cerrar el chat',
  assistant: 'Asistente automático',
  waiting: 'Una persona responderá',
  write: 'Escriba su pregunta',
  send: 'Enviar',
  person: 'Hablar con una persona',
  back: 'Volver',
  from: 'Fuente',
  helped: '¿Le ha ayudado?',
  yes: 'Sí',
  no: 'No',
  thanks: 'Gracias.',
  email: 'Su correo electrónico',
  name: 'Su nombre (opcional)',
  leave: 'Enviarme la respuesta',
  left: 'Las respuestas también van a {it} si se marcha.',
  writing: '{it} está escribiendo…',
  read: 'Leído',
  notSent: 'No enviado.',
  notOpened: 'No se pudo abrir el artículo. Inténtelo de nuevo.',
  again: 'Reintentar',
  tooFast: 'Es mucho a la vez. Espere un minuto y continúe.',
  unavailable: 'El chat no está disponible en este momento. Contáctenos de otra forma.',
  offline: 'Se ha perdido la conexión. Vuelve por sí sola.',
  anew: 'Empezar otra conversación',
  you: 'Usted',
  away: 'El equipo responde de nuevo desde {it}.',
};

const it: Words = {
  tag: 'it',
  open: 'Apri la chat',
  close: 'Chiudi la chat',
  assistant: 'Assistente automatico',
  waiting: 'Una persona risponderà',
  write: 'Scriva la sua domanda',
  send: 'Invia',
  person: 'Parlare con una persona',
  back: 'Indietro',
  from: 'Fonte',
  helped: 'È stato utile?',
  yes: 'Sì',
  no: 'No',
  thanks: 'Grazie.',
  email: 'Il suo indirizzo e-mail',
  name: 'Il suo nome (facoltativo)',
  leave: 'Inviami la risposta',
  left: 'Le risposte arrivano anche a {it} se va via.',
  writing: '{it} sta scrivendo…',
  read: 'Letto',
  notSent: 'Non inviato.',
  notOpened: 'Non è stato possibile aprire l’articolo. Riprovi.',
  again: 'Riprova',
  tooFast: 'È molto in una volta. Attenda un minuto, poi continui.',
  unavailable: 'La chat non è disponibile al momento. Ci contatti in un altro modo.',
  offline: 'La connessione è persa. Torna da sola.',
  anew: 'Inizia una nuova conversazione',
  you: 'Lei',
  away: 'Il team risponde di nuovo da {it}.',
};

const pt: Words = {
  tag: 'pt',
  open: 'Abrir o chat',
  close: 'Fechar o chat',
  assistant: 'Assistente automático',
  waiting: 'Uma pessoa vai responder',
  write: 'Escreva a sua pergunta',
  send: 'Enviar',
  person: 'Falar com uma pessoa',
  back: 'Voltar',
  from: 'Fonte',
  helped: 'Isto ajudou?',
  yes: 'Sim',
  no: 'Não',
  thanks: 'Obrigado.',
  email: 'O seu e-mail',
  name: 'O seu nome (opcional)',
  leave: 'Enviar-me a resposta',
  left: 'As respostas também vão para {it} se sair.',
  writing: '{it} está a escrever…',
  read: 'Lido',
  notSent: 'Não enviado.',
  notOpened: 'Não foi possível abrir o artigo. Tente novamente.',
  again: 'Tentar de novo',
  tooFast: 'É muito de uma vez. Espere um minuto e continue.',
  unavailable: 'O chat não está disponível neste momento. Contacte-nos de outra forma.',
  offline: 'A ligação perdeu-se. Volta por si.',
  anew: 'Começar uma nova conversa',
  you: 'Você',
  away: 'A equipa responde de novo a partir de {it}.',
};

const nl: Words = {
  tag: 'nl',
  open: 'Chat openen',
  close: 'Chat sluiten',
  assistant: 'Automatische assistent',
  waiting: 'Iemand van ons team komt eraan',
  write: 'Schrijf uw vraag',
  send: 'Versturen',
  person: 'Met een mens spreken',
  back: 'Terug',
  from: 'Uit',
  helped: 'Heeft dit geholpen?',
  yes: 'Ja',
  no: 'Nee',
  thanks: 'Dank u.',
  email: 'Uw e-mailadres',
  name: 'Uw naam (niet verplicht)',
  leave: 'Stuur mij het antwoord',
  left: 'Antwoorden gaan ook naar {it} als u weggaat.',
  writing: '{it} schrijft…',
  read: 'Gelezen',
  notSent: 'Niet verstuurd.',
  notOpened: 'Het artikel kon niet worden geopend. Probeer het opnieuw.',
  again: 'Opnieuw',
  tooFast: 'Dat is veel tegelijk. Wacht een minuut en ga dan verder.',
  unavailable: 'De chat is op dit moment niet beschikbaar. Bereik ons op een andere manier.',
  offline: 'De verbinding is weg. Ze komt vanzelf terug.',
  anew: 'Nieuw gesprek beginnen',
  you: 'U',
  away: 'Mensen antwoorden weer vanaf {it}.',
};

const languages: Record<string, Words> = { en, de, fr, es, it, pt, nl };

/** The words for a language tag (BCP 47) such as `de-AT`; English for every other. */
export function wordsFor(language: string): Words {
  return languages[language.toLowerCase().split(/[-_]/)[0] ?? ''] ?? en;
}

/** A sentence with a name or an address in it. */
export function fill(sentence: string, it: string): string {
  return sentence.replace('{it}', () => it);
}
