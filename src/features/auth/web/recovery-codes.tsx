import { useEffect, useRef } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: what signs in when the phone is lost. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Your recovery codes
      </h3>
      <p className="mt-1 max-w-[60ch] text-muted">
        Each signs you in once when you do not have your phone. They are shown only now: keep them where you
        keep other important papers.
      </p>
      <ul className="mt-3 grid max-w-80 grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-3 font-mono text-sm select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
        <Button onClick={() => void copyText(text, { title: 'Codes copied' })}>Copy</Button>
        <Button onClick={() => saveFile(new Blob([`${text}\n`]), 'ai-hub-recovery-codes.txt')}>
          Download
        </Button>
      </div>
    </div>
  );
}
