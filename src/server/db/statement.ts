/**
 * A hand-written statement for a hot path: `$1` is always the organization, further values follow. Named ones are
 * prepared once per connection; `name: null` for those whose best plan depends on the values.
 */
export interface Statement {
  name: string | null;
  text: string;
}

const declared = new Map<string, Statement>();

/** Declares a statement once, at module level; the guards check that it filters every tenant table by `$1`. */
export function statement(name: string, text: string, options: { prepare?: boolean } = {}): Statement {
  const known = declared.get(name);
  if (known && known.text !== text) throw new Error(`Two statements are named ${name}.`);
  const made: Statement = { name: options.prepare === false ? null : name, text };
  declared.set(name, made);
  return made;
}

export function declaredStatements(): { name: string; text: string }[] {
  return [...declared].map(([name, { text }]) => ({ name, text }));
}
