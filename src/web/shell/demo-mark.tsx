import { useEffect, useState } from 'react';
import { readPublic } from '../api.ts';
import { useMe } from '../session.tsx';

/** Whether the signed-in person is one of the demo tenant's, whose data is invented. */
function isDemoSignIn(config: unknown, email: string): boolean {
  if (typeof config !== 'object' || config === null || !('demoSignIns' in config)) return false;
  const { demoSignIns } = config;
  return (
    Array.isArray(demoSignIns) &&
    demoSignIns.some(
      (one: unknown) => typeof one === 'object' && one !== null && Reflect.get(one, 'email') === email,
    )
  );
}

/** Says under the organization's name that its data is invented. */
export function DemoMark() {
  const { user } = useMe();
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let wanted = true;
    readPublic('/api/config').then(
      (config) => (wanted ? setDemo(isDemoSignIn(config, user.email)) : undefined),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [user.email]);
  if (!demo) return null;
  return (
    <span
      className="truncate text-xs leading-4 text-muted"
      title="People, companies and messages are invented."
    >
      Demo data
    </span>
  );
}
