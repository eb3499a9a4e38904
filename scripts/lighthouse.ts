/**
 * Lighthouse on the public pages as a phone sees them: the median of five runs of each against the thresholds of the
 * project, and one line 'N passed, N failed'. Starts a server of its own; `node scripts/lighthouse.ts ADDRESS` measures
 * one page of another one, against the thresholds of the sign-in page unless it is a landing page.
 */
import lighthouse from 'lighthouse';
import { launch } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';
import { freePort } from './node-process.ts';

const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
/** The least of each score; a category that a page names no score for is not asked. */
type Thresholds = Partial<Record<Category, number>>;

const pages: readonly { path: string; thresholds: Thresholds }[] = [
  { path: '/tenant-login', thresholds: { performance: 90, accessibility: 100, 'best-practices': 95 } },
  { path: '/landing', thresholds: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } },
];

interface Measured {
  scores: Thresholds;
  lcp: number;
  complaints: string[];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function measure(address: string, port: number, asked: readonly Category[]): Promise<Measured> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...asked],
  });
  if (!result) throw new Error('Lighthouse gave no result.');
  const { lhr } = result;
  const complaints = asked
    .filter((category) => category !== 'performance')
    .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
    .map((reference) => lhr.audits[reference.id])
    .flatMap((audit) =>
      audit && audit.score !== null && audit.score < 1 ? [`${audit.id}: ${audit.title}`] : [],
    );
  return {
    scores: Object.fromEntries(
      asked.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
    ),
    lcp: (lhr.audits['largest-contentful-paint']?.numericValue ?? 0) / 1000,
    complaints,
  };
}

/** Measures a page and says what is missing; returns how many thresholds were reached and how many not. */
async function judge(address: string, port: number, thresholds: Thresholds): Promise<[number, number]> {
  const asked = categories.filter((category) => thresholds[category] !== undefined);
  const measured: Measured[] = [];
  console.log(address);
  for (let run = 1; run <= runs; run += 1) {
    const one = await measure(address, port, asked);
    measured.push(one);
    const scores = asked.map((category) => `${category} ${one.scores[category]}`).join(', ');
    console.log(`run ${run}: ${scores}, LCP ${one.lcp.toFixed(2)} s`);
  }
  for (const complaint of new Set(measured.flatMap((one) => one.complaints)))
    console.log(`finding: ${complaint}`);
  const reached = asked.map((category) => {
    const value = median(measured.map((one) => one.scores[category] ?? 0));
    const least = thresholds[category] ?? 0;
    console.log(`${value >= least ? 'passed' : 'FAILED'}: ${category} ${value}, at least ${least}`);
    return value >= least;
  });
  const passed = reached.filter(Boolean).length;
  return [passed, reached.length - passed];
}

const given = process.argv[2];
const server = given ? null : await startServer();
const wanted = given
  ? [{ address: given, thresholds: pages[given.endsWith('/landing') ? 1 : 0]?.thresholds ?? {} }]
  : pages.map((page) => ({ ...page, address: `${server?.url}${page.path}` }));
const port = await freePort();
const browser = await launch([`--remote-debugging-port=${port}`]);
try {
  let [passed, failed] = [0, 0];
  for (const { address, thresholds } of wanted) {
    const [good, bad] = await judge(address, port, thresholds);
    passed += good;
    failed += bad;
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}
