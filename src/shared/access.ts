import { z } from 'zod';

/** Roles from least to most; each may do what the ones before it may. */
export const role = z.enum(['viewer', 'user', 'admin', 'owner']);
export type Role = z.infer<typeof role>;
export const roles = role.options;

export const apiKeyScope = z.enum(['read', 'write', 'ingest']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

interface Grant {
  /** The least role that holds the permission. */
  role: Role;
  /** The API key scope that holds it; null = never by key. */
  apiKey: ApiKeyScope | null;
  /** Whether the legacy session (platform organization, rights of `user`) holds it. */
  legacy: boolean;
}

/**
 * The only table of who may do what (contract section 4). Endpoints name one
 * permission; the server checks it, the screens ask `can` only to leave out buttons.
 */
export const permissions = {
  'organization.read': { role: 'viewer', apiKey: null, legacy: false },
  'organization.export': { role: 'owner', apiKey: null, legacy: false },
  'organization.delete': { role: 'owner', apiKey: null, legacy: false },
  'organization.manage': { role: 'admin', apiKey: null, legacy: false },
  'members.list': { role: 'user', apiKey: null, legacy: false },
  'users.manage': { role: 'admin', apiKey: null, legacy: false },
  'billing.read': { role: 'viewer', apiKey: null, legacy: false },
  'invoices.read': { role: 'admin', apiKey: null, legacy: false },
  'billing.add-module': { role: 'admin', apiKey: null, legacy: false },
  'billing.manage': { role: 'owner', apiKey: null, legacy: false },
  'integrations.manage': { role: 'admin', apiKey: null, legacy: false },
  'api-keys.manage': { role: 'admin', apiKey: null, legacy: false },
  'audit.read': { role: 'admin', apiKey: null, legacy: false },
  'dashboard.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'leads.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'leads.write': { role: 'user', apiKey: 'write', legacy: true },
  'leads.export': { role: 'admin', apiKey: null, legacy: false },
  'leads.delete': { role: 'admin', apiKey: null, legacy: false },
  'mail.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'files.upload': { role: 'user', apiKey: 'write', legacy: true },
  'social.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'social.write': { role: 'user', apiKey: 'write', legacy: true },
  'social.ingest': { role: 'user', apiKey: 'ingest', legacy: false },
  'outreach.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'outreach.write': { role: 'user', apiKey: 'write', legacy: true },
  'outreach.export': { role: 'admin', apiKey: null, legacy: false },
  'outreach.delete': { role: 'admin', apiKey: null, legacy: false },
  'support.read': { role: 'viewer', apiKey: 'read', legacy: false },
  'support.write': { role: 'user', apiKey: 'write', legacy: false },
  'support.talk': { role: 'user', apiKey: null, legacy: false },
  'support.delete': { role: 'admin', apiKey: null, legacy: false },
  'suppressions.add': { role: 'user', apiKey: null, legacy: false },
  'suppressions.lift': { role: 'owner', apiKey: null, legacy: false },
  'database.read': { role: 'viewer', apiKey: 'read', legacy: true },
  'mail.ingest': { role: 'user', apiKey: 'ingest', legacy: false },
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

/**
 * How an endpoint is reached. A permission is the usual case. `public`: no sign-in. `signed-in`: any role.
 * `platform-owner`: an owner of the platform organization. `signed-link`: a token in the path stands for the
 * right. `legacy`: the legacy area's own calls. There is no default: leaving it out does not compile.
 */
export type Access = Permission | 'public' | 'signed-in' | 'platform-owner' | 'signed-link' | 'legacy';

export function roleAtLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}

/** Whether a member with this role holds the permission. */
export function can(held: Role, permission: Permission): boolean {
  return roleAtLeast(held, permissions[permission].role);
}

/** Whether a key with these scopes holds the permission. `write` includes `read`. */
export function keyCan(scopes: readonly ApiKeyScope[], permission: Permission): boolean {
  const needed = permissions[permission].apiKey;
  if (needed === null) return false;
  return scopes.includes(needed) || (needed === 'read' && scopes.includes('write'));
}

export function isPermission(access: Access): access is Permission {
  return access in permissions;
}
