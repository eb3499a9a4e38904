import { describe, expect, it } from 'vitest';
import { dropFile, Hub } from './fixtures.ts';
import { conversations, sampleMbox } from './mail.ts';

const hub = new Hub();

describe('a mailbox dropped on the Leads screen', () => {
  it('becomes leads with their conversations, which a colleague sees at once and another tenant never', async () => {
    const tenant = await hub.tenant();
    const stranger = await hub.tenant();
    const colleague = await hub.colleague(tenant, 'user');
    const mine = await hub.window(tenant.owner.token);
    const theirs = await hub.window(colleague.token);
    const foreign = await hub.window(stranger.owner.token);
    for (const { page } of [mine, theirs, foreign]) {
      await page.goto('/tenant/dashboard?tab=leads');
      await page.getByText('No leads found').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    }
    let foreignToasts = 0;
    await foreign.page.exposeFunction('sawToast', () => {
      foreignToasts += 1;
    });
    await foreign.page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.textContent.includes('New Lead Received!')) Reflect.get(window, 'sawToast')();
      }).observe(document.body, { childList: true, subtree: true });
    });

    await dropFile(mine.page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await mine.page.getByRole('heading', { name: 'Import finished' }).waitFor();
    await mine.page.getByText('30 messages stored · 8 new leads').waitFor();

    // The colleague's window: toasts, counts and rows without a reload.
    const { page } = theirs;
    await page.getByText('New Lead Received!').first().waitFor();
    await page.getByText('8 of 8 leads').waitFor();
    for (const talk of conversations) await page.getByRole('link', { name: talk.name }).waitFor();
    await page.getByRole('button', { name: /^Total\s*8$/ }).waitFor();
    await page
      .getByRole('link', { name: /Incoming Leads\s*8/ })
      .first()
      .waitFor();

    for (const talk of conversations) {
      await page.getByRole('link', { name: talk.name }).click();
      const dialog = page.getByRole('dialog', { name: talk.name });
      await dialog.getByRole('article').first().waitFor();
      await expect.poll(() => dialog.getByRole('article').count()).toBe(talk.says.length);
      const texts = await dialog.getByRole('article').allInnerTexts();
      talk.says.forEach((said, index) => {
        expect(texts[index]).toContain(said);
        // What was said before is folded away, not repeated.
        const before = talk.says[index - 1];
        if (before) expect(texts[index]).not.toContain(`> ${before}`);
      });
      expect(texts[0]).toContain(talk.name);
      expect(texts[1]).toContain('(your team)');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }

    await foreign.page.waitForTimeout(300);
    expect(foreignToasts).toBe(0);
    await foreign.page.getByText('No leads found').waitFor();
    await foreign.page.reload();
    await foreign.page.getByText('No leads found').waitFor();
    for (const window of [mine, theirs, foreign]) {
      expect(window.complaints).toEqual([]);
      await window.context.close();
    }
  });

  it('may come twice without doubling anything, and says what it could not store', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    const mbox = sampleMbox(tenant.owner.email);
    await dropFile(page, 'inbox.mbox', mbox);
    await page.getByText('30 messages stored · 8 new leads').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await dropFile(page, 'inbox.mbox', mbox);
    await page.getByText('0 messages stored · 0 new leads · 30 messages already there').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await dropFile(page, 'holiday.png', 'not a mail');
    await page.getByText('Only .eml and .mbox files can be imported.').waitFor();
    await page.getByText('8 of 8 leads').waitFor();
    await context.close();
  });
});

describe('the list of leads', () => {
  it('keeps filter, search, sort and the open lead in the address', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await page.getByText('8 of 8 leads').waitFor();

    await page.getByRole('searchbox').fill('nguyen');
    await page.getByText('1 of 8 leads').waitFor();
    await expect.poll(() => page.url()).toContain('search=nguyen');
    await page.getByRole('link', { name: 'Jane Nguyen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Jane Nguyen' });
    await dialog.waitFor();
    await expect.poll(() => page.url()).toContain('lead=');

    await dialog.getByLabel('Stage').selectOption('qualified');
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('search=nguyen');
    await page.getByRole('cell', { name: 'Qualified' }).waitFor();

    await page.getByRole('searchbox').fill('nobody has this name');
    await page.getByText('No leads found').waitFor();
    await page.getByText('0 of 8 leads').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByText('8 of 8 leads').waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');

    await page.getByRole('button', { name: /^Qualified/ }).click();
    await page.getByText('1 of 8 leads').waitFor();
    await page.reload();
    await page.getByText('1 of 8 leads').waitFor();
    await page.getByLabel('Sort').selectOption('name_asc');
    await expect.poll(() => page.url()).toContain('sort=name_asc');
    await context.close();
  });

  it('takes a lead by hand and deletes it after a plain question', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('button', { name: 'New lead' }).last().click();
    await page.getByRole('button', { name: 'Add lead' }).click();
    await page.getByText('Give a name or an email address.').waitFor();
    await page.getByLabel('Name').fill('Walk-in Customer');
    await page.getByLabel('Budget').fill('about 12–15k');
    await page.getByRole('button', { name: 'Add lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Walk-in Customer' });
    await dialog.getByText('No communication history available').waitFor();
    await dialog.getByText('View detailed information for this contact').first().waitFor();
    await dialog.getByText('about 12–15k').waitFor();
    await dialog.getByText('Not specified').waitFor();

    await dialog.getByRole('button', { name: 'Delete lead' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('This cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Delete lead' }).click();
    await page.getByText('No leads found').waitFor();
    await context.close();
  });

  it('shows an unreachable server as an error with a way on', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.route('**/api/leads?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({
          message: 'The list could not be read.',
          code: 'internal',
          requestId: 'req-4711',
        }),
      }),
    );
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('The leads could not be loaded').waitFor();
    await page.getByText('The list could not be read.').waitFor();
    await page.getByText('Request req-4711').waitFor();
    await page.unroute('**/api/leads?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No leads found').waitFor();
    await context.close();
  });
});
