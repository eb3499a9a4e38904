import { Link } from '@tanstack/react-router';
import { useCan } from '#web/session.tsx';

/** To where mail account and postal address are entered; nothing for who may not. */
export function IntegrationsLink({ words }: { words: string }) {
  const mayManage = useCan('integrations.manage');
  if (!mayManage) return null;
  return (
    <Link to="/tenant/admin" search={{ tab: 'integrations' }} className="link">
      {words}
    </Link>
  );
}
