/** What a toast says. Durations come from the specification; 5 s unless it says otherwise. */
export interface ToastInput {
  title: string;
  description?: string;
  durationMs?: number;
  tone?: 'neutral' | 'danger';
  action?: { label: string; run: () => void };
}

export interface Toast extends ToastInput {
  id: number;
}

let current: Toast | null = null;
let serial = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one before: one at a time. */
export function toast(input: ToastInput): void {
  serial += 1;
  current = { ...input, id: serial };
  for (const listener of listeners) listener();
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  for (const listener of listeners) listener();
}

export function currentToast(): Toast | null {
  return current;
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
