import { Copy } from 'lucide-react';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface CopyFieldProps {
  label: string;
  hint: string;
  value: string;
  className?: string;
}

/** Something to take elsewhere: it can be read, selected and copied. */
export function CopyField({ label, hint, value, className }: CopyFieldProps) {
  return (
    <div className={className}>
      <TextField
        label={label}
        hint={hint}
        value={value}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button className="mt-2" onClick={() => void copyText(value, { title: 'Copied' })}>
        <Copy size={15} aria-hidden />
        Copy
      </Button>
    </div>
  );
}
