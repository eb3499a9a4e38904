/**
 * What the first load of a page costs: script and style as sent, counted in a real browser with an empty
 * cache until nothing more is loaded. Starts a server of its own; `node scripts/first-load.ts [address]`
 * measures another one.
 */
import type { Page } from 'playwright-core';
import { launch } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';

/** KB of script and style as sent. */
const limit = 130;

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

const given = process.argv[2];
const server = given ? null : await startServer();
const address = given ?? `${server?.url}/tenant-login`;
const browser = await launch();
try {
  const sent = await sentBy(await browser.newPage(), address);
  for (const entry of sent.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${(entry.bytes / 1000).toFixed(1).padStart(8)} KB  ${entry.type.padEnd(10)} ${entry.file}`);
  }
  const cost = sum(sent, 'Script', 'Stylesheet') / 1000;
  console.log(
    `script ${(sum(sent, 'Script') / 1000).toFixed(1)} KB, style ${(sum(sent, 'Stylesheet') / 1000).toFixed(1)} KB, font ${(sum(sent, 'Font') / 1000).toFixed(1)} KB`,
  );
  console.log(`${cost.toFixed(1)} KB of script and style as sent; at most ${limit} KB`);
  if (cost > limit) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}
