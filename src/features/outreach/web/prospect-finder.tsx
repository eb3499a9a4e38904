import { useEffect } from 'react';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import type { PaletteEntry } from '#web/shell/palette.tsx';
import { useSettled } from '#web/use-settled.ts';
import { prospectsApi } from '../contract.ts';
import { useOpenSequence } from './sequences/use-open-sequence.ts';
import { useOpenOutreach } from './use-open-outreach.ts';

interface ProspectFinderProps {
  text: string;
  onFound: (entries: PaletteEntry[]) => void;
}

const most = '8';

/** Prospects for the command palette, and the way to add some. */
export function ProspectFinder({ text, onFound }: ProspectFinderProps) {
  const open = useOpenOutreach();
  const { edit } = useOpenSequence();
  const mayWrite = useCan('outreach.write');
  const search = useSettled(text);
  const found = useEndpoint(
    prospectsApi.endpoints.list,
    { query: { search, limit: most } },
    { enabled: search !== '' },
  );

  useEffect(() => {
    const actions = [
      { id: 'add-prospect', label: 'Add prospect', run: () => open({ add: '1' }) },
      { id: 'import-prospects', label: 'Import prospects from a CSV file', run: () => open({ import: '1' }) },
      { id: 'new-sequence', label: 'New sequence', run: () => edit('new') },
    ];
    onFound([
      ...actions
        .filter(({ label }) => mayWrite && label.toLowerCase().includes(text))
        .map((action) => ({ ...action, detail: 'Action' })),
      ...(found.data ?? []).map(({ id, businessName, industry }) => ({
        id,
        label: [businessName, industry].filter(Boolean).join(' · '),
        detail: 'Prospect',
        run: () => open({ prospect: id }),
      })),
    ]);
  }, [found.data, text, mayWrite, open, edit, onFound]);
  return null;
}
