import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { emailLimits } from '#features/outreach/email-contract.ts';
import { placeholderNames, placeholders } from '#features/outreach/placeholders.ts';
import { sequenceLimits, stepWriting } from '#features/outreach/sequence-contract.ts';
import { IconButton } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import type { StepDraft } from './sequence-draft.ts';
import type { SequenceForm } from './use-sequence-form.ts';

const writings = [
  { value: 'template', label: 'You: a template with placeholders' },
  { value: 'generate', label: 'AI: a text for each, that a person approves' },
];

interface StepFieldsProps {
  form: SequenceForm;
  step: StepDraft;
  index: number;
}

/** One step of a sequence: when, who writes it, and what it says. */
export function StepFields({ form, step, index }: StepFieldsProps) {
  const { draft, faults, setStep, removeStep } = form;
  const isFirst = index === 0;
  const fault = (field: keyof StepDraft) => faults[`steps.${index}.${field}`];
  const name = `Step ${index + 1}`;
  return (
    <fieldset aria-label={name} className="rounded-lg border border-border p-4">
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{name}</h3>
        {draft.steps.length > 1 ? (
          <IconButton
            className="-my-1.5 -mr-2"
            label={`Remove step ${index + 1}`}
            onClick={() => removeStep(index)}
          >
            <Trash2 size={15} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <div className="mt-2 grid gap-x-4 gap-y-3 lg:grid-cols-[150px_1fr]">
        <TextField
          label={isFirst ? 'Days after adding' : 'Days after the last'}
          name={`steps.${index}.waitDays`}
          type="number"
          inputMode="numeric"
          min={0}
          max={sequenceLimits.waitDays}
          value={step.waitDays}
          error={fault('waitDays')}
          onChange={(event) => setStep(index, { waitDays: event.target.value })}
        />
        {isFirst ? (
          <SelectField
            label="Who writes it"
            value={step.writing}
            options={writings}
            onChange={(event) => {
              const writing = stepWriting.safeParse(event.target.value);
              if (writing.success) setStep(index, { writing: writing.data });
            }}
          />
        ) : null}
      </div>
      {step.writing === 'generate' ? (
        <p className="mt-3 text-muted">
          A text is written for each prospect from what is known of the business. It waits under “To approve”
          until a person has read it, and leaves after that.
        </p>
      ) : (
        <TemplateFields
          step={step}
          index={index}
          faults={{ subject: fault('subject'), content: fault('content') }}
          onChange={(change) => setStep(index, change)}
        />
      )}
    </fieldset>
  );
}

interface TemplateFieldsProps {
  step: StepDraft;
  index: number;
  faults: { subject: string | undefined; content: string | undefined };
  onChange: (change: Partial<StepDraft>) => void;
}

function TemplateFields({ step, index, faults, onChange }: TemplateFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  /** Where a placeholder goes: the field that was written in last. */
  const last = useRef<'subject' | 'content'>('content');
  const isFirst = index === 0;
  const names = { subject: `steps.${index}.subject`, content: `steps.${index}.content` };

  function insert(placeholder: string): void {
    const field = box.current?.querySelector(`[name="${names[last.current]}"]`);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const end = field.value.length;
    field.setRangeText(`{{${placeholder}}}`, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
    onChange({ [last.current]: field.value });
    field.focus();
  }

  const sameConversation = step.subject === '' && !isFirst;
  return (
    <div ref={box} className="mt-3 space-y-3">
      <TextField
        label={isFirst ? 'Subject' : 'Subject (empty: same conversation)'}
        name={names.subject}
        dir="auto"
        maxLength={emailLimits.subject}
        value={step.subject}
        error={faults.subject}
        hint={
          sameConversation
            ? 'Same conversation: it goes out as an answer to the email before, with its subject.'
            : step.subject.length > emailLimits.goodSubject
              ? `Mail programs cut subjects after about ${emailLimits.goodSubject} characters.`
              : undefined
        }
        onFocus={() => {
          last.current = 'subject';
        }}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextAreaField
        label="Text"
        name={names.content}
        dir="auto"
        rows={7}
        maxLength={emailLimits.content}
        value={step.content}
        error={faults.content}
        onFocus={() => {
          last.current = 'content';
        }}
        onChange={(event) => onChange({ content: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-sm text-muted">Insert</span>
        {placeholders.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={`Insert ${placeholderNames[one]}`}
            className="rounded-md border border-border-strong px-2 py-1 text-sm hover:bg-hover max-sm:py-2"
            onClick={() => insert(one)}
          >
            {placeholderNames[one]}
          </button>
        ))}
      </div>
    </div>
  );
}
