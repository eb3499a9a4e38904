import { describe, expect, it } from 'vitest';
import { auditDetail } from './audit-detail.ts';

describe('what an entry of the audit log changed', () => {
  it.each([
    ['user.updated', { role: 'admin', roleBefore: 'user', isActive: true }, 'Role from User to Admin'],
    ['user.updated', { role: 'user', isActive: false, isActiveBefore: true }, 'Deactivated'],
    ['user.updated', { role: 'user', isActive: true, isActiveBefore: false }, 'Activated'],
    ['user.updated', { role: 'user', isActive: true }, ''],
    ['user.added', { role: 'viewer' }, 'Role Viewer'],
    ['user.updated', { role: 'king' }, ''],
    ['login', {}, ''],
  ])('%s %j reads %s', (action, details, words) => {
    expect(auditDetail({ action, details })).toBe(words);
  });
});
