import type { Lead } from './contract.ts';

/** Name as the lists and toasts show it; the dialog has its own fallback. */
export function leadName(lead: { name: string | null }): string {
  return lead.name?.trim() || 'Unknown';
}

/** Subtitle of the lead dialog (specification section 2). */
export function leadSubtitle(lead: { company: string | null; contact_email: string | null }): string {
  const about = `View detailed information for ${lead.company?.trim() || 'this contact'}`;
  return lead.contact_email ? `${about} • ${lead.contact_email}` : about;
}

/** 'duration (period)' when both exist, else the one that does. */
export function durationAndPeriod(lead: { duration: string | null; period: string | null }): string | null {
  if (lead.duration && lead.period) return `${lead.duration} (${lead.period})`;
  return lead.duration ?? lead.period;
}

/** When something last happened: a message, else the last change. */
export function lastActivity(lead: Pick<Lead, 'last_message_at' | 'updated_at'>): string {
  const message = lead.last_message_at;
  return message !== null && message > lead.updated_at ? message : lead.updated_at;
}
