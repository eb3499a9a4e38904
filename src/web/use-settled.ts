import { useEffect, useState } from 'react';

const pauseMs = 200;
/** Characters of a search (contract section 3). */
const limit = 200;

/** What is typed, once the typing has paused: for a search while a person types. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.slice(0, limit)), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
