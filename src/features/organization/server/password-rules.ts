import { AppError } from '#shared/errors.ts';

/** How many of the commonest passwords that are long enough are refused (contract section 4). */
const commonest = 10_000;
const shortest = 8;

let known: Promise<Set<string>> | null = null;

/** Loaded at the first use: the list is only needed where a password is chosen. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const byRank = dictionary['passwords-common'];
  return new Set(byRank.filter((word: string) => word.length >= shortest).slice(0, commonest));
}

/** Refuses a password that is among the commonest. `path` names the field in the body. @throws AppError invalid */
export async function assertStrongPassword(password: string, path: string): Promise<void> {
  known ??= load();
  if (!(await known).has(password.toLowerCase())) return;
  const message = 'This password is too common.';
  throw new AppError('invalid', message, { issues: [{ path, message }] });
}
