import { setImmediate } from 'node:timers/promises';
import type { ProspectField } from '#features/outreach/contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { CsvRow } from '../csv-reading/read-rows.ts';
import { keysOf } from '../match-keys.ts';
import { storable, takeRow } from '../take-row.ts';

/** Columns that a row gets from its cells and the mapping, as `json_to_recordset` reads them. */
const taken = {
  line: 'integer',
  state: 'text',
  reason: 'text',
  reason_kind: 'text',
  warning: 'text',
  warning_kind: 'text',
  business_name: 'text',
  address: 'text',
  contact_email: 'text',
  contact_phone: 'text',
  industry: 'text',
  summary: 'text',
  notes: 'text',
  name_key: 'text',
  industry_key: 'text',
  match_email: 'text',
  match_name: 'text',
  search_text: 'text',
} as const;
const names = Object.keys(taken);
const record = Object.entries(taken)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

const insertRows = statement(
  'outreach.stage-rows',
  `insert into prospect_import_rows (organization_id, import_id, prospect_id, cells, ${names.join(', ')})
   select $1, $2, v.prospect_id, v.cells, ${names.map((name) => `v.${name}`).join(', ')}
   from json_to_recordset($3::json) as v(prospect_id uuid, cells text, ${record})`,
  { prepare: false },
);
const retakeRows = statement(
  'outreach.retake-rows',
  `update prospect_import_rows r set ${names
    .filter((name) => name !== 'line')
    .map((name) => `${name} = v.${name}`)
    .join(
      ', ',
    )}, cells = coalesce(v.cells, r.cells), matched_by = null, existing_id = null, existing_line = null
   from json_to_recordset($3::json) as v(cells text, ${record})
   where r.organization_id = $1 and r.import_id = $2 and r.line = v.line`,
  { prepare: false },
);
const readCells = statement(
  'outreach.read-cells',
  `select r.line, r.cells from prospect_import_rows r
   where r.organization_id = $1 and r.import_id = $2 and r.line > $3 and r.reason_kind is distinct from 'form' order by r.line limit $4`,
  { prepare: false },
);

type Fields = readonly (ProspectField | null)[];

function takenRow(row: CsvRow, fields: Fields) {
  const { texts, reason, warning } = takeRow(row, fields);
  const keys = keysOf(texts);
  return {
    line: row.line,
    state: reason === null ? 'ok' : 'rejected',
    reason: reason?.text ?? null,
    reason_kind: reason?.kind ?? null,
    warning: warning?.text ?? null,
    warning_kind: warning?.kind ?? null,
    business_name: texts.businessName,
    address: texts.address,
    contact_email: texts.contactEmail,
    contact_phone: texts.contactPhone,
    industry: texts.industry,
    summary: texts.summary,
    notes: texts.notes,
    name_key: keys.nameKey,
    industry_key: keys.industryKey,
    match_email: keys.matchEmail,
    match_name: keys.matchName,
    search_text: keys.searchText,
  };
}

/** Rows that go to the database together, and characters of them: a piece is a short statement. */
const rowsTogether = 250;
const charactersTogether = 1_000_000;
/** Rows that are taken before others have their turn: half a millisecond of work. */
const rowsInOneGo = 10;

/** Writes rows as they are read, some at a time, so that neither memory nor the database is held. */
export class RowStage {
  readonly #context: Pick<OrganizationContext, 'run'>;
  readonly #importId: string;
  readonly #fields: Fields;
  #waiting: string[] = [];
  #characters = 0;
  #inOneGo = 0;

  constructor(context: Pick<OrganizationContext, 'run'>, importId: string, fields: Fields) {
    this.#context = context;
    this.#importId = importId;
    this.#fields = fields;
  }

  async add(row: CsvRow): Promise<void> {
    const cells = JSON.stringify(row.cells.map(storable));
    // Put together row by row, so that no piece is written out in one go.
    this.#waiting.push(JSON.stringify({ prospect_id: newId(), cells, ...takenRow(row, this.#fields) }));
    this.#characters += cells.length;
    this.#inOneGo += 1;
    if (this.#waiting.length >= rowsTogether || this.#characters >= charactersTogether) await this.flush();
    else if (this.#inOneGo >= rowsInOneGo) {
      this.#inOneGo = 0;
      await setImmediate();
    }
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const rows = `[${this.#waiting.join(',')}]`;
    this.#waiting = [];
    this.#characters = 0;
    this.#inOneGo = 0;
    await this.#context.run(insertRows, [this.#importId, rows]);
  }
}

/** Takes one row again, with other cells. */
export async function retakeRow(
  context: Pick<OrganizationContext, 'run'>,
  importId: string,
  { line, cells }: Pick<CsvRow, 'line' | 'cells'>,
  fields: Fields,
): Promise<void> {
  const row = { ...takenRow({ line, cells, fault: null }, fields), cells: JSON.stringify(cells) };
  await context.run(retakeRows, [importId, JSON.stringify([row])]);
}

/** Takes all rows of an import again, by another mapping; rows that could not be read stay as they are. */
export async function retake(
  context: Pick<OrganizationContext, 'run'>,
  importId: string,
  fields: Fields,
): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await context.run(readCells, [importId, last, rowsTogether]);
    if (rows.length === 0) return;
    const again = rows.map((row) => {
      const cells: string[] = JSON.parse(String(row.cells));
      return takenRow({ line: Number(row.line), cells, fault: null }, fields);
    });
    await context.run(retakeRows, [importId, JSON.stringify(again)]);
    last = Number(rows.at(-1)?.line);
  }
}
