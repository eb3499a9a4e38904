import { type Sequence, sequenceApi } from '#features/outreach/sequence-contract.ts';
import type { Input } from '#shared/endpoint.ts';

/** A step as it is typed. */
export interface StepDraft {
  /** Stays with the step when others before it go. */
  key: string;
  waitDays: string;
  writing: 'template' | 'generate';
  subject: string;
  content: string;
}

export interface SequenceDraft {
  name: string;
  stopsCompany: boolean;
  steps: StepDraft[];
}

type Body = Input<(typeof sequenceApi)['endpoints']['create']>['body'];

let serial = 0;

/** A step that is still to be written; three days after the one before unless it is the first. */
export function newStep(isFirst: boolean): StepDraft {
  serial += 1;
  return {
    key: `step-${serial}`,
    waitDays: isFirst ? '0' : '3',
    writing: 'template',
    subject: '',
    content: '',
  };
}

export function newSequence(): SequenceDraft {
  return { name: '', stopsCompany: true, steps: [newStep(true)] };
}

/** A sequence as its form shows it. */
export function draftOf({ name, stopsCompany, steps }: Sequence): SequenceDraft {
  return {
    name,
    stopsCompany,
    steps: steps.map(({ waitDays, writing, subject, content }, index) => ({
      ...newStep(index === 0),
      waitDays: String(waitDays),
      writing,
      subject,
      content,
    })),
  };
}

/** What is sent of a form. What was typed for a template is not sent for a step that an engine writes. */
export function bodyOf({ name, stopsCompany, steps }: SequenceDraft): Body {
  return {
    name: name.trim(),
    stopsCompany,
    steps: steps.map(({ waitDays, writing, subject, content }) =>
      writing === 'template'
        ? { waitDays: daysOf(waitDays), writing, subject, content }
        : { waitDays: daysOf(waitDays), writing, subject: '', content: '' },
    ),
  };
}

function daysOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}

/** What is wrong, by the place where it is said: 'name', 'steps', 'steps.1.subject'. */
export type Faults = Record<string, string>;

const { body: wanted } = sequenceApi.endpoints.create;

/** What is wrong with a form, in the contract's words; each place says its first fault. */
export function faultsOf(draft: SequenceDraft): Faults {
  const faults: Faults = {};
  for (const { path, message } of wanted.safeParse(bodyOf(draft)).error?.issues ?? [])
    faults[path.join('.')] ??= message;
  return faults;
}

/** Whether anything was typed since. Keys of steps do not count. */
export function isChanged(before: SequenceDraft, now: SequenceDraft): boolean {
  const plain = ({ steps, ...rest }: SequenceDraft) =>
    JSON.stringify({ ...rest, steps: steps.map(({ key: _key, ...step }) => step) });
  return plain(before) !== plain(now);
}
