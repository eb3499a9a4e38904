import { organizationApi, sessionEnded } from '#features/organization/contract.ts';
import { auditLog } from '#server/db/tables.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { addApiKey, listApiKeys, removeApiKey } from './api-keys.ts';
import { listAuditLog } from './audit-log.ts';
import { readOrganization, updateOrganization } from './current.ts';
import { apiKeys, emailSettings, organizations, users } from './tables.ts';
import { addUser, listMembers, listUsers, updateUser } from './users.ts';

export const organization: Feature = {
  name: 'organization',
  routes: handlers(organizationApi, {
    read: readOrganization,
    update: updateOrganization,
    listUsers,
    addUser,
    updateUser,
    listMembers,
    listApiKeys,
    addApiKey,
    removeApiKey,
    auditLog: listAuditLog,
  }),
  jobs: [],
  events: [sessionEnded],
  browsable: [
    browsable(
      users,
      ['id', 'first_name', 'last_name', 'email', 'role', 'is_active', 'last_login_at', 'created_at'],
      'admin',
    ),
  ],
  exportable: [
    exportable(organizations),
    exportable(users, ['password_hash']),
    exportable(emailSettings, ['imap_secret', 'smtp_secret']),
    exportable(apiKeys, ['key_hash']),
    exportable(auditLog),
  ],
};
