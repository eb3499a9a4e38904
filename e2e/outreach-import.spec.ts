import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Hub, hasFocus, overhang, type Tenant } from './fixtures.ts';

const hub = new Hub();

interface File {
  name: string;
  text: string | Buffer;
  type?: string;
}

const header = 'Company;E-Mail;Street;Remarks;Fax';
const list: File = {
  name: 'trade-show.csv',
  text: [
    header,
    'Harbour Lane Coffee;hello@harbour.example;1 King St;Met in May;02 1',
    'Blue Gum Physio;;2 King St;;02 2',
    'Kingsford Tyres;no address;3 King St;;02 3',
    ';lost@name.example;4 King St;;02 4',
    'Olive Catering;olive@catering.example;5 King St;;02 5',
  ].join('\r\n'),
};

async function choose(page: Page, { name, text, type = 'text/csv' }: File): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.getByLabel('CSV file to import').setInputFiles({ name, mimeType: type, buffer });
}

async function atStart(tenant: Tenant) {
  const window = await hub.window(tenant.owner.token);
  await window.page.goto('/tenant/dashboard?tab=outreach');
  await window.page.getByText('No prospects found').waitFor();
  await window.page.getByRole('button', { name: 'Import CSV' }).first().click();
  await window.page.getByRole('heading', { name: 'Choose a file' }).waitFor();
  return window;
}

/** From the chosen file to the third step, as its columns were guessed. */
async function toCheck(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Which column holds what?' }).waitFor();
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('heading', { name: 'What will be imported' }).waitFor();
}

async function importIt(page: Page, label: string | RegExp): Promise<void> {
  await page.locator('select[name="basis"]').selectOption('unknown');
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('heading', { name: 'Import finished' }).waitFor();
}

describe('the import of prospects', () => {
  it('shows columns and rows before anything is stored, asks for consent, and says what it did', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await atStart(tenant);
    await choose(page, list);
    await page.getByText('4 of 5 columns imported. Left out: “Fax”.').waitFor();
    const fax = page.getByLabel('“Fax” goes to');
    // A field is in one column at most: taken by one, it leaves the other.
    await fax.selectOption('notes');
    await expect.poll(() => page.getByLabel('“Remarks” goes to').inputValue()).toBe('');
    await fax.selectOption('contactPhone');
    await page.getByLabel('“Remarks” goes to').selectOption('notes');
    await page.getByRole('button', { name: 'Check the rows' }).click();

    await page.getByRole('button', { name: 'All rows 5' }).waitFor();
    await page.getByText('Business Name is empty.').waitFor();
    await page.getByRole('button', { name: /^1 row without an email/ }).click();
    await page.getByText('There is no email: nobody can write to this business.').waitFor();
    await expect.poll(() => page.getByRole('row', { name: 'Blue Gum Physio' }).count()).toBe(1);
    await page.getByRole('row', { name: 'Harbour Lane Coffee' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rejected 2' }).click();
    await page.getByText("Contact Email 'no address' is not an email address.").waitFor();

    // Corrected in place: a wrong answer is refused, a right one moves the row.
    await page.getByRole('button', { name: 'Correct line 5' }).click();
    const name = page.getByLabel('Business Name of line 5');
    await name.fill(' ');
    await name.press('Enter');
    await page.locator('form').getByText('Business Name is empty.').waitFor();
    await name.fill('Found Again Books');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Rejected 1' }).waitFor();
    await page.getByRole('row', { name: 'Found Again Books' }).waitFor({ state: 'detached' });

    const go = page.getByRole('button', { name: 'Import 4 prospects' });
    await go.click();
    await page.getByText('Choose one. “I cannot say yet” is an answer too.').waitFor();
    await page.locator('select[name="basis"]').selectOption('published_address');
    await page.getByText('The address is conspicuously published').waitFor();
    await go.click();
    await page.getByText('Say where the consent comes from, such as a page or a form.').waitFor();
    await page.getByLabel('Where it comes from').fill('Exhibitors’ list on the fair’s website');
    await go.click();

    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    await page.getByText('4 prospects imported, 1 rejected.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Correct/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the prospects' }).click();
    await page.getByText('4 of 4 prospects').waitFor();
    await page.getByRole('link', { name: 'Found Again Books' }).waitFor();
    await page.getByRole('link', { name: 'Harbour Lane Coffee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await dialog.getByText('Exhibitors’ list on the fair’s website').first().waitFor();
    await dialog.getByText('Met in May').first().waitFor();
    await dialog.getByText('02 1').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('finds duplicates and leaves them out, updates them or adds them, as it is told', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await atStart(tenant);
    await choose(page, {
      name: 'a.csv',
      text: 'Name,Email,Notes\nAcme,hi@acme.example,\nBeta,hi@beta.example,',
    });
    await toCheck(page);
    await importIt(page, 'Import 2 prospects');
    await page.getByRole('button', { name: 'Import another' }).click();

    await choose(page, { name: 'b.csv', text: 'Name,Email,Notes\nAcme Ltd,HI@acme.example,new\nGamma,,' });
    await toCheck(page);
    const found = page.getByRole('group', { name: 'Duplicates Found' });
    await found.getByText('1 row to import, 1 there already, 0 rejected.').waitFor();
    await page.getByText('“Acme” has the same email.').waitFor();
    await page.getByRole('button', { name: 'Import 1 prospect' }).waitFor();
    await found.getByLabel('Add them as well').check();
    await page.getByRole('button', { name: 'Import 2 prospects' }).waitFor();
    await page.locator('select[name="basis"]').selectOption('unknown');
    await page.route('**/api/prospect-imports/*/start', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Import 2 prospects' }).click();
    await page.getByText('Failed to complete the import. Please try again.').first().waitFor();
    await found.getByLabel('Update what is there').check();
    await importIt(page, 'Import 1 prospect, update the others');
    await page.getByText('1 prospect imported, 1 updated.').waitFor();

    // Taken back as a whole: what it added goes, what it changed is as it was.
    await page.getByRole('button', { name: 'Undo the import of b.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('heading', { name: 'Import taken back' }).waitFor();
    await page.getByText('1 removed and 1 put back as they were.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('2 of 2 prospects').waitFor();
    await page.getByRole('link', { name: 'Acme', exact: true }).waitFor();
    await context.close();
  });

  it('gives the rejected rows back as a file with their reasons', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await atStart(tenant);
    await choose(page, list);
    await toCheck(page);
    await importIt(page, 'Import 3 prospects');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the rejected rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rejected-trade-show.csv');
    const saved = readFileSync(await download.path(), 'utf8');
    expect(saved.trim().split('\r\n').slice(1)).toEqual([
      "4,Contact Email 'no address' is not an email address.,Kingsford Tyres,no address,3 King St,,02 3",
      '5,Business Name is empty.,,lost@name.example,4 King St,,02 4',
    ]);
    await context.close();
  });

  it('refuses other files with a reason, and keeps the dialog', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await atStart(tenant);
    const refused = async (title: string, description: string, reason: string) => {
      const toast = page.getByRole('region', { name: 'Notices' });
      // Stays while it is pointed at.
      await toast.getByText(title, { exact: true }).hover();
      await toast.getByText(description, { exact: true }).waitFor();
      await page.getByRole('dialog').getByText(reason).waitFor();
      await toast.getByRole('button', { name: 'Dismiss' }).click();
    };
    await choose(page, { name: 'photo.png', text: 'x', type: 'image/png' });
    await refused('Invalid File', 'Please select a valid CSV file.', 'This one is called “photo.png”.');
    await choose(page, { name: 'list.csv', text: Buffer.from('PK\u0003\u0004 [Content_Types].xml') });
    await refused('Invalid File', 'Please select a valid CSV file.', 'This is an Excel workbook.');
    await choose(page, { name: 'empty.csv', text: ' ' });
    const failed = 'Failed to import CSV file. Please check the format and try again.';
    await refused('Import Failed', failed, 'This file is empty.');
    await choose(page, { name: 'large.csv', text: Buffer.alloc(25 * 1024 * 1024 + 1, 'a') });
    const large =
      'This file is larger than 25 MB, the most that is taken here. Split it and import the parts.';
    await refused('Import Failed', large, large);
    await choose(page, { name: 'names.csv', text: header });
    await toCheck(page);
    await page.getByText('This file names its columns and holds no rows').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Import 0 prospects' }).isDisabled()).toBe(true);
    await context.close();
  });

  it('loses nothing when it is left half-way, by closing or by a reload', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await atStart(tenant);
    await choose(page, list);
    await page.getByLabel('“Fax” goes to').selectOption('contactPhone');
    const address = page.url();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('import=');
    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    await page.getByRole('button', { name: 'Continue: trade-show.csv' }).click();
    await expect.poll(() => page.getByLabel('“Fax” goes to').inputValue()).toBe('contactPhone');
    await page.reload();
    await page.getByRole('heading', { name: 'Which column holds what?' }).waitFor();
    await expect.poll(() => page.getByLabel('“Fax” goes to').inputValue()).toBe('contactPhone');
    await toCheck(page);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.goto(address);
    await page.getByRole('heading', { name: 'What will be imported' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();

    // The next file with these columns is sent the same way.
    await page.getByRole('button', { name: 'Another file' }).click();
    await choose(page, { ...list, name: 'again.csv' });
    await page.getByText('The columns go where you sent them the last time').waitFor();
    await expect.poll(() => page.getByLabel('“Fax” goes to').inputValue()).toBe('contactPhone');
    await page.goto('/tenant/dashboard?tab=outreach&import=01a2b3c4-0000-7000-8000-000000000000');
    await page.getByText('This import is not there').waitFor();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    await context.close();
  });

  it('is not there for a viewer', async () => {
    const tenant = await hub.tenant();
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context } = await hub.window(viewer.token);
    await page.goto('/tenant/dashboard?tab=outreach&import=1');
    await page.getByText('No prospects found').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Import/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('works by keyboard alone and on a phone', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await atStart(tenant);
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, list);
    const heading = page.getByRole('heading', { name: 'Which column holds what?' });
    await heading.waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    // The heading has the focus: the first column is one Tab away, the button behind them.
    await hasFocus(heading);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
    await page.getByRole('button', { name: 'Check the rows' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What will be imported' }).waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await page.getByRole('button', { name: 'Import 3 prospects' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Choose one. “I cannot say yet” is an answer too.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('basis');
    // For 'I cannot say yet'. One letter: a list forgets after a second what was typed before.
    await page.keyboard.press('I');
    await page.getByRole('button', { name: 'Import 3 prospects' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('3 of 3 prospects').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** A collection of files, beside this project where there is one. */
const cases = join(import.meta.dirname, '../../shared/cases/email/csv');
interface FileCase {
  file: string;
  uploadMime: string;
  expected: { outcome: string; success: number | number[] };
}
const collected: FileCase[] = existsSync(cases)
  ? JSON.parse(readFileSync(join(cases, 'expected.json'), 'utf8'))
  : [];

describe.runIf(collected.length > 0)('the collected files, through the browser', () => {
  it('are imported, or refused with a reason', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await atStart(tenant);
    for (const { file, uploadMime, expected } of collected) {
      await page.goto('/tenant/dashboard?tab=outreach&import=1');
      await choose(page, { name: file, text: readFileSync(join(cases, file)), type: uploadMime });
      if (expected.outcome === 'rejected') {
        await page.getByRole('dialog').getByText('The first line must name the columns').waitFor();
        continue;
      }
      await toCheck(page);
      // Rows that an earlier file of the collection brought are there already.
      const duplicates = page.getByLabel('Add them as well');
      if ((await duplicates.count()) > 0) await duplicates.check();
      const go = page.getByRole('button', { name: /^Import [\d,]+ prospects?$/ });
      const written = Number(/\d+/.exec(await go.innerText())?.[0]);
      expect([file, [expected.success].flat().includes(written), written]).toEqual([file, true, written]);
      if (written === 0) continue;
      await importIt(page, /^Import [\d,]+ prospects?$/);
      await page.getByText(new RegExp(`^${written} prospects? imported`)).waitFor();
    }
    await context.close();
    // Some twenty files, each through all steps.
  }, 180_000);
});
