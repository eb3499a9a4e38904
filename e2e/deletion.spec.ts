import { describe, expect, it } from 'vitest';
import { Hub, live, narrow, overhang, password } from './fixtures.ts';
import { platformEnvironment } from './platform.ts';

const hub = new Hub(platformEnvironment);
const { HUB_PLATFORM_PASSWORD: platformPassword } = platformEnvironment;

describe('the deletion of an organization', () => {
  it('asks an owner for name and password, is said on every screen to everyone, and is undone', async () => {
    const tenant = await hub.tenant();
    const viewer = await hub.colleague(tenant, 'viewer');
    const theirs = await hub.window(viewer.token, narrow);
    await theirs.page.goto('/dashboard');
    await theirs.page.getByText('Live', { exact: true }).waitFor();

    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=security');
    await page.getByRole('heading', { name: 'Delete this organization' }).waitFor();
    await page.getByText(/It happens 30 days after it was asked for/).waitFor();
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${tenant.name}?` });
    const press = () => dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await press();
    await dialog.getByText('Type the name of the organization').waitFor();
    await dialog.getByText('Password is required').waitFor();
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByLabel('Name of the organization').fill('Another');
    await press();
    await dialog.getByText('This is not the name of the organization.').waitFor();
    await dialog.getByLabel('Name of the organization').fill(tenant.name);
    await press();
    await page.getByText('The day is set').waitFor();
    await page.getByText(/^Will be deleted on/).waitFor();
    await page.getByText(/Asked for by Dana Whitfield/).waitFor();
    await page.goto('/dashboard');
    await page
      .getByText(/This organization and everything in it will be deleted on .*you can undo it\./)
      .waitFor();

    await theirs.page.getByText(/will be deleted on .* Until then an owner can undo it\./).waitFor();
    await expect.poll(() => theirs.page.getByRole('link', { name: 'Go to Security' }).count()).toBe(0);
    await expect.poll(() => overhang(theirs.page)).toBe(0);

    await page.getByRole('link', { name: 'Go to Security' }).click();
    await page.getByRole('button', { name: 'Undo the deletion' }).click();
    await page.getByText('The deletion was undone.').waitFor();
    await page.getByRole('button', { name: 'Delete organization' }).waitFor();
    await page.getByText(/will be deleted on/).waitFor({ state: 'detached' });
    await theirs.page.getByText(/will be deleted on/).waitFor({ state: 'detached' });
    // The refused name is the one answer that the browser complains of.
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
    await context.close();
    await theirs.context.close();
  });

  it('is seen by an admin, who cannot ask for it', async () => {
    const tenant = await hub.tenant();
    const admin = await hub.colleague(tenant, 'admin');
    const { page, context } = await hub.window(admin.token, narrow);
    await page.goto('/tenant/admin?tab=security');
    await page.getByText('Only an owner can delete the organization.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete organization' }).count()).toBe(0);
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });

  it('is asked for by the operator with a reason that the owner reads and cannot undo', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window((await hub.platformOwner()).token);
    await page.goto(`/dashboard?search=${tenant.slug}`);
    await page.getByRole('button', { name: `Settings of ${tenant.name}` }).click();
    await page.getByRole('button', { name: 'Delete tenant' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${tenant.name}?` });
    await dialog.getByLabel('Your password', { exact: true }).fill(platformPassword);
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await dialog.getByText('A reason is required: the owners of the tenant read it.').waitFor();
    await dialog.getByLabel('Reason').fill('Asked for by letter');
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await page.getByText(/^Will be deleted on/).waitFor();

    const owner = await hub.window(tenant.owner.token);
    await owner.page.goto('/tenant/admin?tab=security');
    await owner.page
      .getByText(/The operator of this platform asked for it and alone can undo it\./)
      .waitFor();
    await owner.page.getByText(/Reason: Asked for by letter/).waitFor();
    await live(owner.page);
    await expect.poll(() => owner.page.getByRole('button', { name: 'Undo the deletion' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Undo the deletion' }).click();
    await page.getByText('The tenant stays').waitFor();
    await owner.page.getByRole('button', { name: 'Delete organization' }).waitFor();
    await owner.context.close();
    await context.close();
  });
});
