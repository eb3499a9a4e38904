/**
 * `npm run check:crash`: what the hub promises about ends and starts that nobody planned. Kills the embedded database's
 * process and the built server under load on both databases, stops it under load, starts it in every bad way, and
 * kills it while a mail server has a mail and has not confirmed it, and while posts and the mails of a sequence are on
 * their way, and in the middle of an import.
 * `--short` does a few rounds of each, for CI; `--seed=N` repeats a run; names of sections run only these.
 */
import { build } from './build.ts';
import { Checks, Cleanup } from './checks.ts';
import { badStarts } from './crash/bad-starts.ts';
import { embeddedKills } from './crash/embedded-kills.ts';
import { gracefulStops } from './crash/graceful-stops.ts';
import { importKills } from './crash/import-kills.ts';
import { mailKills } from './crash/mail-kills.ts';
import { outreachKills } from './crash/outreach-kills.ts';
import { publishKills } from './crash/publish-kills.ts';
import { serverKills } from './crash/server-kills.ts';
import { Databases } from './databases.ts';

const sections = ['embedded', 'kills', 'stops', 'starts', 'mail', 'posts', 'outreach', 'imports'];
const given = process.argv.slice(2);
const wanted = given.filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !sections.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are only ${sections.join(', ')}.`);
const runs = (section: string) => wanted.length === 0 || wanted.includes(section);

const short = given.includes('--short');
const seed = Number(given.find((one) => one.startsWith('--seed='))?.slice(7) ?? Date.now() % 1_000_000);

const cleanup = new Cleanup();
const checks = new Checks();
try {
  await build();
  const databases = await Databases.open(cleanup);
  if (databases.postgres === null) checks.skip('the rounds on PostgreSQL', 'none is installed here');
  if (runs('embedded')) await embeddedKills(checks, databases.folder(), short ? 3 : 30);
  if (runs('kills'))
    for (const store of await databases.both('kills'))
      await serverKills(checks, store, {
        ...(short ? { rounds: 3, messages: 100 } : { rounds: 20, messages: 200 }),
        seed,
      });
  if (runs('stops'))
    for (const store of (await databases.both('stops')).slice(short ? -1 : 0))
      await gracefulStops(checks, store);
  if (runs('starts')) await badStarts(checks, databases);
  if (runs('mail'))
    for (const store of await databases.both('mail'))
      await mailKills(checks, store, short ? { rounds: 2, waits: false } : { rounds: 20, waits: true });
  if (runs('posts'))
    for (const store of await databases.both('posts'))
      await publishKills(checks, store, { rounds: short ? 2 : 20 });
  if (runs('outreach'))
    for (const store of (await databases.both('outreach')).slice(short ? -1 : 0))
      await outreachKills(checks, store, short ? { mails: 400, kills: 3 } : { mails: 10_000, kills: 20 });
  if (runs('imports'))
    for (const store of await databases.both('imports'))
      await importKills(checks, store, { rows: 100_000, rounds: short ? 1 : 5, seed });
} finally {
  await cleanup.run();
}
checks.finish();
