import { shortDateTime, zoneName } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { platformRules } from '../platforms.ts';
import type { SocialSettings } from '../settings-contract.ts';
import { type ComposeDraft, changeDraft, type WhenKind } from './compose-draft.ts';
import { TimeFields } from './time-fields.tsx';

interface ComposeWhenProps {
  draft: ComposeDraft;
  settings: SocialSettings | undefined;
}

/** When it goes out: not yet, in the next free slot of each platform, or at a time. */
export function ComposeWhen({ draft, settings }: ComposeWhenProps) {
  const zone = useZone();
  const slots = draft.platforms.map((one) => ({
    name: platformRules[one].name,
    at: settings?.channels[one].nextSlot ?? null,
  }));
  const queue = slots.some(({ at }) => at !== null)
    ? slots.map(({ name, at }) => `${name}: ${at ? shortDateTime(at, zone) : 'no free slot'}`).join(', ')
    : 'No queue slots yet. An admin can add some in Admin, Integrations.';
  const choices: readonly { kind: WhenKind; label: string; note: string }[] = [
    { kind: 'draft', label: 'Keep as a draft', note: '' },
    { kind: 'next_slot', label: 'Next free slot', note: queue },
    { kind: 'at', label: 'At a time', note: `In ${zoneName(zone)}.` },
  ];
  const free = slots.some(({ at }) => at !== null);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">When</legend>
      <div className="divide-y divide-border rounded-lg border border-border">
        {choices.map(({ kind, label, note }) => (
          <div key={kind} className="px-3.5 py-2.5">
            <label className="flex items-start gap-2.5">
              <input
                type="radio"
                name="when"
                className="mt-0.5 size-4.5 shrink-0 accent-brand"
                checked={draft.when === kind}
                disabled={kind === 'next_slot' && !free}
                onChange={() => changeDraft({ when: kind })}
              />
              <span className="min-w-0">
                {label}
                {note ? <span className="block text-sm text-muted">{note}</span> : null}
              </span>
            </label>
            {kind === 'at' && draft.when === 'at' ? (
              <div className="mt-3">
                <TimeFields
                  zone={zone}
                  date={draft.date}
                  time={draft.time}
                  fault={null}
                  onChange={({ date, time }) => changeDraft({ date, time })}
                />
              </div>
            ) : null}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
