import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * What a person reads about a value that does not fit, where the schema has no words of its own: Zod's are for
 * programmers. Undefined leaves Zod's.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  const name = (issue.path ?? []).map(String).join('.') || 'The body';
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return `${name} is required.`;
    const kind = kinds[issue.expected];
    return kind && `${name} must be ${kind}.`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return `${name} is required.`;
    return `${name} must be one of: ${issue.values.map(String).join(', ')}.`;
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${name} may have ${issue.maximum} characters at most.`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `${name} may have ${issue.maximum} entries at most.`;
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return `${name} must be a time such as 2026-11-27T09:30:00Z.`;
  return undefined;
}
