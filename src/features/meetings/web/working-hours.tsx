import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { weekdays } from '#web/lib/weekdays.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type WorkingHours as Hours, type MeetingSettings, meetingsApi } from '../contract.ts';

const { readSettings, updateSettings } = meetingsApi.endpoints;

/** When meetings are offered and what they usually are like: for the Integrations tab. */
export function WorkingHours() {
  const zone = useZone();
  const settings = useEndpoint(readSettings);
  return (
    <Section
      title="Meetings"
      text={`Clients can choose times within these hours, in ${zone}. The time zone is set under Organization.`}
    >
      {settings.data ? (
        <Form settings={settings.data} />
      ) : settings.error ? (
        <ErrorState
          title="The working hours could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Loading label="Loading working hours" className="space-y-3 p-5">
          <Skeleton className="h-9 w-2/3 rounded-md" />
          <Skeleton className="h-9 w-2/3 rounded-md" />
        </Loading>
      )}
    </Section>
  );
}

interface Values {
  durationMinutes: string;
  bufferMinutes: string;
  noticeHours: string;
  link: string;
}

function Form({ settings }: { settings: MeetingSettings }) {
  const [hours, setHours] = useState(settings.workingHours);
  const [hoursError, setHoursError] = useState<string | null>(null);
  const bodyOf = (values: Values) => ({
    workingHours: hours,
    durationMinutes: Number(values.durationMinutes),
    bufferMinutes: Number(values.bufferMinutes),
    noticeHours: values.noticeHours.trim() === '' ? Number.NaN : Number(values.noticeHours),
    link: values.link.trim() || null,
  });
  const form = useForm({
    initial: {
      durationMinutes: String(settings.durationMinutes),
      bufferMinutes: String(settings.bufferMinutes),
      noticeHours: String(settings.noticeHours),
      link: settings.link ?? '',
    },
    check: (values) => {
      const issues = issuesOf(updateSettings.body.safeParse(bodyOf(values)));
      setHoursError(
        issues.some(({ path }) => path.startsWith('workingHours'))
          ? 'An end comes after its beginning.'
          : null,
      );
      return Promise.resolve(issues);
    },
    submit: async (values) => {
      queryClient.setQueryData(keyOf(readSettings), await call(updateSettings, { body: bodyOf(values) }));
      toast({ title: 'Working hours saved' });
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The hours were not saved.'), tone: 'danger' }),
  });

  const change = (day: number, at: number, patch: Partial<Hours>) => {
    let index = -1;
    setHours(
      hours.map((one) => {
        if (one.day === day) index += 1;
        return one.day === day && index === at ? { ...one, ...patch } : one;
      }),
    );
  };

  return (
    <form {...form.form}>
      <ul className="divide-y divide-border">
        {weekdays.map((name, index) => {
          const day = index + 1;
          const own = hours.filter((one) => one.day === day);
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
              <span className="w-24 font-medium">{name}</span>
              <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
                {own.length === 0 ? <span className="text-muted">No meetings</span> : null}
                {own.map((one, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- hours of a day have nothing else that tells them apart.
                  <span key={at} className="flex items-center gap-1.5">
                    <Time
                      label={`${name} from`}
                      value={one.from}
                      onChange={(from) => change(day, at, { from })}
                    />
                    <span className="text-muted">to</span>
                    <Time label={`${name} to`} value={one.to} onChange={(to) => change(day, at, { to })} />
                    <IconButton
                      label={`Remove ${one.from} to ${one.to} on ${name}`}
                      onClick={() => setHours(hours.filter((other) => other !== one))}
                    >
                      <X size={15} aria-hidden />
                    </IconButton>
                  </span>
                ))}
              </div>
              <IconButton
                label={`Add hours on ${name}`}
                onClick={() =>
                  setHours([...hours, { day, from: own.length === 0 ? '09:00' : '13:00', to: '17:00' }])
                }
              >
                <Plus size={16} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {hoursError ? <p className="px-5 pb-2 text-sm text-danger-text">{hoursError}</p> : null}
      <div className="grid gap-4 border-t border-border p-5 sm:grid-cols-3">
        <SelectField
          {...form.field('durationMinutes')}
          label="Usual length"
          options={[15, 30, 45, 60, 90, 120].map((minutes) => ({
            value: String(minutes),
            label: `${minutes} minutes`,
          }))}
        />
        <SelectField
          {...form.field('bufferMinutes')}
          label="Kept free between"
          options={[0, 5, 10, 15, 30, 60].map((minutes) => ({
            value: String(minutes),
            label: `${minutes} minutes`,
          }))}
        />
        <TextField
          {...form.field('noticeHours')}
          label="Notice"
          inputMode="numeric"
          suffix="hours"
          hint="Clients choose no sooner."
        />
        <TextField
          {...form.field('link')}
          label="Usual meeting link"
          type="url"
          placeholder="https://"
          className="sm:col-span-3"
        />
      </div>
      <div className="flex justify-end border-t border-border px-5 py-3">
        <Button type="submit" look="primary" busy={form.busy && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Time({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control field-box figures w-auto"
    />
  );
}
