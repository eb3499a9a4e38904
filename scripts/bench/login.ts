import { Passwords } from '#server/integrations/passwords.ts';
import type { NodeProcess } from '../node-process.ts';
import { load, median } from './measure.ts';
import { cpuSeconds } from './processes.ts';

const logins = 100;
const rounds = 5;
/** As the other operations are measured after their first seconds: what is compiled once is not a sign-in's cost. */
const warmUps = 400;

/** Between two checks as long as between two sign-ins: a hash right after another finds warm caches and costs less. */
const pauseMs = 5;

/** Processor milliseconds of one bare check of a password, at the pace at which sign-ins come. */
async function hashCpuMs(passwords: Passwords, stored: string, password: string): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < logins; index += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await passwords.verify(stored, password);
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000 / logins;
}

async function loginCpuMs(hub: NodeProcess, email: string, password: string): Promise<number> {
  const before = cpuSeconds(hub.pid);
  for (let index = 0; index < logins; index += 1) await login(hub.url, email, password);
  return ((cpuSeconds(hub.pid) - before) * 1000) / logins;
}

/** Processor time of a sign-in to that of the bare hash: rounds of both in turn, so that the machine's drift meets both. */
async function cpuRatio(hub: NodeProcess, email: string, password: string): Promise<number> {
  const passwords = new Passwords();
  const stored = await passwords.hash(password);
  for (let index = 0; index < warmUps; index += 1) await login(hub.url, email, password);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const hash = await hashCpuMs(passwords, stored, password);
    ratios.push((await loginCpuMs(hub, email, password)) / hash);
  }
  return median(ratios);
}

function login(url: string, email: string, password: string): Promise<Response> {
  return fetch(`${url}/api/tenant/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

/** Processor time of a sign-in to the hash's, how many of 32 at once are served, and what they do to a colleague's list. */
export async function loginFigures(hub: NodeProcess, email: string, password: string, token: string) {
  const ratio = await cpuRatio(hub, email, password);
  const list = { url: hub.url, token, requests: [{ method: 'GET' as const, path: '/api/leads' }] };
  const quiet = await load({ ...list, seconds: 2 });
  const [busy, answers] = await Promise.all([
    load({ ...list, seconds: 2 }),
    Promise.all(Array.from({ length: 32 }, () => login(hub.url, email, password))),
  ]);
  return {
    ratio,
    servedOf32: answers.filter((one) => one.status === 200).length,
    listP99Ratio: busy.p99 / Math.max(quiet.p99, 1),
  };
}
