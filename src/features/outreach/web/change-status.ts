import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { type Prospect, type ProspectDetail, prospectsApi } from '../contract.ts';
import { type ProspectStatus, prospectStatusNames } from '../prospect-status.ts';
import { prospectQueries } from './prospect-queries.ts';
import { patchLists } from './use-prospects.ts';

const { read, update } = prospectsApi.endpoints;
const undoMs = 10_000;

type Known = Pick<Prospect, 'id' | 'businessName' | 'status' | 'lastContactedAt'>;
type Change = Partial<Pick<Prospect, 'status' | 'lastContactedAt'>>;

function show(id: string, to: Change): void {
  queryClient.setQueryData<ProspectDetail>(keyOf(read, { params: { id } }), (data) =>
    data ? { ...data, ...to } : data,
  );
  patchLists(id, to);
}

/** Shows a change at once, and what was there before with the reason if the server refuses. */
async function change(before: Known, to: Change, failure: string): Promise<boolean> {
  const { id, status, lastContactedAt } = before;
  show(id, to);
  try {
    await call(update, { params: { id }, body: to });
    return true;
  } catch (error) {
    show(id, { status, lastContactedAt });
    toast({ title: failure, description: messageOf(error, 'Try again in a moment.'), tone: 'danger' });
    return false;
  } finally {
    await refresh(prospectQueries);
  }
}

async function undo(before: Known, changed: Change): Promise<void> {
  const failure = 'The status was not put back';
  try {
    const now = await call(read, { params: { id: before.id } });
    if (now.status !== changed.status) {
      toast({
        title: failure,
        description: `${before.businessName} has been changed since: it is ${prospectStatusNames[now.status]} now.`,
      });
      return;
    }
    const { status, lastContactedAt } = before;
    const back = 'lastContactedAt' in changed ? { status, lastContactedAt } : { status };
    if (await change(now, back, failure))
      toast({
        title: 'Undone',
        description: `${before.businessName} is ${prospectStatusNames[before.status]} again.`,
      });
  } catch (error) {
    toast({ title: failure, description: messageOf(error, 'Try again in a moment.'), tone: 'danger' });
  }
}

async function announced(before: Known, to: Change, description: string): Promise<void> {
  if (await change(before, to, 'The status was not changed'))
    toast({
      title: 'Status Updated',
      description,
      durationMs: undoMs,
      action: { label: 'Undo', run: () => undo(before, to) },
    });
}

/** Sets the status that a person chose. */
export function setStatus(prospect: Known, status: ProspectStatus): Promise<void> {
  return announced(prospect, { status }, `${prospect.businessName} is ${prospectStatusNames[status]} now.`);
}

/** The quick email button (specification section 4): the person has written elsewhere, nothing is sent or counted as sent. */
export function markEmailed(prospect: Known): Promise<void> {
  return announced(
    prospect,
    { status: 'email_sent', lastContactedAt: new Date().toISOString() },
    `${prospect.businessName} is marked as emailed. Nothing was sent from here.`,
  );
}
