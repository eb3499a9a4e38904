import { describe, expect, it } from 'vitest';
import { dropFile, Hub } from './fixtures.ts';

const hub = new Hub();

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '${7*7}',
];

const htmlMail = [
  'From: "<img src=x onerror=alert(1)>" <mallory@evil.test>',
  'To: team@example.test',
  'Subject: <script>alert(1)</script>',
  'Date: Tue, 3 Feb 2026 10:11:00 +0000',
  'Message-ID: <hostile@evil.test>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<base href="https://evil.test/"><style>body{display:none}</style><script>alert(1)</script>',
  '<p>Hello <b>there</b></p><img src="http://tracker.test/pixel.gif"><svg onload="alert(1)"></svg>',
  '<a href="javascript:alert(1)">press me</a> <a href="https://fine.test/page">a page</a>',
  '<form action="https://evil.test"><input name="password"></form>',
  '<p>Plain https://plain.test/x too.</p>',
].join('\r\n');

describe('hostile text', () => {
  it('is shown letter for letter everywhere, without one policy violation', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(hub.url)) outside.push(request.url());
    });
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Live', { exact: true }).waitFor();

    for (const text of hostile) {
      await hub.call(
        'POST',
        '/api/leads',
        { name: text, company: text, billboard: text, budget: text, advertising_goal: text },
        tenant.owner.token,
      );
      await page.getByText(`${text} · ${text}`).first().waitFor();
      await page.getByRole('cell', { name: text, exact: true }).first().waitFor();
    }
    for (const text of hostile) {
      await page.getByRole('link', { name: text, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: text, exact: true });
      await dialog.getByText(text, { exact: true }).nth(3).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }

    await dropFile(page, 'hostile.eml', htmlMail);
    await page.getByText('1 message stored').waitFor();
    await page.goto('/tenant/dashboard?tab=leads&search=mallory');
    await page.locator('[data-lead]').first().click();
    const message = page.getByRole('article').first();
    await message.getByText('Hello there').waitFor();
    await message.getByText('<script>alert(1)</script>').waitFor();
    const links = await message
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    for (const [href, rel] of links) {
      expect(href).toMatch(/^(https?:|mailto:)/);
      expect(rel).toContain('noopener');
    }
    expect(links.map(([href]) => href)).toContain('https://plain.test/x');
    await expect.poll(() => message.locator('img, svg[onload], form, script, style, base').count()).toBe(0);
    expect(alerts).toEqual([]);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
