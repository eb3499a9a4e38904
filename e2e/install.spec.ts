import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, phone, type Tenant, unansweredOf, type Window } from './fixtures.ts';
import { type Proxy, startProxy } from './proxy.ts';

const hub = new Hub();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await hub.tenant();
});

const installing: BrowserContextOptions = { ...phone, serviceWorkers: 'allow' };
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1';
const banner = (page: Page) => page.getByRole('region', { name: 'Install AI Hub' });

let open: Window[] = [];
afterEach(async () => {
  await Promise.all(open.map(({ context }) => context.close()));
  open = [];
});

/** The sign-in page with a clock that stands until it is moved. */
async function signInPage(options: BrowserContextOptions): Promise<Page> {
  const window = await hub.window(null, options);
  open.push(window);
  await stopClock(window.page);
  const unanswered = unansweredOf(window.page);
  await load(window.page);
  // The banner's code too: its time begins when it is there.
  await expect.poll(unanswered).toBe(0);
  return window.page;
}

async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // Far enough ahead that it is not the past already by the time the browser is told.
  await page.clock.pauseAt(60_000);
}

async function load(page: Page): Promise<void> {
  await page.goto('/tenant-login', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
}

/** Lets time pass until the banner is there; how long that was in milliseconds, or null when it did not come. */
async function untilShown(page: Page): Promise<number | null> {
  for (let passed = 0; passed <= 8000; passed += 100) {
    if ((await banner(page).count()) > 0) return passed;
    await page.clock.runFor(100);
  }
  return null;
}

/** The delay of the specification, and what it takes to put the banner's place onto the page. */
function isDelay(passed: number | null, delay: number): boolean {
  return passed !== null && passed >= delay && passed <= delay + 1000;
}

/** The browser offers an installation, and answers its own question with `outcome`. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = 'asked';
        return { outcome: answer };
      },
    });
    dispatchEvent(event);
  }, outcome);
}

describe('the install banner', () => {
  it('shows how to do it by hand 3 seconds after loading on iOS', async () => {
    const page = await signInPage({ ...installing, userAgent: iphone });
    expect(await untilShown(page)).toSatisfy((passed) => isDelay(passed, 3000));
    await banner(page)
      .getByText('Tap the Share button of your browser, then “Add to Home Screen”.')
      .waitFor();
    await expect
      .poll(() => banner(page).getByRole('button', { name: 'Install', exact: true }).count())
      .toBe(0);
  });

  it('asks 3 seconds after the browser offered it, and goes when it was installed', async () => {
    const page = await signInPage(installing);
    await offer(page, 'accepted');
    expect(await untilShown(page)).toSatisfy((passed) => isDelay(passed, 3000));
    await banner(page).getByRole('button', { name: 'Install', exact: true }).click();
    await banner(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).toBe('asked');
  });

  it('names the menu of the browser after 5 seconds without an offer, and goes when it was installed from there', async () => {
    const page = await signInPage(installing);
    expect(await untilShown(page)).toSatisfy((passed) => isDelay(passed, 5000));
    await banner(page).getByText('Open the menu of your browser').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await banner(page).waitFor({ state: 'detached' });
  });

  it('stays away for the session once it was sent away', async () => {
    const page = await signInPage(installing);
    await untilShown(page);
    await banner(page).getByRole('button', { name: 'Not now' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('install_dismissed'))).toBe('true');
    await load(page);
    expect(await untilShown(page)).toBeNull();
  });

  it('is for phones, and not for the installed application', async () => {
    const tablet = await signInPage({ viewport: { width: 768, height: 900 }, serviceWorkers: 'allow' });
    expect(await untilShown(tablet)).toBeNull();

    const window = await hub.window(null, installing);
    open.push(window);
    await window.page.addInitScript(() => {
      const real = matchMedia.bind(globalThis);
      globalThis.matchMedia = (query) => real(query.includes('standalone') ? 'all' : query);
    });
    await stopClock(window.page);
    await load(window.page);
    expect(await untilShown(window.page)).toBeNull();
  });
});

describe('the manifest', () => {
  it('names the application and icons that are there in the sizes it says', async () => {
    const answer = await fetch(`${hub.url}/manifest.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = z
      .object({
        name: z.string(),
        display: z.string(),
        start_url: z.string(),
        icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
      })
      .parse(await answer.json());
    expect(manifest).toMatchObject({ name: 'AI Hub', display: 'standalone', start_url: '/dashboard' });
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pictures.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    for (const { src, sizes } of pictures) {
      const bytes = await (await fetch(hub.url + src)).arrayBuffer();
      const { width, height } = await sharp(Buffer.from(bytes)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

/** What the worker has kept: names of caches, and the paths in them. */
function keptIn(page: Page): Promise<{ caches: string[]; paths: string[] }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const paths: string[] = [];
    for (const name of names) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map((request) => new URL(request.url).pathname));
    }
    return { caches: names, paths };
  });
}

async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

describe('the service worker', () => {
  it('keeps immutable files and the offline page, and never a call or a page', async () => {
    const window = await hub.window(tenant.owner.token, { serviceWorkers: 'allow' });
    open.push(window);
    const { page, complaints } = window;
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await controlled(page);
    await page.reload();
    await page.getByText('No leads found').waitFor();
    await page.goto('/tenant/billing');
    await page.getByRole('heading', { name: 'Usage This Month' }).waitFor();
    await expect.poll(async () => (await keptIn(page)).paths.length).toBeGreaterThan(3);
    const { paths } = await keptIn(page);
    expect(paths).toContain('/offline.html');
    expect(paths.filter((path) => !path.startsWith('/offline.') && !path.startsWith('/assets/'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows new data at once: what is stored meanwhile is in the next answer', async () => {
    const window = await hub.window(tenant.owner.token, { serviceWorkers: 'allow' });
    open.push(window);
    const { page } = window;
    await page.goto('/tenant/dashboard?tab=leads');
    await controlled(page);
    await hub.call('POST', '/api/leads', { name: 'Fresh Faller' }, tenant.owner.token);
    await page.reload();
    await page.getByText('Fresh Faller').first().waitFor();
  });
});

describe('without a connection', () => {
  async function through(): Promise<{ proxy: Proxy; page: Page }> {
    const proxy = await startProxy(hub.url);
    const window = await hub.window(null, { serviceWorkers: 'allow', baseURL: proxy.url });
    open.push(window);
    await window.page.goto('/tenant-login');
    await controlled(window.page);
    return { proxy, page: window.page };
  }

  it('says what is, and comes back by itself to the page that was asked for', async () => {
    const { proxy, page } = await through();
    await proxy.goAway();
    await page.goto('/signup?from=offline');
    await page.getByRole('heading', { name: 'There is no connection' }).waitFor();
    await page.getByText('It shows nothing from memory').waitFor();
    expect(page.url()).toBe(`${proxy.url}/signup?from=offline`);
    await page.getByRole('link', { name: 'Try again' }).waitFor();
    // Nobody presses anything: the page looks by itself.
    await proxy.comeBack();
    await page.getByRole('heading', { name: 'Start your free trial' }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/signup?from=offline`);
    await proxy.goAway();
  });

  it('a new version takes over, and what the old one kept goes', async () => {
    const { proxy, page } = await through();
    const before = await keptIn(page);
    expect(before.caches).toHaveLength(1);
    proxy.changeWorker((text) => text.replace(/hub-[0-9a-f]{16}/, 'hub-another'));
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['hub-another']);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await proxy.goAway();
  });
});
