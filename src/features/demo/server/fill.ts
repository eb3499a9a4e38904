import type { Hub } from '#server/hub.ts';

/** Fills an empty installation with the demo tenant. */
export async function fillDemo(_hub: Hub, _print: (line: string) => void): Promise<void> {}
