import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What is searched for, as the address says it. */
  value: string;
  /** Called a moment after the typing, with '' when the box is empty. */
  onSearch: (text: string) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** Characters (contract section 3). */
const limit = 200;
const typingPauseMs = 250;

/** The search box of a list: it searches while a person types, and follows an address that changes by itself. */
export function SearchField({ label, placeholder, value, onSearch, box }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    // The address changed by itself (Back, 'Clear all filters'): the box follows.
    // oxlint-disable-next-line react/set-state-in-effect -- the address is a system outside React.
    setTyped(value);
  }, [value]);

  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onSearch(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  return (
    <div className="relative min-w-52 grow basis-52 max-sm:basis-full md:max-w-96">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={box}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={limit}
        onChange={(event) => setTyped(event.target.value)}
        className="control field-box px-9"
      />
      {typed ? (
        <IconButton
          label="Clear the search"
          onClick={() => {
            setTyped('');
            box.current?.focus();
          }}
          className="absolute top-0 right-0"
        >
          <X size={15} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
