import { describe, expect, it } from 'vitest';
import { dropFile, Hub, live, type Tenant } from './fixtures.ts';
import { conversations, sampleMbox } from './mail.ts';

const hub = new Hub();

async function openLead(tenant: Tenant, name: string) {
  const window = await hub.window(tenant.owner.token);
  const { page } = window;
  await page.goto('/tenant/dashboard?tab=leads');
  await page.getByText('No leads found').waitFor();
  await live(page);
  await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
  await page.getByText('8 of 8 leads').waitFor();
  await page.getByRole('link', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  const messages = conversations.find((talk) => talk.name === name)?.says.length ?? 0;
  await expect.poll(() => dialog.getByRole('article').count()).toBe(messages);
  return { ...window, dialog, messages };
}

describe('writing to a lead', () => {
  it('takes a reply back within its time, then sends it, and keeps a draft over closing', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints, dialog, messages } = await openLead(tenant, 'Jane Nguyen');
    await page.keyboard.press('r');
    const box = dialog.getByLabel('Your reply');
    await box.fill('Thank you, two thousand a month.');
    await dialog.getByText(/^To Jane Nguyen </).waitFor();
    await dialog.getByText('No mail account is connected').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Jane Nguyen' }).click();
    await expect.poll(() => box.inputValue()).toBe('Thank you, two thousand a month.');
    await expect.poll(() => dialog.getByRole('article').count()).toBe(messages);

    await box.press('Control+Enter');
    await page.getByText('Reply to Jane Nguyen put into the outbox').waitFor();
    await dialog.getByText('Queued', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('article').count()).toBe(messages + 1);
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Reply taken back').waitFor();
    await expect.poll(() => dialog.getByRole('article').count()).toBe(messages);
    await expect.poll(() => box.inputValue()).toBe('Thank you, two thousand a month.');

    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('In the outbox', { exact: true }).waitFor({ timeout: 45_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('attaches files, and adds notes that only their writer changes', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints, dialog } = await openLead(tenant, 'Jane Nguyen');
    await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles({
      name: 'prices.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('1,2'),
    });
    await dialog.getByRole('list', { name: 'Attachments' }).getByText('prices.txt').waitFor();
    await dialog.getByLabel('Your reply').fill('The prices.');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: /prices\.txt/ }).waitFor();

    await dialog.getByRole('button', { name: 'Add note' }).click();
    await dialog.getByLabel('Note', { exact: true }).fill('Call her on Monday');
    await dialog.getByRole('button', { name: 'Add note' }).last().click();
    const note = dialog.getByRole('article').filter({ hasText: 'Call her on Monday' });
    await note.waitFor();
    await note.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('article').getByLabel('Note').fill('Call her on Tuesday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // Not in the box any more, where it was typed.
    await dialog.getByRole('article').locator('p', { hasText: 'Call her on Tuesday' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();

    const viewer = await hub.colleague(tenant, 'viewer');
    const theirs = await hub.window(viewer.token);
    await theirs.page.goto('/tenant/dashboard?tab=leads');
    await theirs.page.getByRole('link', { name: 'Jane Nguyen' }).click();
    const seen = theirs.page.getByRole('dialog', { name: 'Jane Nguyen' });
    await seen.getByText('Call her on Tuesday').waitFor();
    await expect.poll(() => seen.getByRole('button', { name: /Reply|Add note|Merge|Edit/ }).count()).toBe(0);
    await theirs.context.close();
  });

  it('moves a message to its own lead, merges leads, and undoes both', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints, dialog, messages } = await openLead(tenant, 'Jane Nguyen');
    await dialog.getByRole('button', { name: 'More about this message' }).first().click();
    await page.getByRole('menuitem', { name: 'Move to its own lead' }).click();
    await page.getByText('Moved to its own lead').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByRole('article').count()).toBe(1);
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('dialog').getByRole('article').count()).toBe(messages);

    await dialog.getByRole('button', { name: 'Merge into another lead' }).click();
    const choice = page.getByRole('dialog', { name: 'Merge Jane Nguyen into another lead' });
    await choice.getByRole('list', { name: 'Leads' }).getByRole('button').first().click();
    await page.getByText('Leads merged').waitFor();
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole('article').count()).toBe(messages);
    // The dialog of the lead that just went may ask for it once more, when the news of the merge outruns its answer.
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
    await context.close();
  });
});
