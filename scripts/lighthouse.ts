/**
 * Lighthouse on the sign-in page as a phone sees it: the median of five runs against the thresholds of the
 * project, and one line 'N passed, N failed'. Starts a server of its own; `node scripts/lighthouse.ts [address]`
 * measures another one.
 */
import lighthouse from 'lighthouse';
import { launch } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';
import { freePort } from './node-process.ts';

const runs = 5;
const thresholds = { performance: 90, accessibility: 100, 'best-practices': 95 } as const;
type Category = keyof typeof thresholds;
const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices'];

interface Measured {
  scores: Record<Category, number>;
  lcp: number;
  complaints: string[];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function measure(address: string, port: number): Promise<Measured> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
  });
  if (!result) throw new Error('Lighthouse gave no result.');
  const { lhr } = result;
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const complaints = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
    .map((reference) => lhr.audits[reference.id])
    .flatMap((audit) =>
      audit && audit.score !== null && audit.score < 1 ? [`${audit.id}: ${audit.title}`] : [],
    );
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    lcp: (lhr.audits['largest-contentful-paint']?.numericValue ?? 0) / 1000,
    complaints,
  };
}

const given = process.argv[2];
const server = given ? null : await startServer();
const address = given ?? `${server?.url}/tenant-login`;
const port = await freePort();
const browser = await launch([`--remote-debugging-port=${port}`]);
try {
  const measured: Measured[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const one = await measure(address, port);
    measured.push(one);
    const scores = categories.map((category) => `${category} ${one.scores[category]}`).join(', ');
    console.log(`run ${run}: ${scores}, LCP ${one.lcp.toFixed(2)} s`);
  }
  for (const complaint of new Set(measured.flatMap((one) => one.complaints)))
    console.log(`finding: ${complaint}`);
  let failed = 0;
  for (const category of categories) {
    const value = median(measured.map((one) => one.scores[category]));
    const good = value >= thresholds[category];
    if (!good) failed += 1;
    console.log(`${good ? 'passed' : 'FAILED'}: ${category} ${value}, at least ${thresholds[category]}`);
  }
  console.log(`${categories.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}
