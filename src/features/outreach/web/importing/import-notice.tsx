import { useState } from 'react';
import type { ProspectImport } from '#features/outreach/import-contract.ts';
import { useAddress } from '#web/address.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ImportProgress } from './running-step.tsx';
import { useImports } from './use-import.ts';

/** Imports that go on, above the list that they fill; one that ends while it is watched says how, until it is put away. */
export function ImportNotice() {
  const { data } = useImports();
  const { params } = useAddress();
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const running = (data ?? []).filter(({ state }) => state === 'running').map(({ id }) => id);
  if (running.some((id) => !watched.has(id))) setWatched(new Set([...watched, ...running]));

  const shown = (data ?? []).filter(
    ({ id, state }) => watched.has(id) && state !== 'cancelled' && params.import !== id,
  );
  const putAway = (id: string) =>
    setWatched((before) => new Set([...before].filter((other) => other !== id)));
  return shown.map((file) => <OneNotice key={file.id} file={file} onPutAway={() => putAway(file.id)} />);
}

function OneNotice({ file, onPutAway }: { file: ProspectImport; onPutAway: () => void }) {
  const { set } = useAddress();
  const mayWrite = useCan('outreach.write');
  const isRunning = file.state === 'running';
  return (
    <section aria-label={`Import of ${file.fileName}`} className="panel rise mt-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <h2 dir="auto" className="truncate font-semibold">
            {isRunning ? `${file.createdBy} imports ${file.fileName}` : file.fileName}
          </h2>
          {isRunning ? null : <output className="block text-sm text-muted">{file.message}</output>}
        </div>
        <div className="flex gap-2">
          {mayWrite ? <Button onClick={() => set({ import: file.id })}>Show</Button> : null}
          {isRunning ? null : <Button onClick={onPutAway}>Done</Button>}
        </div>
      </div>
      {isRunning ? (
        <div className="mt-3">
          <ImportProgress file={file} />
        </div>
      ) : null}
    </section>
  );
}
