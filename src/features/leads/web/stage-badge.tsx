import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type LeadStage, leadStage, stageNames } from '../stage.ts';

const tones: Record<LeadStage, Tone> = {
  new: 'brand',
  pending: 'neutral',
  in_progress: 'warning',
  qualified: 'success',
  booked: 'violet',
  won: 'emerald',
  converted: 'info',
  lost: 'danger',
  open: 'outline',
};

/** The stage as a word in its colour; one that is not known shows as 'New' (specification section 4). */
export function StageBadge({ stage }: { stage: string }) {
  const known = leadStage.safeParse(stage);
  const shown = known.success ? known.data : 'new';
  return <Badge tone={tones[shown]}>{stageNames[shown]}</Badge>;
}
