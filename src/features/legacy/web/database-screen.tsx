import { DatabaseBrowser } from '#web/shell/feature-calls.ts';
import { LegacyGate } from './legacy-gate.tsx';

export function Screen() {
  return (
    <LegacyGate>
      <DatabaseBrowser />
    </LegacyGate>
  );
}
