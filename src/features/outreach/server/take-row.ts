import { domainToASCII } from 'node:url';
import {
  type ProspectField,
  prospectField,
  prospectFieldLimits,
  prospectFieldNames,
} from '#features/outreach/contract.ts';
import { formulaStart } from '#server/csv.ts';
import { emailAddress } from '#shared/text.ts';
import type { CsvRow } from './csv-reading/read-rows.ts';
import type { ProspectTexts } from './match-keys.ts';

export interface Problem {
  /** A key of `problemTexts`. */
  kind: string;
  /** For the person who has the file before them, without the line. */
  text: string;
}

export interface TakenRow {
  texts: ProspectTexts;
  /** Why the row is left out. */
  reason: Problem | null;
  /** What is odd about it, though it is taken. */
  warning: Problem | null;
}

/** '12 rows …': problems of many rows, by kind. */
export const problemTexts: Readonly<Record<string, string>> = {
  form: 'that cannot be read',
  cells: 'with more cells than the header has columns',
  characters: 'with characters that cannot be stored',
  no_name: 'without a business name',
  not_email: 'whose contact email is not an email address',
  too_long: 'with a text that is too long',
  no_email: 'without an email',
  phone: 'whose phone number is written as 6.14E+10 and has lost digits',
  email: 'with the email of a prospect that is there already, or of an earlier row',
  name_and_address: 'with the name and address of a prospect that is there already, or of an earlier row',
};

const emailSchema = emailAddress();
/** An apostrophe that an export put before what a spreadsheet would take for a formula (csv.ts), or Excel before digits. */
const guarded = new RegExp(`^'(?=${formulaStart})`, 'u');
const guardedDigits = /^'(?=[\d(])/;
/** ="0412345678": how people and programs keep Excel from taking a text for a number. */
const asFormula = /^="([^"]*)"$/;
const scientific = /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i;
/** Marks of direction and width that nobody sees, which come along when a number or an address is copied. */
const unseen = /\p{Cf}/gu;
/** 'Jane Doe <jane@x.test>', as address books write it. */
const named = /^[^<>]*<([^<>]*)>$/;
/** Of letters that are not all ASCII, and not longer than a domain can be. */
const nationalDomain = /^(?!\p{ASCII}*$)[\p{L}\p{M}\p{N}.-]{1,253}$/u;

function unwrapped(field: ProspectField, cell: string): string {
  const open = cell.replace(guarded, '');
  // Behind the apostrophe of an export it is what the business is really called.
  const text = open === cell ? (asFormula.exec(cell)?.[1] ?? cell) : open;
  if (field === 'contactEmail') return addressIn(text);
  if (field === 'contactPhone') return text.replace(guardedDigits, '').replaceAll(unseen, '').trim();
  return text.trim().replaceAll(/\r\n?/g, '\n');
}

/** The one address that a cell holds, with its domain as mail servers write it; any other text as it is. */
function addressIn(cell: string): string {
  const text = cell.replaceAll(unseen, '').trim();
  const address = (named.exec(text)?.[1] ?? text).trim().replace(/^mailto:/i, '');
  const domainAt = address.lastIndexOf('@') + 1;
  const domain = address.slice(domainAt);
  if (domainAt === 0 || !nationalDomain.test(domain)) return address;
  return `${address.slice(0, domainAt)}${domainToASCII(domain) || domain}`;
}

/** Only what the database stores; for cells that are shown again and rows that are left out. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}

function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).toWellFormed();
}

/** A row of the file as the prospect that it would be, by the fields that its columns mean. */
export function takeRow({ cells, fault }: CsvRow, fields: readonly (ProspectField | null)[]): TakenRow {
  const texts: ProspectTexts = {
    businessName: '',
    address: '',
    contactEmail: '',
    contactPhone: '',
    industry: '',
    summary: '',
    notes: '',
  };
  for (const [index, field] of fields.entries())
    if (field !== null) texts[field] = unwrapped(field, cells[index] ?? '');
  const reason =
    fault === null ? (formOf(cells, fields.length) ?? contentOf(texts)) : { kind: 'form', text: fault };
  if (reason === null) return { texts, reason, warning: warningOf(texts) };
  for (const field of prospectField.options)
    texts[field] = clipped(storable(texts[field]), prospectFieldLimits[field]);
  return { texts, reason, warning: null };
}

function formOf(cells: readonly string[], columns: number): Problem | null {
  if (!cells.slice(columns).some((cell) => cell.trim() !== '')) return null;
  return {
    kind: 'cells',
    text: `This line has ${cells.length} cells under ${columns} column names: a text with a comma needs quotation marks around it.`,
  };
}

function contentOf(texts: ProspectTexts): Problem | null {
  if (texts.businessName === '') return { kind: 'no_name', text: 'Business Name is empty.' };
  for (const field of prospectField.options) {
    const [text, limit] = [texts[field], prospectFieldLimits[field]];
    if (text.length > limit) {
      return {
        kind: 'too_long',
        text: `${prospectFieldNames[field]} has ${text.length.toLocaleString('en-AU')} characters; at most ${limit.toLocaleString('en-AU')} are taken.`,
      };
    }
    if (text.includes('\u0000') || !text.isWellFormed())
      return {
        kind: 'characters',
        text: `${prospectFieldNames[field]} contains characters that cannot be stored.`,
      };
  }
  const { contactEmail } = texts;
  if (contactEmail !== '' && !emailSchema.safeParse(contactEmail).success)
    return {
      kind: 'not_email',
      text: `Contact Email '${clipped(contactEmail, 100)}' is not an email address.`,
    };
  return null;
}

function warningOf({ contactPhone, contactEmail }: ProspectTexts): Problem | null {
  if (scientific.test(contactPhone)) {
    return {
      kind: 'phone',
      text: `Contact Phone '${contactPhone}' has lost digits: format the column as text in the spreadsheet and save it again.`,
    };
  }
  return contactEmail === ''
    ? { kind: 'no_email', text: 'There is no email: nobody can write to this business.' }
    : null;
}
