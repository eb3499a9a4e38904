import { shortDateTime } from '#web/lib/dates.ts';
import type { PostDetails } from '../contract.ts';
import type { Platform } from '../platforms.ts';
import { platformRules } from '../platforms.ts';
import { groupOf, type PostGroup } from '../post-state.ts';

const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' });

/** The beginning of a text on one line, cut after so many characters as people count them. */
export function cutText(content: string, limit: number): string {
  // Longer than any cut; keeps the segmenter off a text of sixty thousand characters.
  const start = content.slice(0, limit * 20);
  const line = start.replaceAll(/\s+/g, ' ').trim();
  let end = 0;
  let count = 0;
  for (const { index, segment } of graphemes.segment(line)) {
    if (count === limit) return `${line.slice(0, index).trimEnd()}…`;
    count += 1;
    end = index + segment.length;
  }
  return start.length < content.length ? `${line.slice(0, end).trimEnd()}…` : line;
}

/** What to do about a fault, with one full stop at its end: some of them are written with it. */
export function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** Age of a post (specification section 9): 'Just now' under one hour, then hours, then days. */
export function postAge(instant: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(instant)) / 3_600_000);
  if (hours < 1) return 'Just now';
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** 'LinkedIn', 'LinkedIn and Facebook', 'LinkedIn, Facebook and Instagram'. */
export function platformNames(platforms: readonly Platform[]): string {
  const names = platforms.map((one) => platformRules[one].name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The time that matters of a post: when it went out, or will, or was written. */
export function mainTime(post: PostDetails): { instant: string; label: string } {
  if (post.publishedAt) return { instant: post.publishedAt, label: 'Published' };
  if (post.scheduledFor && groupOf(post.state) === 'scheduled')
    return { instant: post.scheduledFor, label: 'Goes out' };
  return { instant: post.createdAt, label: 'Written' };
}

/** What a post is called where its text is not shown: 'LinkedIn post of 3 Feb, 10:11 am'. */
export function postName(post: PostDetails, zone: string): string {
  return `${platformRules[post.platform].name} post of ${shortDateTime(mainTime(post).instant, zone)}`;
}

/** The variants of one post that stand in one list, as one entry in the place of the first. */
export function entriesOf(posts: readonly PostDetails[]): PostDetails[][] {
  const entries = new Map<string, PostDetails[]>();
  for (const post of posts) {
    const entry = entries.get(post.entryId);
    if (entry) entry.push(post);
    else entries.set(post.entryId, [post]);
  }
  return [...entries.values()];
}

export const groupNames: Readonly<Record<PostGroup, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};
