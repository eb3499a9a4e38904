import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, hasFocus, live, overhang, phone, type Tenant } from './fixtures.ts';

const hub = new Hub();
const inbox = '/tenant/dashboard?tab=support';
const started = z.object({ token: z.string() });
const talk = z.object({
  state: z.string(),
  teamReadSeq: z.int(),
  messages: z.array(z.object({ sender: z.string(), text: z.string() })),
});

let tenant: Tenant;
beforeAll(async () => {
  tenant = await hub.tenant(['support_agent', 'leads_manager']);
});

let serial = 0;
async function visitor(text: string): Promise<string> {
  serial += 1;
  const begun = await hub.call('POST', `/api/widget/${tenant.slug}/conversations`, {
    text,
    clientKey: `key-of-visitor-${serial}`,
    page: 'https://www.shop.example/help',
  });
  return started.parse(begun).token;
}

const write = (token: string, text: string) => {
  serial += 1;
  const body = { text, clientKey: `key-of-message-${serial}` };
  return hub.call('POST', `/api/widget-conversations/${token}/messages`, body);
};
const read = async (token: string) =>
  talk.parse(await hub.call('POST', `/api/widget-conversations/${token}/resume`, {}));

describe('the inbox', () => {
  it('says what it is for before the first conversation, and leads to the widget', async () => {
    const { owner } = await hub.tenant(['support_agent']);
    const { page, context, complaints } = await hub.window(owner.token);
    await page.goto(inbox);
    await page.getByText('No conversations yet').waitFor();
    await page.getByRole('button', { name: 'Set up the widget' }).click();
    await page.getByText('data-organization=').waitFor();
    await page.getByLabel('Websites').fill('shop.example');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page
      .getByText(
        '“shop.example”: Write the website’s address without a path, such as https://www.shop.example.',
      )
      .waitFor();
    await page.getByLabel('Websites').fill('https://shop.example/');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText(/^Saved /).waitFor();
    await page.getByRole('button', { name: 'Add reply' }).click();
    await page.getByLabel('Name').fill('Thanks');
    await page.getByLabel('Text').fill('Thank you for writing.');
    await page.getByRole('button', { name: 'Save reply' }).click();
    await page.getByText('Thank you for writing.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows who waits as it happens, with what is open; whoever takes over writes alone', async () => {
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(inbox);
    await page.getByText('No conversations yet').waitFor();
    await live(page);
    const token = await visitor('How tall is the tower? I want to talk to a human');
    await page.getByText('A visitor waits for a person').first().waitFor();
    await page.getByRole('button', { name: 'Waiting 1' }).click();
    await page.locator('[data-conversation]').first().click();
    const pane = page.getByRole('region', { name: 'Conversation' });
    await pane
      .getByRole('region', { name: 'Hand-off' })
      .getByText('The visitor asked for a person.')
      .waitFor();
    await pane.getByRole('button', { name: 'Take over' }).click();
    await pane.getByText('With Dana Whitfield').waitFor();
    const answer = pane.getByLabel('Answer', { exact: true });
    await page.keyboard.press('r');
    await hasFocus(answer);
    await page.keyboard.type('It is 12 metres tall.');
    await page.keyboard.press('Enter');
    // Among the messages, where it is when the server has it; the box holds the same words before.
    await page.getByRole('log', { name: 'Messages' }).getByText('It is 12 metres tall.').waitFor();
    await write(token, 'Thank you, and how wide?');
    await pane.getByText('Thank you, and how wide?').waitFor();
    expect((await read(token)).messages.map(({ sender }) => sender)).toEqual([
      'agent',
      'visitor',
      'system',
      'system',
      'person',
      'visitor',
    ]);
    await pane.getByRole('button', { name: 'Note' }).click();
    await pane.getByLabel('Note', { exact: true }).fill('Likes towers');
    await pane.getByRole('button', { name: 'Add note' }).click();
    await pane.getByRole('article').getByText('Likes towers').waitFor();
    await pane.getByRole('button', { name: 'Give back' }).click();
    await pane.getByText('The automated assistant is answering again.').waitFor();
    await pane.getByRole('button', { name: 'More about this conversation' }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
    await pane.getByText('This conversation is closed.').waitFor();
    await expect.poll(() => pane.getByLabel('Answer').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tells a colleague who has a conversation, and asks before it is taken', async () => {
    const colleague = await hub.colleague(tenant, 'user');
    const token = await visitor('Please connect me to an agent');
    const first = await hub.window(tenant.owner.token);
    const second = await hub.window(colleague.token);
    for (const { page } of [first, second]) {
      await page.goto(`${inbox}&inbox=waiting`);
      await page.locator('[data-conversation]').first().click();
      await live(page);
    }
    await first.page.getByRole('button', { name: 'Take over' }).click();
    await second.page.getByText('Dana Whitfield is answering. Take over to write.').waitFor();
    await second.page.getByLabel('Answer').fill('Me too');
    await expect.poll(() => second.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await second.page.getByRole('button', { name: 'Take over' }).click();
    const question = second.page.getByRole('alertdialog', { name: 'Take over from Dana Whitfield?' });
    await question.getByRole('button', { name: 'Take over' }).click();
    await second.page.getByRole('button', { name: 'Send' }).click();
    await first.page.getByText('Sam Okafor is answering. Take over to write.').waitFor();
    await first.page.getByText('Me too').waitFor();
    expect((await read(token)).messages.at(-1)).toEqual({ sender: 'person', text: 'Me too' });
    await first.context.close();
    await second.context.close();
  });

  it('is one thing at a time on a phone, and nothing sticks out', async () => {
    await visitor(`${'Donaudampfschifffahrts'.repeat(5)} Call me back please`);
    const { page, context } = await hub.window(tenant.owner.token, phone);
    await page.goto(`${inbox}&inbox=waiting`);
    await page.locator('[data-conversation]').first().click();
    await page.getByRole('region', { name: 'Hand-off' }).waitFor();
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
    await expect.poll(() => overhang(page)).toBe(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('searchbox').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });

  it('is read by a viewer, who finds no button that does nothing', async () => {
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context } = await hub.window(viewer.token);
    await page.goto(inbox);
    await page.locator('[data-conversation]').first().click();
    await page.getByRole('log', { name: 'Messages' }).waitFor();
    for (const name of ['Take over', 'Send', 'More about this conversation'])
      await expect.poll(() => page.getByRole('button', { name }).count(), { message: name }).toBe(0);
    await context.close();
  });

  it('says what is filtered where nothing is found', async () => {
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto(`${inbox}&search=zzzz`);
    await page
      .getByText('No open conversation has “zzzz” in name, email, first or latest message.')
      .waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.locator('[data-conversation]').first().waitFor();
    await context.close();
  });
});
