import type { Role } from '#shared/access.ts';

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  user: 'User',
  viewer: 'Viewer',
};

/** What each role may do, in one line (specification section 6). */
export const roleTexts: Record<Role, string> = {
  owner: 'Full access',
  admin: 'Management access',
  user: 'Standard access',
  viewer: 'Read only',
};

/** The roles that someone with this role may give: only an owner makes an owner. */
export function rolesToGive(own: Role): readonly Role[] {
  return own === 'owner' ? ['owner', 'admin', 'user', 'viewer'] : ['admin', 'user', 'viewer'];
}
