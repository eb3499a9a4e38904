import type { ProspectDetail } from '../contract.ts';
import type { OutreachSettings } from '../settings-contract.ts';

/** What the screens offer to do about it. */
export type Remedy = 'add_address' | 'record_basis' | 'suppressions' | 'mail_settings' | null;

export interface EmailNote {
  /** Whether the email cannot be sent as things are; else it is a warning. */
  stops: boolean;
  text: string;
  remedy: Remedy;
}

type About = Pick<ProspectDetail, 'contactEmail' | 'suppressed' | 'consent' | 'sending'>;
type Rules = Pick<OutreachSettings, 'requireConsentBasis' | 'paused' | 'postalAddress' | 'transport'>;

const stop = (text: string, remedy: Remedy): EmailNote => ({ stops: true, text, remedy });

/**
 * What stands in the way of one email of a person, or is recorded with it, in the server's order (contract section 8).
 * The server decides again.
 * @param rules null while they are not known
 */
export function emailNotes(about: About, rules: Rules | null): EmailNote[] {
  const { contactEmail, suppressed, consent, sending } = about;
  const notes: EmailNote[] = [];
  if (contactEmail === '')
    notes.push(
      stop('This prospect has no email address. Add one, then an email can be sent.', 'add_address'),
    );
  if (suppressed) notes.push(stop(`No outreach goes to ${contactEmail}.`, 'suppressions'));
  if (rules?.paused) {
    const because = rules.paused.reason ? `: ${rules.paused.reason.replace(/[.\s]+$/, '')}` : '';
    notes.push(stop(`Outreach was paused by ${rules.paused.by}${because}. Nothing leaves meanwhile.`, null));
  }
  if (rules && rules.transport !== 'outbox' && rules.postalAddress.trim() === '')
    notes.push(
      stop('Emails to prospects must show where you are, and no postal address is entered.', 'mail_settings'),
    );
  const consentNote = noteOfConsent(consent !== null, sending, rules?.requireConsentBasis ?? false);
  // A warning about what cannot be sent anyway is one too many.
  if (consentNote && (consentNote.stops || notes.length === 0)) notes.push(consentNote);
  return notes;
}

function noteOfConsent(
  recorded: boolean,
  { state, reason }: About['sending'],
  required: boolean,
): EmailNote | null {
  if (state === 'sendable' && (recorded || !required)) return null;
  if (required) {
    const what = 'Your organization asks for a recorded basis of consent before any email.';
    return stop(`${what} ${state === 'sendable' ? 'Record it first.' : reason}`, 'record_basis');
  }
  if (state === 'blocked' && recorded) return stop(reason, 'record_basis');
  return {
    stops: false,
    text: 'No basis of consent is recorded. You can send one email that you have read all the same; that there was no basis is kept with it.',
    remedy: null,
  };
}
