import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live, type Tenant } from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=outreach';

interface Sample {
  businessName: string;
  [field: string]: unknown;
}

/** Three prospects, of which each sort has another one first. */
const samples: readonly Sample[] = [
  {
    businessName: 'Harbour Lane Coffee',
    address: '12 Harbour Lane, Sydney NSW 2000',
    contactEmail: 'hello@harbourlane.example',
    contactPhone: '02 5550 0117',
    industry: 'Hospitality',
    summary: 'Two cafés near the ferry wharf.',
  },
  {
    businessName: 'Pappas Cycles',
    address: '4/88 Anzac Parade, Kensington NSW 2033',
    contactEmail: 'shop@pappas.example',
    industry: 'Retail',
    status: 'qualified',
    lastContactedAt: '2026-02-03T00:00:00Z',
  },
  {
    businessName: 'Mako Surf School',
    contactPhone: '02 5550 0142',
    industry: 'Education',
    status: 'responded',
    lastContactedAt: '2026-05-03T00:00:00Z',
  },
];

async function add(tenant: Tenant, sample: Sample): Promise<string> {
  const made = await hub.call('POST', '/api/prospects', sample, tenant.owner.token);
  return z.object({ id: z.string() }).parse(made).id;
}

async function filled(): Promise<Tenant> {
  const tenant = await hub.tenant();
  for (const sample of samples) await add(tenant, sample);
  return tenant;
}

async function statusOf(tenant: Tenant, id: string) {
  const found = await hub.call('GET', `/api/prospects/${id}`, undefined, tenant.owner.token);
  return z
    .object({
      status: z.string(),
      lastContactedAt: z.string().nullable(),
      activity: z.array(z.object({ action: z.string() })),
    })
    .parse(found);
}

const names = (page: Page) => page.locator('[data-prospect]').allTextContents();
const tile = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name });

async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await button.click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('the prospects', () => {
  it('are counted in tiles, filtered by them, searched, sorted, and the address says how', async () => {
    const tenant = await filled();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByText('3 of 3 prospects').waitFor();
    await page.getByRole('link', { name: 'Outreach 3' }).waitFor();
    await expect
      .poll(() => names(page))
      .toEqual(['Harbour Lane Coffee', 'Mako Surf School', 'Pappas Cycles']);
    const tiles = page.getByRole('group', { name: 'Filter by status' }).getByRole('button');
    await expect
      .poll(async () => (await tiles.allInnerTexts()).map((words) => words.split(/\n+/)))
      .toEqual([
        ['Total', '3'],
        ['Not contacted', '1'],
        ['Email sent', '0'],
        ['Responded', '1'],
        ['Qualified', '1'],
        ['Follow-up', '0'],
      ]);
    const row = page.getByRole('row').filter({ hasText: 'Harbour Lane Coffee' });
    for (const words of [
      '12 Harbour Lane',
      'hello@harbourlane.example',
      '02 5550 0117',
      'Not Contacted',
      'Never',
    ])
      await row.getByText(words).waitFor();

    await tile(page, /Qualified/).click();
    await page.getByText('1 of 3 prospects').waitFor();
    await expect.poll(() => names(page)).toEqual(['Pappas Cycles']);
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('qualified');
    await page.goBack();
    await page.getByText('3 of 3 prospects').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('follow_up');
    await page.getByText('No prospects found').waitFor();
    await page.getByText('There is no prospect with the status Follow Up.').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();

    for (const [words, found] of [
      ['pappas', 'Pappas Cycles'],
      ['hello@harb', 'Harbour Lane Coffee'],
      ['anzac', 'Pappas Cycles'],
      ['education', 'Mako Surf School'],
      ['ferry wharf', 'Harbour Lane Coffee'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search prospects' }).fill(words);
      await page.waitForURL((address) => address.searchParams.get('search') === words);
      await expect.poll(() => names(page)).toEqual([found]);
    }
    await page.getByRole('searchbox').fill('zzz');
    await page.getByText('with “zzz” in name, email, address, industry or summary').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();

    const sort = page.getByLabel('Sort', { exact: true });
    await expect
      .poll(() => sort.locator('option').allTextContents())
      .toEqual([
        'Business Name A-Z',
        'Business Name Z-A',
        'Industry A-Z',
        'Industry Z-A',
        'Last Contacted: Recent',
        'Last Contacted: Oldest',
      ]);
    const [harbour, mako, pappas] = ['Harbour Lane Coffee', 'Mako Surf School', 'Pappas Cycles'];
    for (const [chosen, order] of [
      ['businessName_desc', [pappas, mako, harbour]],
      ['industry_asc', [mako, harbour, pappas]],
      ['industry_desc', [pappas, harbour, mako]],
      ['lastContactedAt_recent', [mako, pappas, harbour]],
      ['lastContactedAt_oldest', [pappas, mako, harbour]],
    ] as const) {
      await sort.selectOption(chosen);
      await expect.poll(() => names(page)).toEqual(order);
    }
    await page.reload();
    await expect.poll(() => names(page)).toEqual([pappas, mako, harbour]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are marked as emailed by hand, which is undone from the toast', async () => {
    const tenant = await hub.tenant();
    const id = await add(tenant, samples[0] ?? { businessName: '' });
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await live(page);
    await page.getByRole('button', { name: 'Mark Harbour Lane Coffee as emailed' }).click();
    // Stays while it is pointed at.
    await page.getByText('Status Updated').hover();
    await page.getByText('Harbour Lane Coffee is marked as emailed. Nothing was sent from here.').waitFor();
    await tile(page, /Email sent\s*1/).waitFor();
    await page.getByRole('cell', { name: 'Email Sent' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Mark Harbour Lane Coffee as emailed' }).count())
      .toBe(0);
    const marked = await statusOf(tenant, id);
    expect(marked.status).toBe('email_sent');
    expect(marked.lastContactedAt).not.toBeNull();
    // A mark by hand is an entry of its own, and no mail.
    expect(marked.activity.map(({ action }) => action)).toEqual(['status', 'created']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Harbour Lane Coffee is Not Contacted again.').waitFor();
    await page.getByRole('button', { name: 'Mark Harbour Lane Coffee as emailed' }).waitFor();
    const back = await statusOf(tenant, id);
    expect([back.status, back.lastContactedAt]).toEqual(['not_contacted', null]);

    // Changed by someone else since, it stays as that person set it.
    await page.getByRole('button', { name: 'Mark Harbour Lane Coffee as emailed' }).click();
    await tile(page, /Email sent\s*1/).waitFor();
    await hub.call('PATCH', `/api/prospects/${id}`, { status: 'responded' }, tenant.owner.token);
    await tile(page, /Responded\s*1/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Harbour Lane Coffee has been changed since: it is Responded now.').waitFor();
    expect((await statusOf(tenant, id)).status).toBe('responded');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are changed, exported and deleted many at a time, and a change is undone', async () => {
    const tenant = await filled();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByLabel('Select Harbour Lane Coffee').check();
    await page.getByLabel('Select Mako Surf School').check();
    const bar = page.getByRole('region', { name: 'Selected prospects' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByLabel('Set the status of the selected prospects').selectOption('responded');
    await page.getByText('1 prospect set to Responded. 1 prospect stayed as before.').waitFor();
    await tile(page, /Responded\s*2/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 prospect put back.').waitFor();
    await tile(page, /Responded\s*1/).waitFor();

    await page.getByLabel('Select Harbour Lane Coffee').check();
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saved(page, page.getByRole('menuitem', { name: 'Prospects' }));
    expect(file.name).toMatch(/^prospects-\d{4}-\d\d-\d\d\.csv$/);
    expect(file.text.trim().split('\r\n')).toHaveLength(4);
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await bar.waitFor({ state: 'detached' });

    await page.getByLabel('Select Harbour Lane Coffee').check();
    await page.getByLabel('Select Pappas Cycles').check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 prospects?' });
    await question.getByText('This cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete 2 prospects' }).click();
    await page.getByText('2 prospects deleted').waitFor();
    await page.getByText('1 of 1 prospects').waitFor();
    await expect.poll(() => names(page)).toEqual(['Mako Surf School']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are exported as they are filtered, and the template can be imported again', async () => {
    const tenant = await filled();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&status=qualified`);
    await page.getByText('1 of 3 prospects').waitFor();
    const exports = page.getByRole('button', { name: 'Export CSV' });
    await exports.click();
    const file = await saved(page, page.getByRole('menuitem', { name: 'Prospects' }));
    expect(file.text).toContain('Pappas Cycles');
    expect(file.text).not.toContain('Mako Surf School');
    await exports.click();
    const evidence = await saved(page, page.getByRole('menuitem', { name: 'Evidence of consent' }));
    expect(evidence.name).toMatch(/^consent-evidence-\d{4}-\d\d-\d\d\.csv$/);
    expect(evidence.text).toContain('Pappas Cycles');
    expect(evidence.text).not.toContain('Mako Surf School');

    const template = await saved(page, page.getByRole('button', { name: 'Download Template' }));
    expect(template.name).toBe('prospects_template.csv');
    const [header, ...rows] = template.text.trimEnd().split('\r\n');
    expect(header).toBe(
      '\uFEFF"Business Name","Address","Contact Email","Contact Phone","Industry","Summary","Notes"',
    );
    expect(rows).toHaveLength(1);
    const other = await hub.tenant();
    const form = new FormData();
    form.set('csvFile', new File([template.text], template.name, { type: 'text/csv' }));
    const answer = await fetch(`${hub.url}/api/prospects/import-csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.owner.token}` },
      body: form,
    });
    const { success, errors } = z
      .object({ success: z.number(), errors: z.array(z.string()) })
      .parse(await answer.json());
    expect([success, errors]).toEqual([1, []]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
