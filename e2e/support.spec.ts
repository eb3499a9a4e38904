import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live, narrow, overhang, type Tenant } from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=support&view=knowledge';
const made = z.object({ id: z.string() });

async function write(tenant: Tenant, title: string, body: string, publish = true): Promise<string> {
  const { token } = tenant.owner;
  const { id } = made.parse(await hub.call('POST', '/api/knowledge/articles', { title, body }, token));
  if (publish) await hub.call('POST', `/api/knowledge/articles/${id}/state`, { state: 'published' }, token);
  return id;
}

function pdfOf(text: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(Buffer.concat(parts)));
  document.text(text);
  document.end();
  return promise;
}

const withSupport = () => hub.tenant(['support_agent']);

describe('the knowledge base', () => {
  it('says to a new tenant what to do first, and is not offered without the module', async () => {
    const tenant = await withSupport();
    const { page, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByText('No articles yet').waitFor();
    await page.getByText('Begin with the three questions that you are asked most').waitFor();
    await page.getByRole('button', { name: 'Write the first article' }).click();
    await page.getByRole('dialog', { name: 'New article' }).waitFor();
    expect(complaints).toEqual([]);
    const other = await hub.window((await hub.tenant()).owner.token);
    await other.page.goto(screen);
    await other.page.getByText('Not in your plan').waitFor();
  });

  it('is written with a preview in which nothing runs, published, and asked', async () => {
    const tenant = await withSupport();
    const { page, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByText('No articles yet').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    for (const words of ['Give the article a title.', 'Write something first.'])
      await dialog.getByText(words).waitFor();
    await dialog.getByLabel('Title').fill('Where do visitors park?');
    await dialog
      .getByLabel('Text')
      .fill(
        [
          '## Visitors',
          'Visitors park in **bay 7** &amp; walk. <img src=x onerror=alert(1)>',
          '- [map](https://map.example)\n- [bad](javascript:alert(1))',
        ].join('\n\n'),
      );
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'Visitors', exact: true }).waitFor();
    await preview.getByText('bay 7').waitFor();
    await preview.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(
      await preview.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://map.example']);
    await expect.poll(() => preview.locator('img').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('The agent answers from it from now on.').waitFor();
    await page
      .getByRole('row', { name: /Where do visitors park\?/ })
      .getByText('Published')
      .waitFor();

    await page.getByRole('button', { name: 'Try a question' }).click();
    const console = page.getByRole('dialog', { name: 'Try a question' });
    await console.getByRole('button', { name: 'Ask', exact: true }).click();
    await console.getByText('Ask something first.').waitFor();
    await console.getByLabel('Question').fill('where can visitors park');
    await console.getByRole('button', { name: 'Ask', exact: true }).click();
    const answer = console.getByRole('region', { name: 'Answer' });
    await answer.getByText('Answers', { exact: true }).waitFor();
    await answer.getByText('By built-in rules').waitFor();
    await answer
      .getByText(/Visitors park in bay 7/)
      .first()
      .waitFor();
    await answer.getByRole('link', { name: 'Where do visitors park?: Visitors' }).click();
    await page.getByRole('dialog', { name: 'Edit article' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps earlier texts, which come back into the editor', async () => {
    const tenant = await withSupport();
    const id = await write(tenant, 'Parking', 'Bay 7.');
    const { page } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&article=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit article' });
    await dialog.getByLabel('Text', { exact: true }).fill('Bay 8.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Article saved').waitFor();
    await page.getByRole('link', { name: 'Parking' }).click();
    await dialog.getByRole('button', { name: 'Look at the text of version 1' }).click();
    await dialog.getByRole('region', { name: 'Earlier text' }).getByText('Bay 7.').waitFor();
    await dialog.getByRole('button', { name: 'Use this text' }).click();
    await expect.poll(() => dialog.getByLabel('Text', { exact: true }).inputValue()).toBe('Bay 7.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Discard your changes?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = await hub.call('GET', `/api/knowledge/articles/${id}`, undefined, tenant.owner.token);
    expect(stored).toMatchObject({ body: 'Bay 7.', version: 3 });
  });

  it('deletes with a way back, and takes back what is published', async () => {
    const tenant = await withSupport();
    await write(tenant, 'Parking', 'Bay 7.');
    const { page } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('link', { name: 'Parking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit article' });
    await dialog.getByRole('button', { name: 'More for this article' }).click();
    await page.getByRole('menuitem', { name: 'Take back' }).click();
    await dialog.getByText('Draft', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'More for this article' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete article' }).click();
    await page.getByText('No articles yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('row', { name: /Parking/ })
      .getByText('Draft')
      .waitFor();
  });

  it('knows the words that mean the same', async () => {
    const tenant = await withSupport();
    await write(tenant, 'Supersites', 'A supersite is 12 metres wide.');
    const { page } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('button', { name: 'More about the knowledge base' }).click();
    await page.getByRole('menuitem', { name: 'Words that mean the same' }).click();
    const dialog = page.getByRole('dialog', { name: 'Words that mean the same' });
    await dialog.getByLabel('Lines').fill('supersite, jumbo board\nlonely');
    await dialog.getByRole('button', { name: 'Save words' }).click();
    await dialog.getByText('Line 2: Words that mean the same are at least two.').waitFor();
    await dialog.getByLabel('Lines').fill('supersite, jumbo board');
    await dialog.getByRole('button', { name: 'Save words' }).click();
    await page.getByText('Words saved').waitFor();
    expect(await hub.call('GET', '/api/knowledge/synonyms', undefined, tenant.owner.token)).toEqual([
      ['supersite', 'jumbo board'],
    ]);
  });

  it('takes files and pages, and lists what it could not take with the reason', async () => {
    const tenant = await withSupport();
    const { page, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await live(page);
    await page.getByRole('button', { name: 'Bring in files or pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bring in files and pages' });
    await dialog.getByText('Nothing was brought in yet').waitFor();
    await dialog.getByText(/at most 15 MB and 300 pages each/).waitFor();
    await dialog.getByLabel('Files to bring in').setInputFiles([
      {
        name: 'parking.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Parking\n\nVisitors park in bay 7, free of charge.'),
      },
      {
        name: 'rates.pdf',
        mimeType: 'application/pdf',
        buffer: await pdfOf('A supersite costs $2,400 a week.'),
      },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') },
      { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(20 * 1024 * 1024) },
    ]);
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await row('parking.md').getByText('Read', { exact: true }).waitFor();
    await row('photo.png')
      .getByText(/This kind of file is not read/)
      .waitFor();
    await row('large.pdf')
      .getByText(/This file is larger than 15 MB/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await dialog.getByText('Enter the address of a page.').waitFor();
    await dialog.getByLabel('Address of a web page').fill('http://169.254.169.254/latest');
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await row('http://169.254.169.254/latest').getByText('Not taken').waitFor();
    await row('photo.png').getByRole('button', { name: 'More for photo.png' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the list' }).click();
    await row('photo.png').waitFor({ state: 'detached' });
    await row('parking.md').getByRole('link', { name: 'Parking' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit article' });
    await editor.getByText('Draft', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('fits a phone, also with long names and much text', async () => {
    const tenant = await withSupport();
    await write(
      tenant,
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3),
      `# A\n\n${'wide'.repeat(200)}\n\n\`\`\`\n${'x'.repeat(400)}\n\`\`\``,
    );
    const { page } = await hub.window(tenant.owner.token, narrow);
    await page.goto(screen);
    await page.locator('[data-article]').first().waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await page.locator('[data-article]').first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit article' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('region', { name: 'Preview' }).waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
  });
});
