import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answering, type Daemon, daemon } from './daemon.ts';
import { freePort } from './free-port.ts';
import { makeCertificates } from './test-certificates.ts';

const run = promisify(execFile);

const dovecot = '/usr/sbin/dovecot';
const postfix = '/usr/sbin/postfix';
/** Of Debian's base system: owns the mailboxes. */
const mailUser = 'mail';
const mailDomain = 'mail.example';

export interface TestMailUser {
  /** The user's name at both servers. */
  address: string;
  /** Under a domain that forms take, delivered into the same mailbox. */
  mailAddress: string;
  password: string;
  /** Folder of the mailbox on disk, in the Maildir format. */
  maildir: string;
}

export interface TestMailServers {
  /** TLS from the first byte; the certificate is for `localhost` and 127.0.0.1. */
  imap: { host: string; port: number; caCert: string; caFile: string };
  /** STARTTLS and AUTH; null where Postfix is not installed. */
  smtp: { host: string; port: number } | null;
  addUser(name: string): Promise<TestMailUser>;
  /** Postfix hands mail for a domain to the server on a port of loopback. */
  routeMail(domain: string, port: number): Promise<void>;
  /** The mailbox is made anew on disk: same mail, another UIDVALIDITY. */
  changeUidValidity(user: TestMailUser): Promise<void>;
  /** Nothing answers until `resume`; open connections end. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

function dovecotConfig(folder: string, port: number, files: { cert: string; key: string }): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${files.cert}
ssl_key = <${files.key}
first_valid_uid = 1
first_valid_gid = 1
mail_uid = ${mailUser}
mail_gid = ${mailUser}
mail_location = maildir:${folder}/mail/%n
default_client_limit = 500
mail_max_userip_connections = 100
auth_failure_delay = 0
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service auth {
  unix_listener auth-client {
    mode = 0666
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = uid=${mailUser} gid=${mailUser} home=${folder}/mail/%n
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
`;
}

/** Postfix asks Dovecot who may send, and delivers straight into the Maildirs. */
function postfixConfig(folder: string, files: { cert: string; key: string }, owner: string): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/postfix-data
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
mynetworks =
alias_maps =
alias_database =
virtual_mailbox_domains = localhost, ${mailDomain}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = texthash:${folder}/smtp-mailboxes
virtual_uid_maps = static:${owner}
virtual_gid_maps = static:${owner}
virtual_minimum_uid = 1
transport_maps = texthash:${folder}/routes
default_transport = error:this server delivers nothing outside
smtpd_tls_cert_file = ${files.cert}
smtpd_tls_key_file = ${files.key}
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${folder}/run/auth-client
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
message_size_limit = 50000000
mailbox_size_limit = 0
virtual_mailbox_limit = 0
`;
}

/** Nothing runs in a chroot, and the log is written by Postfix itself: there is no syslog here. */
function postfixServices(port: number): string {
  const service = (name: string, rest: string) => `${name} ${rest}`;
  return `${[
    service(`127.0.0.1:${port}`, 'inet n - n - - smtpd'),
    service('pickup', 'unix n - n 60 1 pickup'),
    service('cleanup', 'unix n - n - 0 cleanup'),
    service('qmgr', 'unix n - n 300 1 qmgr'),
    service('tlsmgr', 'unix - - n 1000? 1 tlsmgr'),
    service('rewrite', 'unix - - n - - trivial-rewrite'),
    service('bounce', 'unix - - n - 0 bounce'),
    service('defer', 'unix - - n - 0 bounce'),
    service('trace', 'unix - - n - 0 bounce'),
    service('error', 'unix - - n - - error'),
    service('smtp', 'unix - - n - - smtp'),
    service('proxymap', 'unix - - n - - proxymap'),
    service('virtual', 'unix - n n - - virtual'),
    service('anvil', 'unix - - n - 1 anvil'),
    service('scache', 'unix - - n - 1 scache'),
    service('postlog', 'unix-dgram n - n - 1 postlogd'),
  ].join('\n')}\n`;
}

/**
 * A real Dovecot, and a real Postfix that delivers into its mailboxes, in a temporary folder on loopback. Both take
 * plain passwords over TLS with a certificate of an authority of their own (`NODE_EXTRA_CA_CERTS` makes it trusted).
 * @returns null where Dovecot is not installed or this is not root
 */
export async function startMailServers(): Promise<TestMailServers | null> {
  if (!existsSync(dovecot) || userInfo().uid !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'hub-mail-'));
  chmodSync(folder, 0o755);
  for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name));
  await run('chown', [`${mailUser}:${mailUser}`, join(folder, 'mail')]);
  for (const name of ['users', 'smtp-mailboxes', 'routes']) writeFileSync(join(folder, name), '');
  const files = await makeCertificates(folder);
  const port = await freePort();
  writeFileSync(join(folder, 'dovecot.conf'), dovecotConfig(folder, port, files));
  const imapServer = daemon(dovecot, ['-F', '-c', join(folder, 'dovecot.conf')], port);
  await imapServer.start();
  const smtp = await startSmtp(folder, files);
  await smtp?.start();
  const add = (file: string, line: string) => writeFileSync(join(folder, file), `${line}\n`, { flag: 'a' });
  return {
    imap: { host: 'localhost', port, caCert: readFileSync(files.ca, 'utf8'), caFile: files.ca },
    smtp: smtp === null ? null : { host: 'localhost', port: smtp.port },
    addUser: async (name) => {
      const user = {
        address: `${name}@localhost`,
        mailAddress: `${name}@${mailDomain}`,
        password: randomBytes(9).toString('hex'),
      };
      add('users', `${user.address}:{PLAIN}${user.password}::::::`);
      for (const address of [user.address, user.mailAddress]) add('smtp-mailboxes', `${address} ${name}/`);
      await smtp?.reload();
      // Dovecot looks for changes of its list of users once in a second.
      await sleep(1100);
      return { ...user, maildir: join(folder, 'mail', name) };
    },
    routeMail: async (domain, port) => {
      add('routes', `${domain} smtp:[127.0.0.1]:${port}`);
      await smtp?.reload();
    },
    changeUidValidity: async (user) => {
      await run('sh', ['-c', 'rm -f "$1"/dovecot*', 'sh', user.maildir]);
    },
    pause: async () => {
      await imapServer.stop();
      await smtp?.stop();
    },
    resume: async () => {
      await imapServer.start();
      await smtp?.start();
    },
    stop: async () => {
      await imapServer.stop();
      await smtp?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A Postfix of its own: configuration, queue and data in the folder. */
async function startSmtp(
  folder: string,
  files: { cert: string; key: string },
): Promise<(Daemon & { port: number; reload(): Promise<void> }) | null> {
  if (!existsSync(postfix)) return null;
  const port = await freePort();
  const config = join(folder, 'postfix');
  for (const name of [config, join(folder, 'spool'), join(folder, 'postfix-data')]) mkdirSync(name);
  await run('chown', ['postfix', join(folder, 'postfix-data')]);
  const { stdout: owner } = await run('id', ['-u', mailUser]);
  writeFileSync(join(config, 'main.cf'), postfixConfig(folder, files, owner.trim()));
  writeFileSync(join(config, 'master.cf'), postfixServices(port));
  const control = (command: string) => run(postfix, ['-c', config, command]);
  return {
    port,
    start: async () => {
      await control('start');
      await answering(port, 'Postfix');
    },
    stop: async () => {
      await control('stop');
    },
    reload: async () => {
      await control('reload');
    },
  };
}
