import { emailLimits } from '#features/outreach/email-contract.ts';
import { fillPlaceholders, type Placeholder, placeholderNames } from '#features/outreach/placeholders.ts';
import type { SequenceStep } from '#features/outreach/sequence-contract.ts';

export interface RenderedStep {
  subject: string;
  content: string;
  /** Why it cannot go out like this, in sentences. */
  issues: string[];
}

/**
 * A template as one prospect gets it. A placeholder that is not known or, without words after `|`, empty for this
 * prospect is an issue, and so is a text that is blank or too long when it is filled in: such a mail is not sent.
 */
export function renderStep(
  { subject, content }: Pick<SequenceStep, 'subject' | 'content'>,
  facts: Record<Placeholder, string>,
): RenderedStep {
  const issues = new Set<string>();
  const fill = (text: string, oneLine: boolean) =>
    fillPlaceholders(
      text,
      (name, otherwise) => {
        const value = facts[name].trim();
        if (value !== '') return oneLine ? value.replaceAll(/[\s\p{Cc}]+/gu, ' ') : value;
        if (otherwise !== undefined) return otherwise.trim();
        issues.add(
          `${placeholderNames[name]} is empty for this prospect. Fill it in, or write {{${name}|other words}} in the template.`,
        );
        return '';
      },
      (issue) => issues.add(issue),
    );
  const filled = { subject: fill(subject, true).trim(), content: fill(content, false) };
  const left = [filled.subject, filled.content].join('\n').match(/\{\{|\}\}/);
  if (left && issues.size === 0)
    issues.add('Braces {{ }} are left over in the text. Close them, or take them out.');
  if (subject !== '' && filled.subject === '') issues.add('The subject is empty once it is filled in.');
  if (filled.content.trim() === '') issues.add('The text is empty once it is filled in.');
  for (const [what, limit] of [
    ['subject', emailLimits.subject],
    ['content', emailLimits.content],
  ] as const) {
    if (filled[what].length <= limit) continue;
    issues.add(
      `The ${what === 'content' ? 'text' : what} is longer than ${limit.toLocaleString('en-AU')} characters once it is filled in.`,
    );
    filled[what] = filled[what].slice(0, limit).toWellFormed();
  }
  return { ...filled, issues: [...issues].slice(0, emailLimits.issues) };
}
