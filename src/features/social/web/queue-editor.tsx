import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { zoneName } from '#web/lib/dates.ts';
import { weekdays } from '#web/lib/weekdays.ts';
import { keyOf, queryClient } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { issuesOf } from '#web/ui/use-form.ts';
import { type Platform, platform, platformRules } from '../platforms.ts';
import { type QueueSlot, type SocialSettings, socialApiOfSettings } from '../settings-contract.ts';

const { read, update } = socialApiOfSettings.endpoints;

/** The times of the week at which each platform's queue has a place. */
export function QueueEditor({ settings }: { settings: SocialSettings }) {
  const zone = useZone();
  return (
    <Section
      title="Queue"
      text={`“Add to queue” gives a post the next free of these times, in ${zoneName(zone)}.`}
    >
      <div className="divide-y divide-border">
        {platform.options.map((one) => (
          <PlatformQueue key={one} platform={one} stored={settings.channels[one].slots} />
        ))}
      </div>
    </Section>
  );
}

function inOrder(slots: readonly QueueSlot[]): QueueSlot[] {
  return slots.toSorted((a, b) => a.day - b.day || a.time.localeCompare(b.time));
}

function PlatformQueue({ platform: target, stored }: { platform: Platform; stored: readonly QueueSlot[] }) {
  const { name } = platformRules[target];
  const [day, setDay] = useState('1');
  const [time, setTime] = useState('09:00');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function save(next: readonly QueueSlot[]): Promise<void> {
    const body = { slots: { [target]: inOrder(next) } };
    const [issue] = issuesOf(update.body.safeParse(body));
    setFault(issue?.message ?? null);
    if (issue) return;
    setBusy(true);
    try {
      queryClient.setQueryData(keyOf(read), await call(update, { body }));
      toast({ title: `Queue for ${name} saved` });
    } catch (error) {
      toast({
        title: 'Error',
        description: messageOf(error, 'The queue was not saved.'),
        tone: 'danger',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-label={`Queue for ${name}`} className="px-5 py-4">
      <h3 className="font-medium">{name}</h3>
      <dl className="mt-2 space-y-1.5">
        {weekdays.map((weekday, index) => {
          const own = stored.filter((slot) => slot.day === index + 1);
          return own.length === 0 ? null : (
            <div key={weekday} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <dt className="w-24 text-muted">{weekday}</dt>
              <dd className="flex flex-wrap gap-1.5">
                {inOrder(own).map((slot) => (
                  <span
                    key={slot.time}
                    className="figures inline-flex items-center rounded-md border border-border bg-surface pl-2.5"
                  >
                    {slot.time}
                    <IconButton
                      label={`Remove ${weekday} ${slot.time} from the queue for ${name}`}
                      disabled={busy}
                      onClick={() => void save(stored.filter((one) => one !== slot))}
                    >
                      <X size={14} aria-hidden />
                    </IconButton>
                  </span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
      {stored.length === 0 ? <p className="mt-1 text-muted">No times yet.</p> : null}
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save([...stored, { day: Number(day), time }]);
        }}
      >
        <SelectField
          label={`Day for ${name}`}
          labelHidden
          value={day}
          onChange={(event) => setDay(event.target.value)}
          options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
        />
        <TextField
          label={`Time for ${name}`}
          labelHidden
          type="time"
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
        <Button type="submit" busy={busy && 'Saving...'}>
          <Plus size={15} aria-hidden />
          Add time
        </Button>
      </form>
      {fault ? (
        <p role="alert" className="mt-1.5 text-sm text-danger-text">
          {fault}
        </p>
      ) : null}
    </section>
  );
}
