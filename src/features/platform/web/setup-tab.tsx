import { useState } from 'react';
import type { SetupResult } from '../contract.ts';
import { SetupForm } from './setup-form.tsx';
import { SetupSuccess } from './setup-success.tsx';

/** Setting up a company: the form, then what its owner needs. The password is forgotten when this is left. */
export function SetupTab() {
  const [made, setMade] = useState<SetupResult | null>(null);
  return made ? <SetupSuccess made={made} onAnother={() => setMade(null)} /> : <SetupForm onMade={setMade} />;
}
