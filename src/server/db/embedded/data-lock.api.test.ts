import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';

/** Rounds of the races; `CHECK_ROUNDS` makes a long run of them. */
const ROUNDS = Number(process.env['CHECK_ROUNDS'] ?? 5);

const MODULE = new URL('./data-lock.ts', import.meta.url).href;
const PROGRAM = `
  const { lockDataFolder } = await import(${JSON.stringify(MODULE)});
  // Imports first, then all start on the word, so that they really race.
  process.stdout.write('ready\\n');
  process.stdin.once('data', async () => {
    try {
      await lockDataFolder(process.argv[1]);
      process.stdout.write('locked\\n');
      setInterval(() => {}, 1000);
    } catch (error) {
      process.stdout.write(error.name + ': ' + error.message + '\\n');
      process.exit(3);
    }
  });
`;

interface Contender {
  process: ChildProcess;
  /** Says go and resolves with what the contender answers. */
  go(): Promise<string>;
}

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hub-lock-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the lock of the data folder', () => {
  it('refuses a second process 20 of 20 times, also one with another temporary folder, and names the holder', async () => {
    const holder = await contender(dataDir);
    expect(await holder.go()).toBe('locked');
    let refused = 0;
    for (let round = 0; round < 20; round += 1) {
      const second = await contender(dataDir, { TMPDIR: path.join(dataDir, 'elsewhere') });
      const answer = await second.go();
      if (answer.startsWith('DataFolderInUse')) refused += 1;
      expect(answer).toContain(`(pid ${holder.process.pid})`);
      expect(answer).toContain(`The data folder ${dataDir} is in use by another AI Hub process`);
    }
    expect(refused).toBe(20);
  });

  it('is refused within one process, and free again after release', async () => {
    const lock = await lockDataFolder(dataDir);
    await expect(lockDataFolder(dataDir)).rejects.toThrow(DataFolderInUse);
    await lock.release();
    const next = await lockDataFolder(dataDir);
    await next.release();
  });

  it('is taken over after a kill -9 of the holder', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = await contender(dataDir);
      expect(await next.go()).toBe('locked');
      await kill(next.process);
    }
    // Nothing piles up: the last holder, the one before it, and the socket that the kill left.
    expect(readdirSync(path.join(dataDir, 'lock')).length).toBeLessThanOrEqual(4);
  });

  it(`goes to exactly one of three processes that start together after a kill -9 (${ROUNDS} rounds)`, async () => {
    let holder = await contender(dataDir);
    expect(await holder.go()).toBe('locked');
    for (let round = 0; round < ROUNDS; round += 1) {
      const three = await Promise.all([contender(dataDir), contender(dataDir), contender(dataDir)]);
      await kill(holder.process);
      const answers = await Promise.all(three.map((each) => each.go()));
      expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
      const winner = three[answers.indexOf('locked')];
      if (!winner) throw new Error('no winner');
      holder = winner;
    }
  }, 300_000);

  it('works where the path is too long for a unix socket', async () => {
    const deep = path.join(dataDir, 'x'.repeat(120));
    const lock = await lockDataFolder(deep);
    const second = await contender(deep);
    expect(await second.go()).toMatch(/^DataFolderInUse/);
    await lock.release();
  });

  it.each([
    ['a half-written lock file that is old', '{"pid":', false],
    ['the lock of a process of an earlier boot', lockFile({ bootId: 'before' }), false],
    ['the lock of a pid that was given to another process', lockFile({ startedAt: '1' }), false],
  ])('takes over %s', async (_what, content) => {
    mkdirSync(path.join(dataDir, 'lock'));
    const file = path.join(dataDir, 'lock', '7');
    writeFileSync(file, content);
    utimesSync(file, 1, 1);
    const lock = await lockDataFolder(dataDir);
    await lock.release();
    expect(readdirSync(path.join(dataDir, 'lock'))).toContain('8');
  });

  it('says in one line that a folder cannot be written', async () => {
    const file = path.join(dataDir, 'a-file');
    writeFileSync(file, '');
    await expect(lockDataFolder(file)).rejects.toThrow(
      /^The data folder .*a-file cannot be written \(\w+: .*\)\. Set HUB_DATA_DIR to a folder that this user can write\.$/,
    );
  });
});

function lockFile(change: object): string {
  return JSON.stringify({
    pid: process.pid,
    bootId: null,
    startedAt: null,
    socket: null,
    released: false,
    ...change,
  });
}

async function contender(folder: string, env: NodeJS.ProcessEnv = {}): Promise<Contender> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, folder], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  await line(child);
  return {
    process: child,
    go: () => {
      const answer = line(child);
      child.stdin.write('go\n');
      return answer;
    },
  };
}

async function line(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  const [data] = await once(child.stdout, 'data');
  return String(data).trim();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
