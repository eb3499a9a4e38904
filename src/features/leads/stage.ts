import { z } from 'zod';

/** The nine stages of the badge list (spec section 4). */
export const leadStage = z.enum([
  'new',
  'pending',
  'in_progress',
  'qualified',
  'booked',
  'won',
  'converted',
  'lost',
  'open',
]);
export type LeadStage = z.infer<typeof leadStage>;

/** 'in progress' with a space is the same stage as in_progress (contract section 6). */
export const leadStageInput = z.preprocess(
  (value) => (value === 'in progress' ? 'in_progress' : value),
  leadStage,
);

export const stageNames: Record<LeadStage, string> = {
  new: 'New',
  pending: 'Pending',
  in_progress: 'In Progress',
  qualified: 'Qualified',
  booked: 'Booked',
  won: 'Won',
  converted: 'Converted',
  lost: 'Lost',
  open: 'Open',
};
