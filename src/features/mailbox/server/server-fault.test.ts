import { expect, it } from 'vitest';
import { AddressRefused } from '#server/integrations/guarded-address.ts';
import { serverFault } from './server-fault.ts';

const server = { host: 'imap.example.com', port: 993, secure: true };

function fault(code: string, more: object = {}): string {
  return serverFault(Object.assign(new Error('x'), { code, ...more }), 'Incoming mail (IMAP)', server);
}

it('says which of name, port, certificate, password and speed is wrong', () => {
  expect(fault('ENOTFOUND')).toContain('The server name imap.example.com was not found');
  expect(fault('ECONNREFUSED')).toContain('Nothing answers at imap.example.com on port 993');
  expect(fault('DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('self-signed');
  expect(fault('ERR_TLS_CERT_ALTNAME_INVALID')).toContain('belongs to another server');
  expect(fault('CERT_HAS_EXPIRED')).toContain('has expired');
  expect(fault('EAUTH')).toContain('refused the user name or the password');
  expect(fault('GREETING_TIMEOUT')).toContain('did not answer in time');
  expect(fault('EPROTO')).toContain('does not speak TLS on port 993 in this way');
});

it('looks into what a library has wrapped', () => {
  const cause = Object.assign(new Error('y'), { code: 'CERT_HAS_EXPIRED' });
  expect(fault('ESOCKET', { cause })).toContain('has expired');
});

it('says why a private address is refused', () => {
  const refused = new AddressRefused('This address lies inside a private network and is not used.');
  expect(serverFault(refused, 'Outgoing mail (SMTP)', server)).toBe(
    'Outgoing mail (SMTP): This address lies inside a private network and is not used.',
  );
});
