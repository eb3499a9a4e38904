import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.ts';
import { builtServer, type NodeProcess, startReady } from '../node-process.ts';
import { startPostgres } from '../postgres.ts';
import { embeddedRates } from './embedded.ts';
import { fewRows, importFigures, manyRows } from './imports.ts';
import { loginFigures } from './login.ts';
import { load, median } from './measure.ts';
import { operations } from './operations.ts';
import { cpuSeconds, memoryMb, postgresCpuSeconds } from './processes.ts';
import { largeSize, type Seeded, seed, smallSize } from './seed.ts';
import { benchPassword, signUp } from './sign-up.ts';

/**
 * `npm run bench`: the hub beside a bare server on the same PostgreSQL, in one run. Ratios are what counts: absolute
 * figures move with the machine's load. `--quick` runs one short round.
 */
const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 3;
const seconds = quick ? 2 : 3;
const tenants = 20;
const secret = 'a secret of the bench, 32 bytes and more';

interface Goal {
  name: string;
  ratio: number;
  atLeast: number;
}

function bareToken(organizationId: string): string {
  return `${organizationId}.${createHmac('sha256', secret).update(organizationId).digest('base64url')}`;
}

interface Row {
  name: string;
  bare: number;
  hub: number;
  ratio: number;
  p99: number;
  cpuRatio: number;
  goal: number;
}

async function compare(
  bare: NodeProcess,
  hub: NodeProcess,
  tokens: { bare: string; hub: string },
  seeded: Seeded,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, { goal, requests }] of Object.entries(operations(seeded.large.ids))) {
    const rates: Record<'bare' | 'hub', number[]> = { bare: [], hub: [] };
    const cpu: Record<'bare' | 'hub', number[]> = { bare: [], hub: [] };
    const p99s: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const side of ['bare', 'hub'] as const) {
        const server = side === 'bare' ? bare : hub;
        const before = cpuSeconds(server.pid) + postgresCpuSeconds();
        const measured = await load({ url: server.url, token: tokens[side], requests, seconds });
        if (measured.failures > 0) throw new Error(`${name} on ${side}: ${measured.failures} failures`);
        rates[side].push(measured.perSecond);
        cpu[side].push(
          (cpuSeconds(server.pid) + postgresCpuSeconds() - before) / (measured.perSecond * seconds),
        );
        if (side === 'hub') p99s.push(measured.p99);
      }
    }
    const [bareRate, hubRate] = [median(rates.bare), median(rates.hub)];
    rows.push({
      name,
      bare: bareRate,
      hub: hubRate,
      ratio: hubRate / bareRate,
      p99: median(p99s),
      cpuRatio: median(cpu.hub) / median(cpu.bare),
      goal,
    });
  }
  return rows;
}

/** Median latency of one caller, in milliseconds: what grows with the size of a tenant shows here first. */
async function latency(hub: NodeProcess, token: string, paths: string[]): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    const began = performance.now();
    await (
      await fetch(`${hub.url}${paths[index % paths.length]}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).arrayBuffer();
    times.push(performance.now() - began);
  }
  return median(times);
}

function machine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, commit ${commit}`;
}

async function main(): Promise<void> {
  await build();
  const postgres = await startPostgres();
  if (!postgres)
    throw new Error('The bench needs PostgreSQL. Install it, or set PG_BIN to the folder of initdb.');
  const folder = mkdtempSync(join(tmpdir(), 'hub-bench-'));
  const lines: string[] = [];
  const goals: Goal[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  try {
    const databaseUrl = await postgres.createDatabase('bench');
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      HUB_SECRET: secret,
      HUB_DEMO: '0',
      HUB_LOG_LEVEL: 'error',
      HUB_DATA_DIR: folder,
    };
    let { server: hub } = await startReady(builtServer, env);
    const organizations = await signUp(hub.url, tenants);
    const seeded = await seed(
      { connectionString: postgres.adminUrl('bench') },
      organizations.map((one) => one.id),
      true,
    );
    await hub.stop();
    const starts: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const started = await startReady(builtServer, env);
      starts.push(started.readyMs);
      await started.server.stop();
    }
    ({ server: hub } = await startReady(builtServer, env));
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const idle = memoryMb(hub.pid);
    const { server: bare } = await startReady(
      'scripts/bench/bare-server.ts',
      { BENCH_DATABASE: postgres.adminUrl('bench'), BENCH_SECRET: secret },
      '/',
    );
    const large = organizations[0] ?? { id: '', token: '', email: '' };
    const small = organizations[1] ?? large;

    say(`## ${new Date().toISOString().slice(0, 10)}: ${machine()}`);
    say('');
    say(
      `${largeSize.toLocaleString('en')} leads in one of ${tenants} tenants, PostgreSQL, 8 connections, ${rounds} rounds of ${seconds} s, medians.`,
    );
    say('');
    say('| operation | bare /s | hub /s | ratio | goal | hub p99 ms | CPU a request, hub : bare |');
    say('| --- | --- | --- | --- | --- | --- | --- |');
    for (const row of await compare(bare, hub, { bare: bareToken(large.id), hub: large.token }, seeded)) {
      goals.push({ name: row.name, ratio: row.ratio, atLeast: row.goal });
      say(
        `| ${row.name} | ${row.bare.toFixed(0)} | ${row.hub.toFixed(0)} | ${row.ratio.toFixed(2)} | >= ${row.goal} | ${row.p99.toFixed(0)} | ${row.cpuRatio.toFixed(1)} |`,
      );
    }
    const growth = {
      list:
        (await latency(hub, large.token, ['/api/leads'])) / (await latency(hub, small.token, ['/api/leads'])),
      get:
        (await latency(
          hub,
          large.token,
          seeded.large.ids.map((id) => `/api/leads/${id}`),
        )) /
        (await latency(
          hub,
          small.token,
          seeded.small.ids.map((id) => `/api/leads/${id}`),
        )),
    };
    const login = await loginFigures(hub, large.email, benchPassword, large.token);
    const imports = await importFigures(hub, large.token);
    const figures: [string, string, number, number, 'most' | 'least'][] = [
      [`list latency, ${largeSize} : ${smallSize} leads`, 'x', growth.list, 1.5, 'most'],
      [`get latency, ${largeSize} : ${smallSize} leads`, 'x', growth.get, 1.5, 'most'],
      ['CPU of a login : of the bare hash', 'x', login.ratio, 1.1, 'most'],
      ['32 valid logins at once, served', '', login.servedOf32, 32, 'least'],
      ['list p99 during 32 logins : quiet', 'x', login.listP99Ratio, 3, 'most'],
      [`import of ${manyRows} CSV rows`, 's', imports.seconds, 20, 'most'],
      ['memory of that import', 'MB', imports.memoryMb, 120, 'most'],
      [
        'list p95 during that import : quiet',
        'x',
        imports.busyP95 / Math.max(imports.quietP95, 1),
        2,
        'most',
      ],
      [`import of ${fewRows} CSV rows beside ${manyRows}`, 's', imports.fewSeconds, 1, 'most'],
      ['memory idle', 'MB', idle, 180, 'most'],
      ['cold start to ready', 'ms', median(starts), 1000, 'most'],
    ];
    say('');
    say('| figure | value | goal |');
    say('| --- | --- | --- |');
    for (const [name, unit, value, goal, bound] of figures) {
      goals.push(
        bound === 'most' ? { name, ratio: -value, atLeast: -goal } : { name, ratio: value, atLeast: goal },
      );
      say(`| ${name} | ${value.toFixed(2)} ${unit} | ${bound === 'most' ? '<=' : '>='} ${goal} |`);
    }
    say(`| memory after load | ${memoryMb(hub.pid).toFixed(2)} MB | aim: 250 |`);
    await bare.stop();
    await hub.stop();
    say('');
    say(
      `The same on the embedded database (durable, ${largeSize.toLocaleString('en')} leads in one of 2 tenants):`,
    );
    say('');
    say('| operation | hub /s | p99 ms |');
    say('| --- | --- | --- |');
    for (const row of await embeddedRates(join(folder, 'embedded'), seconds)) {
      say(`| ${row.name} | ${row.perSecond.toFixed(0)} | ${row.p99.toFixed(0)} |`);
    }
    say('');
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const missed = goals.filter((one) => one.ratio < one.atLeast);
  for (const one of missed) process.stdout.write(`missed: ${one.name}\n`);
  process.stdout.write(`${goals.length - missed.length} passed, ${missed.length} failed\n`);
  process.exit(missed.length > 0 && !quick ? 1 : 0);
}

await main();
