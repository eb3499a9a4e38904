import { addDays, weekdayOf, zonedDate, zonedInstant } from '#shared/zoned-time.ts';

/** A longer answer, characters, says more than that. */
const longestStop = 160;

const greetingLine =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|hallo|guten tag|sehr geehrte[rs]?|bonjour|hola|ciao|buongiorno|olá)\b[^\n.!?]{0,40}[,.!]?$/iu;
const closingLine =
  /^(?:(?:kind|best|warm) )?(?:regards|wishes|thanks|thank you|thx|cheers|merci|danke|gracias|grazie|obrigad[oa]|bedankt|mfg|mit freundlichen grüßen|viele grüße|cordialement|saludos|cordiali saluti)\b[^\n]{0,30}$/iu;

/** What may stand beside it. */
const polite =
  /^(?:please|hi|hello|no|no,? thanks|no,? thank you|not interested|thanks?|thank you|thx|cheers|merci|danke|gracias|grazie|obrigad[oa])$/iu;
const politeEnd =
  /[\s,;:–-]+(?:(?:thanks|thank you|thx|merci|danke|gracias|grazie|obrigad[oa])[\s,;:–-]*)?$/iu;

/** What people write, in the languages of most mail, when they want no more of it and nothing else. */
const stops = [
  /^(?:please |pls |kindly )?(?:unsubscribe|un-?subscribe me|opt(?:ing)?[ -]?out|stop|stop (?:it|this|that|please|now)|remove|remove me|cancel|no more|no more (?:e-?)?mails?|not interested[, ]+(?:please )?(?:unsubscribe|remove me|stop))(?: me)?(?: from (?:this|your|the|all)(?: \w+)? (?:list|mailings?|e-?mails?|database)s?)?(?: please| now| immediately| asap| thanks| thank you)*$/iu,
  /^(?:please |pls |kindly )?(?:take|remove|delete) (?:me|us|my (?:e-?mail|address|email address|details|data)|this address) (?:off|out of|from) (?:this|your|the|all|any)[\w ]{0,40}$/iu,
  /^(?:please |pls )?(?:do not|don['’]?t|never|stop) (?:e-?mail|contact|write(?: to)?|spam|message|send|e-?mailing|contacting|writing|spamming|messaging|sending)(?: to)?(?: me| us)?(?: any ?more| again| ever again| e-?mails?| any (?:more )?(?:e-?)?mails?| (?:these|such) (?:e-?)?mails?)*(?: please)?$/iu,
  /^(?:i|we) (?:do not|don['’]?t|no longer) (?:want|wish)(?: to (?:receive|get))?(?: any| more| these| your| such| further)* (?:e-?)?mails?(?: from you)?(?: any ?more)?$/iu,
  // German
  /^(?:bitte )?(?:abmelden|austragen|abbestellen|(?:mich )?(?:aus|von) (?:dem|der|ihrem|ihrer|eurem) (?:verteiler|liste|newsletter) (?:nehmen|streichen|löschen|entfernen|austragen)|keine (?:weiteren )?(?:e-?)?mails?(?: mehr)?(?: senden| schicken)?(?: bitte)?|(?:nehmen|streichen|löschen) sie (?:mich|meine (?:adresse|daten))[\p{L} ]{0,40}|nicht mehr (?:kontaktieren|anschreiben)|schreiben sie mir nicht mehr)$/iu,
  // French
  /^(?:merci de |veuillez |svp |s['’]il vous pla[iî]t )?(?:(?:me )?désabonne[rz](?:[ -]moi)?|désinscri(?:re|vez[ -]moi|ption)|(?:me )?(?:retirer|supprimer|enlever) (?:de )?(?:votre|cette|la) liste|(?:retirez|supprimez|enlevez)[ -]moi[\p{L} ]{0,40}|(?:ne )?plus (?:m['’]envoyer|me contacter|d['’]e-?mails?)[\p{L} '’-]{0,30}|ne (?:me contactez|m['’]écrivez|m['’]envoyez) plus[\p{L} '’-]{0,30})(?: svp| merci)?$/iu,
  // Spanish
  /^(?:por favor[, ]+)?(?:(?:darme|dar|denme|deme|dame|quiero darme)? ?de baja|baja|cancelar(?: (?:la )?suscripción)?|(?:elimín[ea]nme|bórr[ea]nme|quít[ea]nme|elim[ií]neme|b[oó]rreme)[\p{L} ]{0,40}|no (?:me )?(?:env[ií]en?|escriban?|contacten?|manden?) más[\p{L} ]{0,30}|no más (?:correos|e-?mails?))(?: por favor)?$/iu,
  // Italian
  /^(?:per favore |prego )?(?:cancella(?:mi|temi|zione|rmi)[\p{L} ]{0,40}|disiscriv(?:imi|etemi|ermi)|rimuov(?:imi|etemi)[\p{L} ]{0,40}|non (?:scrivetemi|contattatemi|inviatemi)(?: più)[\p{L} ]{0,30}|basta (?:e-?)?mail)$/iu,
  // Portuguese
  /^(?:por favor[, ]+)?(?:cancelar (?:a )?(?:inscrição|subscrição)|descadastrar|remov(?:a-me|am-me|er)[\p{L} ]{0,40}|não (?:me )?(?:envie|enviem|escreva|contacte|contate)m? mais[\p{L} -]{0,30}|sair da lista)$/iu,
  // Dutch
  /^(?:graag |aub |alstublieft )?(?:uitschrijven|afmelden|(?:mij|me) (?:uitschrijven|afmelden|verwijderen)[\p{L} ]{0,40}|schrijf (?:mij|me) uit|geen (?:e-?)?mails? meer|stop met (?:mailen|sturen)[\p{L} ]{0,20}|verwijder (?:mij|me|mijn adres)[\p{L} ]{0,40})(?: aub| graag)?$/iu,
];

/** Whether an answer, without quoted history and signature, only asks for no more mail. */
export function asksToStop(content: string): boolean {
  const lines = content
    .trim()
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines[0] !== undefined && lines.length > 1 && greetingLine.test(lines[0])) lines.shift();
  const end = lines.findIndex((line, at) => at > 0 && closingLine.test(line));
  const rest = (end > 0 ? lines.slice(0, end) : lines).join(' ');
  if (rest === '' || rest.length > longestStop) return false;
  const said = rest
    .normalize('NFC')
    .split(/[.!?]+/)
    .map((one) =>
      one
        .replaceAll(/["“”*_\s]+/gu, ' ')
        .replace(politeEnd, '')
        .trim(),
    )
    .filter((one) => one !== '' && !polite.test(one));
  return (
    said.length > 0 && said.length <= 3 && said.every((one) => stops.some((pattern) => pattern.test(one)))
  );
}

/** Dates beyond this many days are a slip of the pen. */
const furthestDays = 180;
/** When an away note names no date, the next mail waits so long, days. */
export const awayDays = 7;

const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'jan janv enero gennaio januari januar janvier january',
    'feb fev févr febrero febbraio februari februar février february',
    'mar mär märz mars marzo maart march',
    'apr avr avril abril aprile april',
    'may mai mayo maggio mei',
    'jun juin junio giugno juni june',
    'jul juil juillet julio luglio juli july',
    'aug août agosto augustus august',
    'sep sept septembre septiembre settembre september',
    'oct okt octobre octubre ottobre oktober october',
    'nov novembre noviembre november',
    'dec dez déc décembre diciembre dicembre dezember december',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
);
const weekdays: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'monday mon montag lundi lunes lunedì maandag',
    'tuesday tue tues dienstag mardi martes martedì dinsdag',
    'wednesday wed mittwoch mercredi miércoles mercoledì woensdag',
    'thursday thu thur thurs donnerstag jeudi jueves giovedì donderdag',
    'friday fri freitag vendredi viernes venerdì vrijdag',
    'saturday sat samstag samedi sábado sabato zaterdag',
    'sunday sun sonntag dimanche domingo domenica zondag',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
);

/** What stands before the day on which somebody is there again. */
const before =
  /(?:\buntil\b|\btill\b|\bthrough\b|\bback\b|\breturn(?:ing|s)?\b|\bavailable again\b|\bresume[sd]?\b|\bbis\b|\bwieder\b|\bzurück\b|\bjusqu['’]au\b|\bde retour\b|\bretour\b|\bhasta\b|\bde vuelta\b|\bfino al\b|\btot\b|\bterug\b)(?=(.{2,60}))/giu;

/**
 * The instant from which the writer of an away note reads mail again: nine o'clock of the day it names, in `timezone`.
 * Days stand before months (12/1 is 12 January) unless they cannot. Null when no such day is named.
 */
export function returnOf(text: string, sentAt: Date, timezone: string): Date | null {
  const today = zonedDate(sentAt, timezone);
  const last = addDays(today, furthestDays);
  const dates = [...text.slice(0, 4000).replaceAll(/\s+/g, ' ').matchAll(before)]
    .flatMap(([, words = '']) => dateIn(words.toLowerCase(), today) ?? [])
    .filter((date) => date > today && date <= last)
    .toSorted();
  const date = dates.at(-1);
  return date === undefined ? null : zonedInstant(date, 9 * 60, timezone);
}

function dateIn(words: string, today: string): string | null {
  const iso = /\b(20\d\d)-(\d\d)-(\d\d)\b/.exec(words);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /\b(\d{1,2})[./](\d{1,2})(?:[./](?:20)?(\d\d)\b)?/.exec(words);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[2])];
    const [day, month] = second > 12 ? [second, first] : [first, second];
    return coming(numeric[3] === undefined ? null : 2000 + Number(numeric[3]), month, day, today);
  }
  const year = Number(/\b(20\d\d)\b/.exec(words)?.[1] ?? 0) || null;
  const names = [...words.matchAll(/\p{L}+/gu)].map(([name]) => name);
  const month = names.map((name) => months[name]).find((one) => one !== undefined);
  const day = Number(
    /\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?!\d)/.exec(words.replaceAll(/\b20\d\d\b/g, ' '))?.[1] ?? 0,
  );
  if (month !== undefined && day > 0) return coming(year, month, day, today);
  if (names.includes('tomorrow')) return addDays(today, 1);
  const weekday = names.map((name) => weekdays[name]).find((one) => one !== undefined);
  if (weekday !== undefined) return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
  return /\bnext week\b/.test(words) ? addDays(today, 7) : null;
}

/** The next such day from today on, unless the year is said. */
function coming(year: number | null, month: number, day: number, today: string): string | null {
  const thisYear = Number(today.slice(0, 4));
  if (year !== null) return dateOf(year, month, day);
  const date = dateOf(thisYear, month, day);
  return date === null || date >= today ? date : dateOf(thisYear + 1, month, day);
}

function dateOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
