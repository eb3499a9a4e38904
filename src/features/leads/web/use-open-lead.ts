import { useNavigate } from '@tanstack/react-router';
import { useDashboardPath } from '#web/session.tsx';

/** Opens another lead in place of the one that is open. */
export function useOpenLead(): (threadId: string) => void {
  const navigate = useNavigate();
  const to = useDashboardPath();
  return (threadId) => void navigate({ to, search: { tab: 'leads', lead: threadId }, replace: true });
}
