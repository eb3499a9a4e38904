import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live } from './fixtures.ts';

const hub = new Hub();

describe('a meeting', () => {
  it('is booked in the lead, moved and confirmed by the client, and told to the host', async () => {
    const tenant = await hub.tenant();
    const lead = { name: 'Noa Feldman', contact_email: 'noa@optical.test' };
    await hub.call('POST', '/api/leads', lead, tenant.owner.token);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await live(page);
    await page.getByRole('link', { name: 'Noa Feldman' }).click();
    const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
    await dialog.getByRole('button', { name: 'Book a meeting' }).click();
    const booking = page.getByRole('dialog', { name: 'Book a meeting' });
    await booking.getByRole('button', { name: 'Book and invite' }).click();
    await booking.getByText('Choose a time.').waitFor();
    await booking.getByRole('group', { name: 'Free times' }).getByRole('button').first().click();
    await booking.getByText('No mail account is connected').waitFor();
    await booking.getByLabel('Link to the meeting').fill('https://meet.example/room');
    await booking.getByRole('button', { name: 'Book and invite' }).click();
    await page.getByText('the invitation stays in the outbox').waitFor();
    await dialog.getByText('Invited, not confirmed yet').waitFor();
    await expect.poll(() => dialog.getByLabel('Stage').inputValue()).toBe('booked');
    await dialog.getByRole('article').filter({ hasText: 'we would like to meet you' }).waitFor();

    const found = await hub.call('GET', '/api/leads', undefined, tenant.owner.token);
    const [row] = z.array(z.object({ thread_id: z.string(), calldate_iso: z.string() })).parse(found);
    const meeting = z
      .object({ meeting: z.object({ publicUrl: z.string(), startsAt: z.string() }) })
      .parse(
        await hub.call('GET', `/api/leads/${row?.thread_id}/meeting`, undefined, tenant.owner.token),
      ).meeting;
    expect(row?.calldate_iso).toBe(meeting.startsAt);

    // The client lives elsewhere and is not signed in.
    const client = await hub.window(null, { timezoneId: 'Europe/London' });
    await client.page.goto(new URL(meeting.publicUrl).pathname);
    await client.page.getByRole('heading', { name: 'You are invited to a meeting' }).waitFor();
    await client.page.getByText('In your time zone, Europe/London.').waitFor();
    await client.page.getByRole('button', { name: 'Choose another time' }).click();
    await client.page.getByRole('group', { name: 'Free times' }).getByRole('button').first().click();
    await client.page.getByRole('button', { name: /^Take / }).click();
    await client.page.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor();
    expect(client.complaints).toEqual([]);
    await client.context.close();

    await dialog.getByText('Confirmed by the client').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notifications, 1 not read' }).click();
    await page.getByText('Noa Feldman moved the meeting').click();
    await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel meeting' }).click();
    await dialog.getByRole('button', { name: 'Book a meeting' }).waitFor();
    await expect.poll(() => dialog.getByLabel('Stage').inputValue()).toBe('new');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is not called off by one press of the client: the page asks first', async () => {
    const tenant = await hub.tenant();
    const person = { name: 'Noa Feldman', contact_email: 'noa@optical.test' };
    await hub.call('POST', '/api/leads', person, tenant.owner.token);
    const rows = await hub.call('GET', '/api/leads', undefined, tenant.owner.token);
    const [row] = z.array(z.object({ thread_id: z.string() })).parse(rows);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto(`/tenant/dashboard?tab=leads&lead=${row?.thread_id}`);
    const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
    await dialog.getByRole('button', { name: 'Book a meeting' }).click();
    const booking = page.getByRole('dialog', { name: 'Book a meeting' });
    await booking.getByRole('group', { name: 'Free times' }).getByRole('button').first().click();
    await booking.getByRole('button', { name: 'Book and invite' }).click();
    await dialog.getByText('Invited, not confirmed yet').waitFor();
    const answer = await hub.call(
      'GET',
      `/api/leads/${row?.thread_id}/meeting`,
      undefined,
      tenant.owner.token,
    );
    const { meeting } = z.object({ meeting: z.object({ publicUrl: z.string() }) }).parse(answer);

    const client = await hub.window(null);
    await client.page.goto(new URL(meeting.publicUrl).pathname);
    await client.page.getByRole('button', { name: 'I cannot come' }).press('Enter');
    const question = client.page.getByRole('alertdialog', { name: 'Cancel the meeting?' });
    await client.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await client.page.getByRole('heading', { name: 'You are invited to a meeting' }).waitFor();
    await client.page.getByRole('button', { name: 'I cannot come' }).click();
    await question.getByRole('button', { name: 'Cancel meeting' }).click();
    await client.page.getByRole('heading', { name: 'This meeting is cancelled' }).waitFor();
    expect(client.complaints).toEqual([]);
    await client.context.close();
    await context.close();
  });

  it('whose link is not right says so', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/meeting/hubl_nothing');
    await page.getByText('This link does not work').waitFor();
    await context.close();
  });
});

describe('working hours', () => {
  it('are set by an admin, and a wrong one is said', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=integrations&topic=meetings');
    await page.getByLabel('Saturday from').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add hours on Saturday' }).click();
    await page.getByLabel('Saturday from').fill('18:00');
    const form = page.locator('form').filter({ has: page.getByLabel('Usual length') });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('An end comes after its beginning.').waitFor();
    await page.getByLabel('Saturday from').fill('10:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Working hours saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Saturday from').inputValue()).toBe('10:00');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
