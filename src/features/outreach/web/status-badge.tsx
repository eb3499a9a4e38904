import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type ProspectStatus, prospectStatusNames } from '../prospect-status.ts';

const tones: Record<ProspectStatus, Tone> = {
  not_contacted: 'neutral',
  email_sent: 'info',
  responded: 'brand',
  qualified: 'success',
  not_interested: 'outline',
  follow_up: 'warning',
};

/** The status as a word in its colour. */
export function StatusBadge({ status }: { status: ProspectStatus }) {
  return <Badge tone={tones[status]}>{prospectStatusNames[status]}</Badge>;
}
