/** '12,000'. */
export function figure(value: number): string {
  return value.toLocaleString('en-AU');
}

/** '1 row', '12,000 rows'. */
export function counted(value: number, one: string, many: string): string {
  return `${figure(value)} ${value === 1 ? one : many}`;
}
