export interface Reference {
  child: string;
  parent: string;
}

/**
 * The tables in an order in which no row is removed before those that point to it. What points in a circle comes last,
 * in the order given.
 */
export function childrenFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const waiting = new Set(tables);
  const ordered: string[] = [];
  for (let moved = true; moved; ) {
    moved = false;
    for (const table of waiting) {
      const held = references.some(
        ({ child, parent }) => parent === table && child !== table && waiting.has(child),
      );
      if (held) continue;
      waiting.delete(table);
      ordered.push(table);
      moved = true;
    }
  }
  return [...ordered, ...waiting];
}
