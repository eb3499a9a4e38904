import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpoint } from '#web/query.ts';
import type { PaletteEntry } from '#web/shell/palette.tsx';
import { useSettled } from '#web/use-settled.ts';
import { leadsApi } from '../contract.ts';
import { leadName } from '../format.ts';

interface LeadFinderProps {
  text: string;
  onFound: (entries: PaletteEntry[]) => void;
}

/** Leads for the command palette. */
export function LeadFinder({ text, onFound }: LeadFinderProps) {
  const navigate = useNavigate();
  const search = useSettled(text);
  const found = useEndpoint(
    leadsApi.endpoints.list,
    { query: { search, limit: '8' } },
    { enabled: search !== '' },
  );

  useEffect(() => {
    onFound(
      (found.data ?? []).map((lead) => ({
        id: lead.thread_id,
        label: [leadName(lead), lead.company].filter(Boolean).join(' · '),
        detail: 'Lead',
        run: () => void navigate({ to: '/tenant/dashboard', search: { tab: 'leads', lead: lead.thread_id } }),
      })),
    );
  }, [found.data, navigate, onFound]);
  return null;
}
