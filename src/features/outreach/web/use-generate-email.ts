import { call } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { type Ai, useAi } from '#web/use-ai.ts';
import type { ProspectDetail } from '../contract.ts';
import { type GeneratedEmail, outreachEmailApi } from '../email-contract.ts';
import { emailDrafts } from './email-draft.ts';

/** Specification section 8. */
const failed = 'Failed to generate email. Please try again.';
const undoMs = 10_000;

/** Has an engine write an email to a prospect; what was there before comes back by the toast. */
export function useGenerateEmail(prospect: ProspectDetail): Ai<GeneratedEmail> {
  const { id, businessName, industry, summary, contactEmail } = prospect;
  return useAi(async (engine) => {
    try {
      const answer = await call(outreachEmailApi.endpoints.generate, {
        body: {
          businessName,
          industry,
          summary,
          contactEmail,
          prospectId: id,
          ...(engine ? { engine } : {}),
        },
      });
      const before = emailDrafts.of(id);
      emailDrafts.change(id, { open: true, ...answer });
      if (before.open)
        toast({
          title: 'Your text was replaced',
          durationMs: undoMs,
          action: { label: 'Undo', run: () => emailDrafts.change(id, before) },
        });
      return answer;
    } catch (error) {
      toast({ title: 'Generation Failed', description: failed, tone: 'danger' });
      throw error;
    }
  }, failed);
}
