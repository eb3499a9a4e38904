import { useState } from 'react';
import { authApi } from '#features/auth/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { timeOfDay } from '#web/lib/dates.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type Organization, organizationApi, organizationUpdate } from '../contract.ts';
import {
  adminCountries,
  adminIndustries,
  adminTimezones,
  type Choice,
  countryNames,
  industryNames,
  optionsOf,
  sizeOptions,
  zoneLabel,
  zoneOptions,
} from '../options.ts';

const { read, update } = organizationApi.endpoints;

/** The list of the form, and the stored value too where the list does not have it (contract section 4). */
function withStored(
  options: readonly Choice[],
  stored: string | null,
  label: (value: string) => string,
): Choice[] {
  const has = stored === null || options.some((option) => option.value === stored);
  return has ? [...options] : [...options, { value: stored, label: label(stored) }];
}

function nameIn(names: Record<string, string>): (value: string) => string {
  return (value) => names[value] ?? value;
}

export function OrganizationTab() {
  const organization = useEndpoint(read);
  if (organization.data) {
    return (
      <>
        <OrganizationForm organization={organization.data} />
      </>
    );
  }
  return organization.error ? (
    <ErrorState
      title="The organization could not be loaded"
      error={organization.error}
      onRetry={() => void organization.refetch()}
    />
  ) : (
    <Loading label="Loading the organization">
      <Skeleton className="h-80 rounded-lg" />
    </Loading>
  );
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const zone = useZone();
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const form = useForm({
    initial: {
      name: organization.name,
      industry: organization.industry ?? '',
      size: organization.size ?? '',
      country: organization.country ?? '',
      timezone: organization.timezone,
    },
    check: (values) => Promise.resolve(issuesOf(organizationUpdate.safeParse(bodyOf(values)))),
    submit: async (values) => {
      await call(update, { body: organizationUpdate.parse(bodyOf(values)) });
      setSavedAt(new Date().toISOString());
      toast({ title: 'Organization updated' });
      await refresh([read, authApi.endpoints.me]);
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The changes were not saved.'), tone: 'danger' }),
  });

  return (
    <Section title="Organization" text="What your colleagues see, and the time zone that dates are shown in.">
      <form {...form.form} className="p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('name')}
            label="Company Name"
            maxLength={120}
            dir="auto"
            className="sm:col-span-2"
          />
          <SelectField
            {...form.field('industry')}
            label="Industry"
            placeholder="Not specified"
            options={withStored(
              optionsOf(industryNames, adminIndustries),
              organization.industry,
              nameIn(industryNames),
            )}
          />
          <SelectField
            {...form.field('size')}
            label="Organization Size"
            placeholder="Not specified"
            options={sizeOptions}
          />
          <SelectField
            {...form.field('country')}
            label="Country"
            placeholder="Not specified"
            options={withStored(
              optionsOf(countryNames, adminCountries),
              organization.country,
              nameIn(countryNames),
            )}
          />
          <SelectField
            {...form.field('timezone')}
            label="Timezone"
            options={withStored(zoneOptions(adminTimezones), organization.timezone, zoneLabel)}
          />
        </div>
        <div className="mt-5 flex items-center gap-3">
          <Button type="submit" look="primary" busy={form.busy && 'Saving...'}>
            Save Changes
          </Button>
          <output className="figures text-sm text-muted">
            {savedAt ? `Saved ${timeOfDay(savedAt, zone)}` : null}
          </output>
        </div>
      </form>
    </Section>
  );
}

function bodyOf(values: {
  name: string;
  industry: string;
  size: string;
  country: string;
  timezone: string;
}): object {
  const { name, ...choices } = values;
  return { name, ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== '')) };
}
