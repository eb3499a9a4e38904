/** What a toast says. Durations come from the specification; 5 s unless it says otherwise. */
export interface ToastInput {
  title: string;
  description?: string;
  durationMs?: number;
  tone?: 'neutral' | 'danger';
  /** Does not take the place of one that is being read, unless that is minor itself. */
  minor?: boolean;
  /** What can be done about it while the toast is there, such as Undo. */
  action?: { label: string; run: () => void | Promise<void> };
}

export interface Toast extends ToastInput {
  id: number;
}

let current: Toast | null = null;
let serial = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before: one at a time. */
export function toast(input: ToastInput): void {
  if (input.minor && current && !current.minor) return;
  serial += 1;
  show({ ...input, id: serial });
}

export function dismissToast(id: number): void {
  if (current?.id === id) show(null);
}

export function currentToast(): Toast | null {
  return current;
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
