import { type Member, organizationApi } from '#features/organization/contract.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useMe } from '#web/session.tsx';

const { listMembers } = organizationApi.endpoints;

/** The colleagues to assign work to, and how each is called; empty for those who may not see them. */
export function useMembers(): { members: readonly Member[]; nameOf: (id: string) => string } {
  const me = useMe();
  const found = useEndpoint(listMembers, { query: { limit: '200' } }, { enabled: useCan('members.list') });
  const members = found.data ?? [];
  return {
    members,
    nameOf: (id) => {
      if (id === me.user.id) return `${me.user.firstName} ${me.user.lastName}`;
      const member = members.find((entry) => entry.id === id);
      return member ? `${member.firstName} ${member.lastName}` : 'a colleague';
    },
  };
}
