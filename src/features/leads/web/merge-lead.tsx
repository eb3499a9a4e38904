import { useEffect, useState } from 'react';
import { useAction, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { type Lead, type LeadDetail, leadsApi } from '../contract.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { leadName } from '../format.ts';
import { movedEndpoints, moveToast } from './move-toast.ts';
import { useOpenLead } from './use-open-lead.ts';

const typingPauseMs = 200;

/** Puts this lead into another one, which is looked for by name, company or email. */
export function MergeLead({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Merge into another lead
      </Button>
      {open ? <Choice lead={lead} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Choice({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const openLead = useOpenLead();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim().slice(0, 200)), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useEndpoint(leadsApi.endpoints.list, { query: { search, limit: '8' } });
  const merge = useAction(leadConversationApi.endpoints.merge, {
    refreshes: movedEndpoints,
    onSuccess: ({ lead: into, undo_id: undoId }) => {
      onClose();
      openLead(into.thread_id);
      moveToast('Leads merged', `${leadName(lead)} is part of ${leadName(into)} now.`, undoId, openLead);
    },
    onError: (error) =>
      toast({ title: 'The leads were not merged', description: error.message, tone: 'danger' }),
  });
  const others = (found.data ?? []).filter(({ thread_id: id }) => id !== lead.thread_id);

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Merge ${leadName(lead)} into another lead`}
      description="Its messages, notes and activity move there. The other lead keeps its own fields and takes what it lacks. You can undo it."
    >
      <form className="space-y-3 p-5" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Find the other lead"
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ul aria-label="Leads" className="max-h-72 divide-y divide-border overflow-y-auto">
          {others.map((one) => (
            <li key={one.thread_id}>
              <Other
                lead={one}
                busy={merge.isPending}
                onChoose={() =>
                  merge.mutate({ params: { thread_id: lead.thread_id }, body: { into: one.thread_id } })
                }
              />
            </li>
          ))}
        </ul>
        {found.data && others.length === 0 ? <p className="text-muted">No other lead found.</p> : null}
      </form>
    </Dialog>
  );
}

function Other({ lead, busy, onChoose }: { lead: Lead; busy: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onChoose}
      className="block w-full px-2 py-2 text-left hover:bg-hover disabled:opacity-55"
    >
      <span dir="auto" className="block truncate font-medium">
        {leadName(lead)}
      </span>
      <span dir="auto" className="block truncate text-sm text-muted">
        {[lead.company, lead.contact_email].filter(Boolean).join(' · ') || 'No company, no email'}
      </span>
    </button>
  );
}
