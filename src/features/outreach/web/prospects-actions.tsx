import { Download, FileDown, Plus, Upload } from 'lucide-react';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { saveAsCsv, saveEvidence } from './change-many.ts';
import { saveTemplate } from './csv-template.ts';
import { ExportMenu } from './importing/export-menu.tsx';
import type { ProspectFilter } from './use-prospects.ts';

interface ProspectsActionsProps {
  filter: ProspectFilter;
  matching: number | null;
  onAdd: () => void;
  onImport: () => void;
}

/** Template, export, import and a new prospect; on phones only the last one has words. */
export function ProspectsActions({ filter, matching, onAdd, onImport }: ProspectsActionsProps) {
  const mayWrite = useCan('outreach.write');
  const mayExport = useCan('outreach.export');
  const { search, status, sort } = filter;
  return (
    <>
      <Button
        aria-label="Download Template"
        title="Download Template"
        className="max-sm:px-3"
        onClick={saveTemplate}
      >
        <FileDown size={16} aria-hidden />
        <span className="max-sm:hidden">Download Template</span>
      </Button>
      {mayExport ? (
        <ExportMenu
          onProspects={() => void saveAsCsv({ filter: { search, status } }, sort)}
          onEvidence={() => void saveEvidence({ filter: { search, status } }, sort)}
          trigger={
            <Button
              aria-label="Export CSV"
              title="Export these prospects as a CSV file"
              className="px-2.5 max-sm:px-3"
              disabled={matching === 0}
            >
              <Download size={16} aria-hidden />
            </Button>
          }
        />
      ) : null}
      {mayWrite ? (
        <>
          <Button aria-label="Import CSV" title="Import CSV" className="max-sm:px-3" onClick={onImport}>
            <Upload size={16} aria-hidden />
            <span className="max-sm:hidden">Import CSV</span>
          </Button>
          <Button look="primary" onClick={onAdd}>
            <Plus size={16} aria-hidden />
            Add prospect
          </Button>
        </>
      ) : null}
    </>
  );
}
