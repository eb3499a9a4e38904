import { useEffect, useState } from 'react';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Files may be dropped anywhere on the screen; while they hover, it says what will happen. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Every element under the pointer announces itself, so entering and leaving are counted.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const hover = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragover', hover);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragover', hover);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onFiles]);

  return over ? (
    <div className="fade pointer-events-none fixed inset-0 z-40 bg-[color-mix(in_srgb,var(--bg)_78%,transparent)] p-3">
      <div className="grid h-full place-items-center rounded-lg border-2 border-dashed border-theme">
        <div className="rounded-lg bg-raised px-8 py-6 text-center shadow-float">
          <p className="text-xl font-semibold">Drop to import</p>
          <p className="mt-1 text-muted">
            .eml and .mbox files. Messages that are already here are not doubled.
          </p>
        </div>
      </div>
    </div>
  ) : null;
}
