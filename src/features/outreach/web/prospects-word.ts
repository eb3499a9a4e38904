/** '1 prospect', '1,250 prospects' */
export function prospectsWord(count: number): string {
  return count === 1 ? '1 prospect' : `${count.toLocaleString('en-AU')} prospects`;
}
