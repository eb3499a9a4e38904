import { consentBasis, consentBasisNames } from '../consent.ts';
import { type ProspectActivity, prospectFieldNames } from '../contract.ts';
import { prospectStatus, prospectStatusNames } from '../prospect-status.ts';

function status(value: string | null): string {
  const known = prospectStatus.safeParse(value);
  return known.success ? prospectStatusNames[known.data] : (value ?? 'none');
}

function basis(value: string): string {
  const known = consentBasis.safeParse(value);
  return known.success ? consentBasisNames[known.data] : value;
}

const texts: Record<ProspectActivity['action'], (entry: ProspectActivity) => string> = {
  created: () => 'added the prospect',
  imported: ({ to }) => (to === null ? 'imported it from a file' : `imported it from ${to}`),
  import_updated: ({ to }) =>
    to === null ? 'changed it with an import' : `changed it with an import of ${to}`,
  status: ({ from, to }) => `marked it as ${status(to)}, from ${status(from)}`,
  status_undone: ({ to }) => `put it back to ${status(to)}`,
  consent: ({ to }) =>
    to === null ? 'removed why it may be written to' : `recorded why it may be written to: ${basis(to)}`,
  emailed: () => 'sent an email',
  email_undone: () => 'took an email back before it left',
  replied: () => 'recorded an answer from the business',
  bounced: () => 'recorded that an email came back',
  unsubscribed: () => 'recorded that the business unsubscribed',
  complained: () => 'recorded that an email was reported as unwanted',
  edited: ({ field, to }) => {
    const name = field === null ? 'a field' : prospectFieldNames[field];
    return to ? `set ${name} to “${to}”` : `emptied ${name}`;
  },
};

/** What happened to a prospect, as it is read after the name of who did it: 'marked it as Qualified, from Responded'. */
export function activityText(entry: ProspectActivity): string {
  return texts[entry.action](entry);
}
