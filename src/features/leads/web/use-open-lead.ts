import { useNavigate } from '@tanstack/react-router';

/** Opens another lead in place of the one that is open. */
export function useOpenLead(): (threadId: string) => void {
  const navigate = useNavigate();
  return (threadId) =>
    void navigate({ to: '/tenant/dashboard', search: { tab: 'leads', lead: threadId }, replace: true });
}
