import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  countryNames,
  industryNames,
  optionsOf,
  signupCountries,
  signupIndustries,
  sizeOptions,
} from '#features/organization/options.ts';
import { coreModules, type ModuleType } from '#shared/modules.ts';
import { ApiError, call, messageOf } from '#web/api.ts';
import { useTitle } from '#web/shell/title.ts';
import { toast } from '#web/toast.ts';
import { saveToken } from '#web/token.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { authApi, signupBody } from '../contract.ts';
import { suggestedSlug, typedSlug } from '../slug-hint.ts';
import { ModuleChoice } from './module-choice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Page } from './page.tsx';
import { useConfig } from './use-config.ts';

const initial = {
  organizationName: '',
  slug: '',
  industry: '',
  size: '',
  country: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
};

const industries = optionsOf(industryNames, signupIndustries);
const countries = optionsOf(countryNames, signupCountries);

function bodyOf(values: typeof initial, selectedModules: readonly ModuleType[]): unknown {
  const { organizationName, slug, industry, size, country, firstName, lastName, email, password } = values;
  return {
    organization: { name: organizationName, slug, industry, size, country },
    user: { firstName, lastName, email, password },
    selectedPlan: 'pro',
    selectedModules,
  };
}

export function Screen() {
  useTitle('Start your free trial');
  const navigate = useNavigate();
  const config = useConfig();
  const [modules, setModules] = useState<readonly ModuleType[]>(coreModules);
  const [slugTouched, setSlugTouched] = useState(false);

  const form = useForm({
    initial,
    check: async (values) => {
      const issues = issuesOf(signupBody.safeParse(bodyOf(values, modules))).map(({ path, message }) => ({
        path: path === 'organization.name' ? 'organizationName' : path,
        message,
      }));
      if (values.confirmPassword !== values.password) {
        issues.push({ path: 'confirmPassword', message: "Passwords don't match" });
      }
      if (!values.agreeToTerms) issues.push({ path: 'agreeToTerms', message: 'You must agree to the terms' });
      return issues;
    },
    submit: async (values) => {
      const body = signupBody.parse(bodyOf(values, modules));
      const answer = await call(authApi.endpoints.signup, { body });
      saveToken(answer.token);
      await navigate({ to: '/dashboard', replace: true });
      toast({ title: 'Welcome to AI Hub!' });
    },
    failed: (error) =>
      toast({ title: 'Signup Failed', description: messageOf(error, 'Signup failed'), tone: 'danger' }),
    place: (error) =>
      error instanceof ApiError && error.code === 'slug_taken'
        ? [{ path: 'slug', message: error.message }]
        : [],
  });

  return (
    <Page
      wide
      title="Start your free trial"
      subtitle="14 days, every module you choose, no credit card required."
      footer={
        <p>
          Already have an account?{' '}
          <Link to="/tenant-login" className="link">
            Sign in
          </Link>
        </p>
      }
    >
      <form {...form.form} className="panel divide-y divide-border">
        <fieldset className="p-5">
          <legend className="float-left mb-4 w-full text-lg font-semibold">Organization Details</legend>
          <div className="clear-both grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field('organizationName')}
              label="Organization Name"
              autoComplete="organization"
              onChange={(event) => {
                const name = event.target.value;
                form.set({ organizationName: name, ...(slugTouched ? {} : { slug: suggestedSlug(name) }) });
              }}
            />
            <TextField
              {...form.field('slug')}
              label="Subdomain"
              suffix={config?.domainSuffix ?? '.aihub.com'}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                setSlugTouched(true);
                form.set({ slug: typedSlug(event.target.value) });
              }}
            />
            <SelectField
              {...form.field('industry')}
              label="Industry"
              placeholder="Select an industry"
              options={industries}
            />
            <SelectField
              {...form.field('size')}
              label="Organization Size"
              placeholder="Select a size"
              options={sizeOptions}
            />
            <SelectField
              {...form.field('country')}
              label="Country"
              placeholder="Select a country"
              options={countries}
            />
          </div>
        </fieldset>
        <fieldset className="p-5">
          <legend className="float-left mb-4 w-full text-lg font-semibold">Account Owner Details</legend>
          <div className="clear-both grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('firstName')} label="First Name" autoComplete="given-name" />
            <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" />
            <TextField
              {...form.field('email')}
              label="Email"
              type="email"
              autoComplete="email"
              className="sm:col-span-2"
            />
            <NewPasswordFields
              label="Password"
              password={form.field('password')}
              confirm={form.field('confirmPassword')}
            />
          </div>
        </fieldset>
        <ModuleChoice chosen={modules} onChange={setModules} error={form.errors.selectedModules} />
        <div className="space-y-4 p-5">
          <Checkbox
            {...form.tick('agreeToTerms')}
            label={
              <>
                I agree to the{' '}
                <a href="/terms" target="_blank" rel="noopener" className="link">
                  Terms
                </a>{' '}
                and the{' '}
                <a href="/privacy" target="_blank" rel="noopener" className="link">
                  Privacy Policy
                </a>
              </>
            }
          />
          <Button
            type="submit"
            look="primary"
            className="w-full sm:w-auto"
            busy={form.busy && 'Creating your organization...'}
          >
            Start Free 14-Day Trial
          </Button>
        </div>
      </form>
    </Page>
  );
}
