import { type ProspectField, prospectField, prospectFieldNames } from '#features/outreach/contract.ts';
import { importLimits } from '#features/outreach/import-contract.ts';
import { AppError } from '#shared/errors.ts';

/** Names that people give the columns, best first; written as `plain` leaves them. English, German, French, Spanish. */
const synonyms: Record<ProspectField, string> = {
  businessName:
    'business name|company name|organisation name|organization name|business|company|organisation|organization|account name|account|firma|firmenname|unternehmen|entreprise|societe|nom de l entreprise|raison sociale|empresa|nombre de la empresa|razon social|trading name|name|nom|nombre',
  address:
    'address|business address|street address|full address|mailing address|postal address|adresse|anschrift|direccion|street|strasse|location',
  contactEmail:
    'contact email|email|e mail|email address|e mail address|contact e mail|mail|business email|work email|email 1|e mail adresse|adresse e mail|courriel|correo|correo electronico',
  contactPhone:
    'contact phone|phone|phone number|telephone|telephone number|contact number|tel|mobile|mobile phone|business phone|work phone|phone 1|telefon|telefonnummer|handy|telephone portable|numero de telephone|telefono|movil',
  industry: 'industry|sector|category|branche|industrie|secteur|industria|rubro|business type|type',
  summary:
    'summary|description|about|business summary|beschreibung|zusammenfassung|resume|resumen|descripcion',
  notes:
    'notes|note|comments|comment|remarks|notizen|bemerkungen|kommentar|remarques|commentaires|notas|comentarios',
};

/** Rank of a name for each field it may mean. */
const meanings = new Map<string, { field: ProspectField; rank: number }>();
for (const field of prospectField.options)
  for (const [rank, name] of synonyms[field].split('|').entries()) meanings.set(name, { field, rank });

function plain(header: string): string {
  return header
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What a name means, also with a remark behind it: 'Contact Email (required)'. */
function meaningOf(header: string) {
  return meanings.get(plain(header)) ?? meanings.get(plain(header.replace(/\([^()]*\)\s*$/, '')));
}

/** How many of these names are ones that are known. */
export function knownHeaders(names: readonly string[]): number {
  return names.filter((name) => meaningOf(name) !== undefined).length;
}

export interface Header {
  /** Names of the columns, each different. */
  names: string[];
  fields: (ProspectField | null)[];
  /** What should be known about the columns, in sentences. */
  notes: string[];
}

/** A cell of a row with data rather than a column's name. */
function isData(cell: string): boolean {
  return cell.includes('@') || /^[+(]?[\d\s().-]{5,}$/.test(cell.trim());
}

/**
 * The first row as names of columns, with what each means.
 * @throws AppError invalid when it names nothing, which is a row with data, or too much
 */
export function readHeader(row: readonly string[]): Header {
  const filled = row.findLastIndex((cell) => cell.trim() !== '') + 1;
  // Spreadsheets save empty columns to the right of the last one that was ever touched.
  const cells = row.length > importLimits.columns ? row.slice(0, filled) : row;
  if (cells.length > importLimits.columns) {
    throw new AppError(
      'invalid',
      `This file has ${cells.length.toLocaleString('en-AU')} columns; at most ${importLimits.columns} are read. Remove those that are not needed.`,
    );
  }
  if (knownHeaders(cells) === 0 && (cells.some(isData) || cells.length < 2)) {
    throw new AppError(
      'invalid',
      `The first line must name the columns, such as ${Object.values(prospectFieldNames).join(', ')}. This file begins with “${shown(cells.join(', '))}”. Add a line with the names at the top and try again.`,
    );
  }
  const names = unique(cells.map((cell, index) => shown(cell.trim()) || `Column ${index + 1}`));
  return { names, ...meaningsOf(cells, names) };
}

function shown(text: string): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  if (clean.length <= importLimits.header) return clean;
  return `${clean.slice(0, importLimits.header - 1).toWellFormed()}…`;
}

/** The second column of a name gets `_1`, and so on, without taking the name of another column. */
function unique(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Map<string, number>();
  return names.map((name) => {
    const before = seen.get(name);
    seen.set(name, before ?? 0);
    if (before === undefined) return name;
    let number = before + 1;
    while (taken.has(`${name}_${number}`)) number += 1;
    seen.set(name, number);
    taken.add(`${name}_${number}`);
    return `${name}_${number}`;
  });
}

/** One column for each field: the one with the best name, the first of those that are equal. */
function meaningsOf(cells: readonly string[], names: readonly string[]): Omit<Header, 'names'> {
  const best = new Map<ProspectField, { index: number; rank: number }>();
  const further: number[] = [];
  for (const [index, cell] of cells.entries()) {
    const meaning = meaningOf(cell);
    if (!meaning) continue;
    const other = best.get(meaning.field);
    if (other && other.rank <= meaning.rank) {
      further.push(index);
      continue;
    }
    if (other) further.push(other.index);
    best.set(meaning.field, { index, rank: meaning.rank });
  }
  const byIndex = new Map([...best].map(([field, { index }]) => [index, field]));
  const notes = further.slice(0, 10).map((index) => {
    const { field } = meaningOf(cells[index] ?? '') ?? {};
    const used = field && names[best.get(field)?.index ?? -1];
    return `Two columns hold ${field ? prospectFieldNames[field] : 'the same'}: “${used}” is used, “${names[index]}” is not.`;
  });
  return { fields: cells.map((_, index) => byIndex.get(index) ?? null), notes };
}
