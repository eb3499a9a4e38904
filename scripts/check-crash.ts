/**
 * `npm run check:crash`: what the hub promises about ends and starts that nobody planned. Kills the embedded database's
 * process and the built server under load on both databases, stops it under load, starts it in every bad way, and
 * kills it while a mail server has a mail and has not confirmed it.
 * `--short` does a few rounds of each, for CI; `--seed=N` repeats a run; names of sections run only these.
 */
import { build } from './build.ts';
import { Checks, Cleanup } from './checks.ts';
import { badStarts } from './crash/bad-starts.ts';
import { embeddedKills } from './crash/embedded-kills.ts';
import { gracefulStops } from './crash/graceful-stops.ts';
import { mailKills } from './crash/mail-kills.ts';
import { serverKills } from './crash/server-kills.ts';
import { Databases } from './databases.ts';

const sections = ['embedded', 'kills', 'stops', 'starts', 'mail'];
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
} finally {
  await cleanup.run();
}
checks.finish();
