import type { ReactNode } from 'react';
import { emailLengthNames, emailToneNames } from '#features/outreach/email-contract.ts';
import type { OutreachSettings } from '#features/outreach/settings-contract.ts';
import { weekdays } from '#web/lib/weekdays.ts';
import { Section } from '#web/ui/section.tsx';
import { rampWords } from './ramp-words.ts';

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd dir="auto" className="text-left break-words whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

const capWords = (cap: number | null) => (cap === null ? 'No cap' : cap.toLocaleString('en-AU'));

/** The settings in words, for who may not change them. */
export function SettingsFacts({ settings }: { settings: OutreachSettings }) {
  const { approvedSentences, rampUp, window, dailyCap } = settings;
  return (
    <Section title="Settings" text="An owner or admin can change them.">
      <dl className="grid gap-x-6 gap-y-3 p-5 sm:grid-cols-2">
        <Fact label="Tone">{emailToneNames[settings.tone]}</Fact>
        <Fact label="Length">{emailLengthNames[settings.length]}</Fact>
        <Fact label="Sentences that AI may use about you" wide>
          {approvedSentences.length === 0 ? 'None' : approvedSentences.join('\n')}
        </Fact>
        <Fact label="Signature" wide>
          {settings.signature || 'None'}
        </Fact>
        <Fact label="Before any email" wide>
          {settings.requireConsentBasis
            ? 'A recorded basis of consent is asked for'
            : 'No recorded basis is asked for'}
        </Fact>
        <Fact label="Most in a day">{capWords(dailyCap)}</Fact>
        <Fact label="Most in an hour">{capWords(settings.hourlyCap)}</Fact>
        <Fact label="Slow beginning" wide>
          {rampUp ? rampWords(rampUp.startsAt, rampUp.addsPerDay, dailyCap) : 'No'}
        </Fact>
        <Fact label="Hours of sending" wide>
          {window
            ? `${window.days.map((day) => weekdays[day - 1]).join(', ')}, ${window.from} to ${window.to} where the recipient is`
            : 'Any'}
        </Fact>
        <Fact label="Over the day">{settings.spread ? 'Spread evenly' : 'As soon as they may'}</Fact>
        <Fact label="DKIM selector">{settings.dkimSelector ?? 'Common ones are tried'}</Fact>
      </dl>
    </Section>
  );
}
