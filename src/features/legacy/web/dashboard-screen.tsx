import { Dashboard } from '#web/shell/feature-calls.ts';
import { LegacyGate } from './legacy-gate.tsx';

/** The internal dashboard: the platform organization's leads, posts and prospects behind the access code. */
export function Screen() {
  return (
    <LegacyGate>
      <Dashboard />
    </LegacyGate>
  );
}
