/**
 * `npm run check:imap`: what the hub promises about mailboxes, through a real Dovecot and the built server, on both
 * databases: every message there once, also when the hub is killed, the mailbox gets new UIDs or its server is away;
 * bounded memory; two tenants never mixed; and a ledger that says the same. And a conversation through a real Postfix:
 * out, back in every way, and what comes back undelivered; the same for an email to a prospect. `--short` is the form for CI; names of sections run only these.
 */
import { build } from './build.ts';
import { Checks, Cleanup } from './checks.ts';
import { Databases } from './databases.ts';
import { followMailbox } from './imap/follow-mailbox.ts';
import { outreachRound } from './imap/outreach-round.ts';
import { roundTrip } from './imap/round-trip.ts';
import { startMailServers } from './mail-servers.ts';

const sections = ['talk', 'outreach', 'mailbox'];
const given = process.argv.slice(2);
const wanted = given.filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !sections.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are only ${sections.join(', ')}.`);
const runs = (section: string) => wanted.length === 0 || wanted.includes(section);

const short = given.includes('--short');
const size = short
  ? { messages: 500, kills: 5, outageMs: 5_000 }
  : { messages: 10_000, kills: 5, outageMs: 60_000 };

const cleanup = new Cleanup();
const checks = new Checks();
try {
  const servers = await startMailServers();
  if (servers === null) {
    checks.skip('everything', 'dovecot-imapd is not installed here, or this is not root');
  } else {
    cleanup.add(() => servers.stop());
    await build();
    const databases = await Databases.open(cleanup);
    if (databases.postgres === null) checks.skip('the rounds on PostgreSQL', 'none is installed here');
    if (runs('talk'))
      for (const store of await databases.both('talk')) await roundTrip(checks, store, servers);
    if (runs('outreach'))
      for (const store of await databases.both('outreach')) await outreachRound(checks, store, servers);
    // Over several processes a killed one holds its mailbox for 45 seconds, each time.
    if (runs('mailbox'))
      for (const store of await databases.both('imap'))
        await followMailbox(checks, store, servers, store.shared && short ? { ...size, kills: 1 } : size);
  }
} finally {
  await cleanup.run();
}
checks.finish();
