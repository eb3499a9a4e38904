import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** The browser to drive: $CHROME_PATH, else Debian's Chromium, else the one that npm brought. */
async function browserPath(): Promise<string> {
  for (const candidate of [process.env.CHROME_PATH, '/usr/bin/chromium']) {
    if (candidate && existsSync(candidate)) return candidate;
  }
  // Makes the package unpack the libraries it brings, so that nothing has to be installed on the machine.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function launch(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await browserPath(), args: [...args, ...more], headless: true });
}
