/**
 * What the first load of the public pages costs: script and style as sent, counted in a real browser with an empty
 * cache until nothing more is loaded. Starts a server of its own; `node scripts/first-load.ts [address]`
 * measures a page of another one.
 */
import type { Browser, Page } from 'playwright-core';
import { launch } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';

/** KB of script and style as sent. */
const limits: Readonly<Record<string, number>> = { '/tenant-login': 130, '/landing': 60 };

interface Sent {
  file: string;
  type: string;
  bytes: number;
}

async function sentBy(page: Page, address: string): Promise<Sent[]> {
  const session = await page.context().newCDPSession(page);
  const responses = new Map<string, { url: string; type: string }>();
  const sent: Sent[] = [];
  await session.send('Network.enable');
  session.on('Network.responseReceived', (event) => {
    responses.set(event.requestId, { url: event.response.url, type: event.type });
  });
  session.on('Network.loadingFinished', (event) => {
    const response = responses.get(event.requestId);
    if (response) {
      const { pathname } = new URL(response.url);
      sent.push({ file: pathname, type: response.type, bytes: event.encodedDataLength });
    }
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return sent;
}

function sum(entries: readonly Sent[], ...types: string[]): number {
  return entries
    .filter((entry) => types.includes(entry.type))
    .reduce((total, entry) => total + entry.bytes, 0);
}

/** Counts one page and says what it is made of; false when it is over its limit. */
async function isWithinLimit(browser: Browser, address: string): Promise<boolean> {
  const page = await browser.newPage();
  const sent = await sentBy(page, address);
  await page.close();
  console.log(address);
  for (const entry of sent.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${(entry.bytes / 1000).toFixed(1).padStart(8)} KB  ${entry.type.padEnd(10)} ${entry.file}`);
  }
  const cost = sum(sent, 'Script', 'Stylesheet') / 1000;
  const limit = limits[new URL(address).pathname] ?? 130;
  console.log(
    `script ${(sum(sent, 'Script') / 1000).toFixed(1)} KB, style ${(sum(sent, 'Stylesheet') / 1000).toFixed(1)} KB, font ${(sum(sent, 'Font') / 1000).toFixed(1)} KB`,
  );
  console.log(`${cost.toFixed(1)} KB of script and style as sent; at most ${limit} KB`);
  return cost <= limit;
}

const given = process.argv[2];
const server = given ? null : await startServer();
const addresses = given ? [given] : Object.keys(limits).map((path) => `${server?.url}${path}`);
const browser = await launch();
try {
  for (const address of addresses) if (!(await isWithinLimit(browser, address))) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}
