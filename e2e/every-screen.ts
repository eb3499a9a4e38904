import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { z } from 'zod';
import { dropFile, Hub, type Tenant } from './fixtures.ts';
import { sampleMbox } from './mail.ts';
import { platformEnvironment } from './platform.ts';
import { screens } from './screens.ts';

/** A hub with a tenant whose screens are full, also of very long names, and what visits all of them. */
export class EveryScreen {
  readonly hub = new Hub(platformEnvironment);
  #tenant: Tenant | null = null;
  #support: Tenant | null = null;
  #lead = '';

  constructor() {
    beforeAll(() => this.#fill());
  }

  get tenant(): Tenant {
    if (!this.#tenant) throw new Error('The tenant is made before the first test.');
    return this.#tenant;
  }

  async #fill(): Promise<void> {
    const { hub } = this;
    const tenant = await hub.tenant();
    this.#tenant = tenant;
    await hub.colleague(tenant, 'user');
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await page.getByText('8 of 8 leads').waitFor();
    await context.close();
    await hub.call(
      'POST',
      '/api/leads',
      {
        name: 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley of the Eastern Suburbs Branch',
        company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
        contact_email: `${'very-long-name-'.repeat(4)}x@example.test`,
        budget: 'about 12–15k, depending on what the board says in the second week of next month',
      },
      tenant.owner.token,
    );
    const variants = ['linkedin', 'facebook', 'instagram'].map((platform) => ({
      platform,
      content: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft für ${platform} #anzacparade`,
    }));
    const entry = { variants, imageUrl: 'https://pictures.test/gone.jpg' };
    await hub.call('POST', '/api/social-entries', { ...entry, when: null }, tenant.owner.token);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await hub.call('POST', '/api/social-entries', { ...entry, when: soon }, tenant.owner.token);
    await hub.call(
      'POST',
      '/api/prospects',
      {
        businessName: 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley of the Eastern Suburbs Branch',
        address: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
        contactEmail: `${'very-long-name-'.repeat(4)}x@example.test`,
        industry: 'Inland shipping, electricity and everything else that keeps a river town going',
      },
      tenant.owner.token,
    );
    const content =
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft {{industry}}';
    const steps = [{ waitDays: 0, writing: 'template', subject: content, content }];
    const sequence = {
      name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      steps,
    };
    await hub.call('POST', '/api/outreach-sequences', sequence, tenant.owner.token);
    await this.#fillSupport(sequence.name);
    const rows = await hub.call('GET', '/api/leads?search=hannah', undefined, tenant.owner.token);
    this.#lead = z.array(z.object({ thread_id: z.string() })).parse(rows)[0]?.thread_id ?? '';
  }

  /** A tenant of its own: what the other screens count is without it. */
  async #fillSupport(name: string): Promise<void> {
    const { hub } = this;
    const tenant = await hub.tenant(['support_agent']);
    this.#support = tenant;
    const article = {
      title: `How much ${name}?`,
      body: `# ${name}\n\n${name} [${name}](https://${'long'.repeat(15)}.example)`,
    };
    await hub.call('POST', '/api/knowledge/articles', article, tenant.owner.token);
    const inside = { url: `http://127.0.0.1/${name}` };
    await hub.call('POST', '/api/knowledge/sources/pages', inside, tenant.owner.token);
    const reply = { title: name, text: `${name} ${name}` };
    await hub.call('POST', '/api/canned-replies', reply, tenant.owner.token);
    const begun = await hub.call('POST', `/api/widget/${tenant.slug}/conversations`, {
      text: `${name}? I want to talk to a person`,
      clientKey: 'a-key-of-this-test',
      page: `https://${'long'.repeat(15)}.example/${name}`,
    });
    const { token } = z.object({ token: z.string() }).parse(begun);
    const contact = { email: `${'very-long-name-'.repeat(4)}x@example.test`, name };
    await hub.call('POST', `/api/widget-conversations/${token}/contact`, contact);
  }

  /** Visits every screen in a window of its kind and asks the same thing of each; returns what was found, by screen. */
  async visit(
    options: BrowserContextOptions,
    ask: (page: Page) => Promise<string[]>,
  ): Promise<Record<string, string[]>> {
    const { hub } = this;
    const windows = {
      nobody: await hub.window(null, options),
      owner: await hub.window(this.tenant.owner.token, options),
      support: await hub.window(this.#support?.owner.token ?? null, options),
      platform: await hub.window((await hub.platformOwner()).token, options),
    };
    const found: Record<string, string[]> = {};
    for (const screen of screens) {
      const { page } = windows[screen.as];
      await page.goto(screen.address.replace('{lead}', encodeURIComponent(this.#lead)));
      await screen.ready(page).catch((cause: unknown) => {
        throw new Error(`${screen.name} is never complete.`, { cause });
      });
      const list = await ask(page);
      if (list.length > 0) found[screen.name] = list;
    }
    for (const { context } of Object.values(windows)) await context.close();
    return found;
  }
}
