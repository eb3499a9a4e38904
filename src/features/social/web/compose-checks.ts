import { aspectWarning } from '#features/images/picture-sizes.ts';
import { type Platform, pictureFault, platformRules, textFault } from '../platforms.ts';
import type { Channel } from '../settings-contract.ts';
import { chosenTime } from './chosen-time.ts';
import type { ComposeDraft } from './compose-draft.ts';
import { asSentence, platformNames } from './post-words.ts';

/** The text of a platform: its own, or the one for all. */
export function textOf({ text, own }: Pick<ComposeDraft, 'text' | 'own'>, target: Platform): string {
  return own[target] ?? text;
}

/** Something to know before saving: `stops` keeps it from being saved, else it may be. */
export interface Finding {
  text: string;
  stops: boolean;
}

/** What is wrong with a draft for one platform, and what its people should know. */
export function findingsOf(draft: ComposeDraft, target: Platform, channel: Channel | null): Finding[] {
  const goesOut = draft.when !== 'draft';
  const text = textOf(draft, target).trim();
  const found: Finding[] = [];
  const add = (words: string | null, stops: boolean) => {
    if (words) found.push({ text: words, stops });
  };
  add(textFault(target, text), true);
  add(pictureFault(target, draft.picture !== null), goesOut);
  if (draft.picture) add(aspectWarning(target, draft.picture.width, draft.picture.height), false);
  if (channel && goesOut) {
    if (channel.problem) add(`${channel.problem}${channel.fix ? ` ${asSentence(channel.fix)}` : ''}`, false);
    else if (channel.mode === 'by_hand')
      add(
        `Posts for ${platformRules[target].name} leave by hand: at its time you are told to post it.`,
        false,
      );
    if (draft.when === 'next_slot' && channel.nextSlot === null)
      add(`The queue of ${platformRules[target].name} has no free slot. Choose a time instead.`, true);
  }
  return found;
}

/** What is missing before it can be saved at all, in a sentence; null = nothing. */
export function missingOf(draft: ComposeDraft, zone: string, now: Date): string | null {
  if (draft.platforms.length === 0) return 'Choose at least one platform.';
  const without = draft.platforms.filter((one) => textOf(draft, one).trim() === '');
  if (without.length > 0) return `Write the text for ${platformNames(without)} first.`;
  if (draft.when !== 'at') return null;
  const chosen = chosenTime(draft.date, draft.time, zone);
  if (!chosen) return 'Choose a date and a time.';
  return chosen.at <= now ? 'This time has passed. Choose a later one.' : null;
}

/** What the primary button does, in its words. */
export function saveWords({ platforms, when }: ComposeDraft, asksApproval: boolean): string {
  const count = Math.max(1, platforms.length);
  if (when === 'draft') return count === 1 ? 'Save draft' : `Save ${count} drafts`;
  if (asksApproval) return 'Schedule and ask for approval';
  if (when === 'next_slot') return count === 1 ? 'Add to queue' : `Add ${count} posts to queue`;
  return count === 1 ? 'Schedule post' : `Schedule ${count} posts`;
}
