import type { LucideIcon } from 'lucide-react';
import { type DragEvent as ReactDragEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface DropAreaProps {
  icon: LucideIcon;
  /** What may be dropped here, and what is said while it is over the area. */
  words: { idle: string; over: string };
  button: { label: string; look?: 'primary'; busy?: string | false };
  /** Of the field behind the button: its name, and the kinds that it offers. */
  field: { label: string; accept: string; multiple?: boolean };
  className: string;
  onFiles: (files: FileList | null) => void;
}

/** Where files are dropped, or chosen by a button. */
export function DropArea({ icon: Icon, words, button, field, className, onFiles }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hover = (event: ReactDragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is everybody's.
    <div
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
      className={cx(
        'flex flex-col items-center justify-center gap-3 rounded-lg border-2 border-dashed text-center',
        'transition-colors duration-[120ms] ease-out',
        over ? 'border-theme bg-theme-quiet' : 'border-border-strong bg-sunken',
        className,
      )}
    >
      <Icon size={28} strokeWidth={1.5} aria-hidden className="text-muted" />
      <p className="font-medium">{over ? words.over : words.idle}</p>
      <Button
        {...(button.look ? { look: button.look } : {})}
        busy={button.busy ?? false}
        onClick={() => picker.current?.click()}
      >
        {button.label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={field.accept}
        multiple={field.multiple ?? false}
        aria-label={field.label}
        onChange={(event) => {
          onFiles(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** A file that is dropped beside the area would be opened by the browser in place of the application. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}
