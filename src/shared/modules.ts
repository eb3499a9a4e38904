import { z } from 'zod';

/** The sold modules: key on the wire, name on the screen, list price per month in integer US cents (spec section 9). */
export const modules = {
  social_media: { name: 'Social Media Automation', priceCents: 6900, core: true },
  leads_manager: { name: 'Leads Manager', priceCents: 19900, core: true },
  outreach: { name: 'Outreach', priceCents: 12900, core: true },
  support_agent: { name: 'Support Agent', priceCents: 30000, core: false },
} as const;

export const moduleType = z.enum(['social_media', 'leads_manager', 'outreach', 'support_agent']);
export type ModuleType = z.infer<typeof moduleType>;
export const moduleTypes = moduleType.options;
export const coreModules: readonly ModuleType[] = moduleTypes.filter((key) => modules[key].core);

/** The three core modules together, per month, in US cents. */
export const proPackageCents = 29900;
/** Once, in Australian cents. */
export const setupFeeCents = 77000;
export const trialDays = 14;

export interface Price {
  /** Sum of the list prices, US cents a month. */
  listMonthlyCents: number;
  /** What is charged, US cents a month. */
  monthlyCents: number;
  savingCents: number;
}

/** Price of a set of active modules (contract section 5): the Pro Package applies when all three core modules are there. */
export function priceOf(active: Iterable<ModuleType>): Price {
  const set = new Set(active);
  let listMonthlyCents = 0;
  for (const key of set) listMonthlyCents += modules[key].priceCents;
  const coreList = coreModules.reduce((sum, key) => sum + modules[key].priceCents, 0);
  const saving = coreModules.every((key) => set.has(key)) ? coreList - proPackageCents : 0;
  return { listMonthlyCents, monthlyCents: listMonthlyCents - saving, savingCents: saving };
}

/** Integer cents as the decimal string of the wire: 6900 becomes '69.00'. */
export function decimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const abs = Math.abs(cents);
  return `${sign}${Math.trunc(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

export const plan = z.enum(['starter', 'pro', 'enterprise']);
export type Plan = z.infer<typeof plan>;

/** Modules that a plan selects to begin with (spec section 4). */
export const planModules: Record<Plan, readonly ModuleType[]> = {
  starter: ['social_media'],
  pro: coreModules,
  enterprise: moduleTypes,
};
