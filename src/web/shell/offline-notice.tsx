import { useEffect, useState } from 'react';
import { Notice } from '../ui/notice.tsx';

/** Said only when the connection stays away: a short blink needs no words. */
export function OfflineNotice() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 4000);
    return () => clearTimeout(timer);
  }, []);
  return due ? (
    <Notice tone="warning">
      The connection is interrupted. What you see may be out of date; it is read again by itself as soon as
      the connection is back.
    </Notice>
  ) : null;
}
