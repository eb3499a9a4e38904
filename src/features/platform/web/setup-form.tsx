import { useState } from 'react';
import { suggestedSlug } from '#features/auth/slug-hint.ts';
import { planNames } from '#features/billing/subscription-names.ts';
import { moduleWords } from '#features/landing/module-words.ts';
import {
  countryNames,
  industryNames,
  optionsOf,
  setupCountries,
  setupIndustries,
  setupTimezones,
  sizeOptions,
  zoneOptions,
} from '#features/organization/options.ts';
import {
  decimal,
  type ModuleType,
  modules,
  moduleTypes,
  plan,
  planModules,
  priceOf,
  trialDays,
} from '#shared/modules.ts';
import { ApiError, call, messageOf } from '#web/api.ts';
import { money } from '#web/lib/money.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, PasswordField, SelectField, TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { platformApi, type SetupResult, setupBody } from '../contract.ts';
import { newPassword } from './new-password.ts';

const { setupCompany, overview, modulesSummary } = platformApi.endpoints;

/** Defaults of specification section 5. */
const initial = {
  name: '',
  slug: '',
  industry: '',
  size: 'medium',
  country: 'AU',
  timezone: 'Australia/Sydney',
  adminEmail: '',
  adminFirstName: '',
  adminLastName: '',
  adminPassword: '',
  plan: 'pro',
};

/** Makes a company with its first owner. One form for the platform's dashboard and the Admin Panel. */
export function SetupForm({ onMade }: { onMade: (made: SetupResult) => void }) {
  const [chosen, setChosen] = useState<readonly ModuleType[]>(planModules.pro);
  const [slugTouched, setSlugTouched] = useState(false);
  const [shown, setShown] = useState(0);
  const price = priceOf(chosen);

  const form = useForm({
    initial,
    check: (values) => Promise.resolve(issuesOf(setupBody.safeParse({ ...values, modules: [...chosen] }))),
    submit: async (values) => {
      const made = await call(setupCompany, { body: setupBody.parse({ ...values, modules: [...chosen] }) });
      form.reset(initial);
      toast({
        title: 'Company setup successful!',
        description: 'New organization has been created and configured.',
      });
      onMade(made);
      await refresh([overview, modulesSummary]);
    },
    place: (error) =>
      error instanceof ApiError && error.code === 'slug_taken'
        ? [{ path: 'slug', message: error.message }]
        : [],
    failed: (error) =>
      toast({
        title: 'Setup failed',
        description: messageOf(error, 'The company was not set up.'),
        tone: 'danger',
      }),
  });

  return (
    <form {...form.form} className="panel max-w-[760px] divide-y divide-border" aria-label="New company">
      <fieldset className="p-5">
        <legend className="float-left mb-4 w-full text-lg font-semibold">Company</legend>
        <div className="clear-both grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('name')}
            label="Company Name"
            maxLength={120}
            dir="auto"
            autoComplete="off"
            onChange={(event) => {
              const name = event.target.value;
              form.set({ name, ...(slugTouched ? {} : { slug: suggestedSlug(name) }) });
            }}
          />
          <TextField
            {...form.field('slug')}
            label="URL Slug"
            hint="Lowercase letters, numbers and hyphens"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setSlugTouched(event.target.value !== '');
              form.set({ slug: event.target.value });
            }}
          />
          <SelectField
            {...form.field('industry')}
            label="Industry"
            placeholder="Select an industry"
            options={optionsOf(industryNames, setupIndustries)}
          />
          <SelectField {...form.field('size')} label="Company Size" options={sizeOptions} />
          <SelectField
            {...form.field('country')}
            label="Country"
            options={optionsOf(countryNames, setupCountries)}
          />
          <SelectField {...form.field('timezone')} label="Timezone" options={zoneOptions(setupTimezones)} />
        </div>
      </fieldset>
      <fieldset className="p-5">
        <legend className="float-left mb-4 w-full text-lg font-semibold">Admin account</legend>
        <div className="clear-both grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('adminFirstName')} label="First Name" dir="auto" autoComplete="off" />
          <TextField {...form.field('adminLastName')} label="Last Name" dir="auto" autoComplete="off" />
          <TextField {...form.field('adminEmail')} label="Admin Email" type="email" autoComplete="off" />
          <div>
            <PasswordField
              key={shown}
              {...form.field('adminPassword')}
              shownFirst={shown > 0}
              label="Temporary Password"
              hint="At least 8 characters; changed at the first sign-in"
              autoComplete="new-password"
            />
            <Button
              look="quiet"
              className="mt-1 -ml-3.5"
              onClick={() => {
                form.set({ adminPassword: newPassword() });
                setShown(shown + 1);
              }}
            >
              Generate a password
            </Button>
          </div>
        </div>
      </fieldset>
      <fieldset className="p-5">
        <legend className="float-left mb-4 w-full text-lg font-semibold">Plan and modules</legend>
        <div className="clear-both">
          <SelectField
            {...form.field('plan')}
            label="Plan"
            className="sm:max-w-[calc(50%-8px)]"
            options={plan.options.map((value) => ({ value, label: planNames[value] }))}
            onChange={(event) => {
              const next = plan.parse(event.target.value);
              form.set({ plan: next });
              setChosen(planModules[next]);
            }}
          />
          <ul className="mt-4 divide-y divide-border rounded-lg border border-border">
            {moduleTypes.map((key) => (
              <li key={key} className="flex items-center justify-between gap-4 px-4 py-2.5">
                <Checkbox
                  label={
                    <>
                      {modules[key].name}
                      {moduleWords[key].note ? (
                        <span className="block text-sm text-muted">{moduleWords[key].note}</span>
                      ) : null}
                    </>
                  }
                  checked={chosen.includes(key)}
                  onChange={(event) =>
                    setChosen(
                      moduleTypes.filter((one) =>
                        one === key ? event.target.checked : chosen.includes(one),
                      ),
                    )
                  }
                />
                <span className="figures text-sm text-muted">
                  {money(decimal(modules[key].priceCents), 'USD')}
                </span>
              </li>
            ))}
            <li className="flex items-baseline justify-between gap-4 rounded-b-lg bg-sunken px-4 py-3">
              <span className="font-medium">After the {trialDays}-day trial, per month</span>
              <strong className="figures font-semibold">{money(decimal(price.monthlyCents), 'USD')}</strong>
            </li>
          </ul>
          {form.errors.modules ? (
            <p role="alert" className="mt-1.5 text-sm text-danger-text">
              {form.errors.modules}
            </p>
          ) : null}
        </div>
      </fieldset>
      <div className="p-5">
        <Button type="submit" look="primary" busy={form.busy && 'Setting up the company...'}>
          Set Up Company
        </Button>
      </div>
    </form>
  );
}
