import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { type ModuleType, moduleType, moduleTypes } from '#shared/modules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The model says what is charged in its own words, from the contract's section 5: cents by module, 299 for the core. */
const list: Record<ModuleType, number> = {
  social_media: 6900,
  leads_manager: 19_900,
  outreach: 12_900,
  support_agent: 30_000,
};

function total(goOn: ReadonlySet<ModuleType>): number {
  const core = ['social_media', 'leads_manager', 'outreach'] as const;
  const support = goOn.has('support_agent') ? list.support_agent : 0;
  if (core.every((key) => goOn.has(key))) return 29_900 + support;
  return core.reduce((sum, key) => sum + (goOn.has(key) ? list[key] : 0), support);
}

const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('add', 'remove', 'operator adds', 'operator removes'),
    key: fc.constantFrom(...moduleTypes),
  }),
  fc.record({
    do: fc.constantFrom('monthly', 'yearly', 'pay', 'suspend', 'reactivate', 'plan'),
    key: fc.constant(moduleType.enum.outreach),
  }),
);

interface Model {
  goOn: Set<ModuleType>;
  works: Set<ModuleType>;
  cycle: 'monthly' | 'yearly';
}

async function run(
  tenant: Tenant,
  model: Model,
  { do: what, key }: { do: string; key: ModuleType },
): Promise<void> {
  const own = '/api/tenant/subscription/modules';
  const at = `/api/tenant/saas/tenants/${tenant.organizationId}`;
  const { owner } = tenant.tokens;
  switch (what) {
    case 'add':
    case 'operator adds': {
      const answer =
        what === 'add'
          ? await app.call('POST', own, owner, { moduleType: key })
          : await app.call('POST', `${at}/modules`, app.platformToken, { moduleType: key });
      expect(answer.statusCode).toBe(model.works.has(key) ? 200 : 201);
      model.goOn.add(key);
      model.works.add(key);
      break;
    }
    case 'remove':
    case 'operator removes': {
      const answer =
        what === 'remove'
          ? await app.call('DELETE', `${own}/${key}`, owner)
          : await app.call('DELETE', `${at}/modules/${key}`, app.platformToken);
      expect(answer.statusCode).toBe(model.works.has(key) ? 200 : 404);
      // It works until the period's end, which does not come in this test.
      model.goOn.delete(key);
      break;
    }
    case 'monthly':
    case 'yearly':
      await app.call('PUT', `${at}/billing-cycle`, app.platformToken, { billingCycle: what });
      model.cycle = what;
      break;
    case 'pay':
      await app.call('POST', `${at}/payments`, app.platformToken, {
        amountCents: 100,
        currency: 'USD',
        method: 'cash',
        paidUntil: new Date(Date.now() + 60 * 86_400_000).toISOString(),
      });
      break;
    case 'plan':
      await app.call('PUT', `${at}/plan`, app.platformToken, { plan: 'enterprise' });
      break;
    default:
      await app.call('POST', `${at}/${what}`, app.platformToken, what === 'suspend' ? { reason: 'x' } : {});
  }
}

/** The operator's detail, overview and history name the price that the tenant reads: what runs now. */
async function operatorSees(tenant: Tenant, { works }: Model): Promise<void> {
  const at = `/api/tenant/saas/tenants/${tenant.organizationId}`;
  const detail = (await app.call('GET', `${at}/billing`, app.platformToken)).json();
  expect(detail.billing.totals.monthly).toBe((total(works) / 100).toFixed(2));
  const found = await app.call('GET', `/api/tenant/saas/overview?search=${tenant.slug}`, app.platformToken);
  const [row]: { modules: { moduleType: ModuleType }[] }[] = found.json().tenants;
  expect(new Set(row?.modules.map((one) => one.moduleType))).toEqual(works);
  const [latest] = detail.history;
  expect(latest.monthlyCents).toBe(detail.billing.subscription.status === 'active' ? total(works) : 0);
}

it('the monthly total is right to the cent after any sequence of changes, and a year is twelve of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...moduleTypes]),
      fc.array(step, { maxLength: 14 }),
      async (first, steps) => {
        const tenant = await app.tenant({ modules: first });
        const model: Model = { goOn: new Set(first), works: new Set(first), cycle: 'monthly' };
        for (const one of steps) {
          await run(tenant, model, one);
          const { totals } = (await app.call('GET', '/api/tenant/subscription', tenant.tokens.viewer)).json();
          const monthly = total(model.works);
          const listed = [...model.works].reduce((sum, key) => sum + list[key], 0);
          const cents = (value: string) => Number(value.replace('.', ''));
          expect([cents(totals.monthly), cents(totals.listMonthly), cents(totals.saving)]).toEqual([
            monthly,
            listed,
            listed - monthly,
          ]);
          const account = await app.call('GET', '/api/tenant/billing', tenant.tokens.viewer);
          expect(account.json().nextPeriodCents).toBe(
            total(model.goOn) * (model.cycle === 'yearly' ? 12 : 1),
          );
          const ending: { moduleType: ModuleType }[] = account.json().endingModules;
          const stops = [...model.works].filter((key) => !model.goOn.has(key));
          expect(new Set(ending.map((row) => row.moduleType))).toEqual(new Set(stops));
        }
        await operatorSees(tenant, model);
      },
    ),
    { numRuns: 25 },
  );
}, 300_000);
