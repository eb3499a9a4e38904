import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, Hub, overhang, phone } from './fixtures.ts';
import { platformEnvironment } from './platform.ts';

const hub = new Hub(platformEnvironment);
let owner: Account;

beforeAll(async () => {
  owner = await hub.platformOwner();
});

const change = (settings: object) => hub.call('PUT', '/api/tenant/saas/settings', settings, owner.token);

describe('the landing page', () => {
  it('reads without JavaScript: what it is, prices, package, product, benefits, ways in', async () => {
    const { page, context } = await hub.window(null, { javaScriptEnabled: false });
    const response = await page.goto('/landing');
    expect(response?.status()).toBe(200);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    for (const [name, price] of [
      ['Social Media Automation', '$69'],
      ['Leads Manager', '$199'],
      ['Outreach', '$129'],
      ['Support Agent', '$300'],
    ]) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: name ?? '' }) });
      await expect.poll(() => card.innerText()).toContain(price);
    }
    const text = await page.locator('main').innerText();
    for (const words of [
      'Pro Package',
      '$299 USD a month',
      'instead of $397',
      'Save $98 every month',
      '$770 AUD',
      '14 days free, no credit card required',
    ])
      expect(text).toContain(words);
    const header = page.getByRole('banner');
    await expect
      .poll(() => header.getByRole('link', { name: 'Sign In' }).getAttribute('href'))
      .toBe('/tenant-login');
    await expect
      .poll(() => header.getByRole('link', { name: 'Start Free Trial' }).getAttribute('href'))
      .toBe('/signup');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { name: 'Privacy Policy' }).waitFor();
    await context.close();
  });

  it('shows pictures of the product that really load, and only those that this screen needs', async () => {
    const { page, context, complaints } = await hub.window(null);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/landing', { waitUntil: 'networkidle' });
    expect(asked.some((path) => /leads-wide-light.*\.avif$/.test(path))).toBe(true);
    expect(asked.filter((path) => /phone|dark/.test(path))).toEqual([]);
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
    const pictures = await page.getByRole('img').all();
    for (const [index, picture] of pictures.entries()) {
      await expect.poll(() => picture.getAttribute('loading')).toBe(index === 0 ? null : 'lazy');
      await expect.poll(() => picture.getAttribute('width')).toMatch(/^\d+$/);
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          picture.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth),
        )
        .toBeTruthy();
      await expect.poll(() => picture.getAttribute('alt')).toBeTruthy();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('claims nothing until the operator does, and then says it at once', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/landing');
    await expect
      .poll(() => page.locator('main').innerText())
      .not.toMatch(/1000\+|50M\+|300%|99\.9%|What customers say/);
    await expect.poll(() => page.getByRole('link', { name: 'Contact Sales' }).count()).toBe(0);
    await change({
      headline: 'For <b>tilers</b> & friends',
      figures: [
        { value: '1000+', label: 'businesses' },
        { value: '99.9%', label: 'uptime' },
      ],
      testimonials: [{ quote: 'It saves us an hour a day.', name: 'Jo Marsh', role: 'Marsh Tiles' }],
      salesAddress: 'sales@hub.example',
    });
    await page.reload();
    await page.getByRole('heading', { name: 'For <b>tilers</b> & friends' }).waitFor();
    const figures = page.getByLabel('In figures');
    await expect.poll(() => figures.getByRole('definition').allTextContents()).toEqual(['1000+', '99.9%']);
    await page.getByText('Jo Marsh').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href'))
      .toBe('mailto:sales@hub.example');
    await change({ headline: '', figures: [], testimonials: [], salesAddress: null });
    await context.close();
  });

  it('is not sent again while it has not changed', async () => {
    const first = await fetch(`${hub.url}/landing`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self'");
    const again = await fetch(`${hub.url}/landing`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    await change({ intro: 'Another text.' });
    const changed = await fetch(`${hub.url}/landing`, { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('Another text.');
    await change({ intro: '' });
  });

  it('fits a phone and a tablet, in light and in dark, also with words that have no end', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    await change({
      headline: long,
      intro: long,
      figures: Array.from({ length: 4 }, () => ({ value: '1,000,000,000,000+', label: long.slice(0, 60) })),
      testimonials: Array.from({ length: 3 }, () => ({ quote: long, name: long, role: long })),
      terms: `## ${long}\n\n${long}\n\n    ${long}`,
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await hub.window(null, { ...phone, colorScheme });
      for (const address of ['/landing', '/terms']) {
        await page.goto(address);
        for (const width of [390, 820]) {
          await page.setViewportSize({ width, height: 844 });
          await expect.poll(() => overhang(page), { message: `${address} at ${width}` }).toBe(0);
        }
      }
      await context.close();
    }
    await change({ headline: '', intro: '', figures: [], testimonials: [], terms: '' });
  });

  it('is what the first address of the hub shows to who is not signed in, and nothing else of it', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Pay for the modules you use' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/landing');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await context.close();
  });

  it('is where a link inside the application leads too', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await context.close();
  });
});

describe('the legal pages', () => {
  it('show the operator’s Markdown, with HTML as text', async () => {
    await change({ terms: '## Ours\n\nPay by **Friday**. <img src=x onerror=alert(1)>' });
    const { page, context, complaints } = await hub.window(null, { javaScriptEnabled: false });
    await page.goto('/terms');
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await expect.poll(() => page.getByText('Template.').count()).toBe(0);
    await page.goto('/privacy');
    await page.getByText('Template.').waitFor();
    expect(complaints).toEqual([]);
    await change({ terms: '' });
    await context.close();
  });
});

describe('crawlers', () => {
  it('find a sitemap with the public address, and are kept out of everything behind the sign-in', async () => {
    const robots = await (await fetch(`${hub.url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${hub.url}/sitemap.xml`);
    expect(robots).toContain('Disallow: /tenant/');
    const sitemap = await fetch(`${hub.url}/sitemap.xml`);
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (match) => match[1] ?? '',
    );
    expect(addresses).toContain(`${hub.url}/landing`);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  });

  it('are not handed a page whose slots nobody has filled', async () => {
    for (const file of ['landing', 'legal']) {
      const answer = await fetch(`${hub.url}/features/${file}/web/${file}.html`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('{{');
    }
  });
});
