import type { AiResult, SocialPostDraft, SocialPostInput } from '../jobs.ts';
import { cutAtSentence, hashtagLimit, hashtagsOf, limitHashtags } from '../post-form.ts';
import { capitalised, readBrief } from './post-brief.ts';
import { hashtagsFor } from './post-hashtags.ts';

type Platform = SocialPostInput['platform'];

/** A draft stays below this part of what the platform takes, so that a person can add to it. */
const roomKept = 0.9;
/** Longest part of the brief in a Facebook post, which is read in passing; UTF-16 code units. */
const shortPost = 600;

const hashtagsOn: Readonly<Record<Platform, number>> = { linkedin: 3, facebook: 2, instagram: 5 };
/** They say nothing about anybody, so that they are true beside every brief. */
const greetings = ['Hello everyone,', 'Hello all,', 'Hi everyone,', 'Hello there,'];
const closings: Readonly<Record<Platform, readonly string[]>> = {
  linkedin: [
    'What do you think? Tell us in the comments.',
    'Questions? Ask us in the comments.',
    'Would you like to know more? Send us a message.',
    'We would like to hear from you.',
  ],
  facebook: [
    'Any questions? Just ask below.',
    'Tell us what you think in the comments.',
    'We would love to hear from you.',
    'Want to know more? Send us a message.',
  ],
  instagram: [
    'Tell us what you think.',
    'Questions? Ask below.',
    'What do you think?',
    'Want to know more? Send us a message.',
  ],
};
const ownGreeting = /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening)|welcome|g'day)\b/i;
/** Beside such news a friendly word of ours would be out of place. */
const grave =
  /\b(?:sorry|sad|sadly|regret\w*|unfortunately|apolog\w+|died|death|dead|passed away|funeral|condolences|accident|injur\w+|fire|flood\w*|victims?|closed|closing|closure|cancel\w*|recall\w*|strike|redundan\w+|war|mourn\w*)\b/i;
/** The brief says itself what readers are to do. */
const ownEnding =
  /\?|https?:\/\/|www\.|@|\b(?:call|ring|contact|visit|book|join|register|sign up|message|email|e-mail|comment|ask|apply|reply|tell us|let us know|link in bio|dm)\b/i;

/**
 * A post that restates the brief in its own sentences, formed for the platform. Beside a brief that is surely English
 * stands a sentence that says nothing about anybody; beside any other nothing. The same input gives the same text.
 */
export function draftPostByRules(input: SocialPostInput): AiResult<SocialPostDraft> {
  const { platform, brief, textLimit } = input;
  const { lines, english, capitals } = readBrief(brief);
  const issues = [
    'Draft from your brief by built-in rules: it repeats what the brief says and knows nothing else.',
  ];
  const all = lines.flat().map((one, at) => (at === 0 ? capitalised(one) : one));
  const friendly = english && !grave.test(brief);
  const seed = seedOf(input);
  const before =
    friendly && platform === 'facebook' && !ownGreeting.test(all[0] ?? '') ? pick(greetings, seed) : '';
  const after = friendly && !ownEnding.test(brief) ? pick(closings[platform], seed >>> 8) : '';
  const tags = hashtagsFor(all, hashtagsOn[platform], friendly).join(' ');
  const around = [before, after, tags].filter(Boolean).join('\n\n').length + 8;
  const room = Math.min(
    Math.floor(textLimit * roomKept) - around,
    platform === 'facebook' ? shortPost : Number.POSITIVE_INFINITY,
  );
  const whole = limitHashtags(bodyOf(platform, lines));
  const body = cutAtSentence(whole, Math.max(0, room));
  if (body !== whole) issues.push('The brief is longer than fits here: the draft leaves its end out.');
  if (hashtagsOf(brief).length > hashtagLimit)
    issues.push(`The brief has more than ${hashtagLimit} hashtags. The others were taken out.`);
  if (capitals) issues.push('The brief is written in capitals, and so is the draft.');
  const text = [before, body, after, tags].filter(Boolean).join('\n\n');
  return { value: { text, altText: null }, evidence: [], issues, usage: { in: 0, out: 0, estimated: false } };
}

const isItem = (line: string): boolean => /^(?:[-*•·–]|\d{1,2}[.)])\s/.test(line);

/** The sentences in the platform's manner; points of a list stay below each other. */
function bodyOf(platform: Platform, lines: readonly string[][]): string {
  const paragraphs: string[] = [];
  let inList = false;
  for (const [at, sentences] of lines.entries()) {
    const own = at === 0 ? [capitalised(sentences[0] ?? ''), ...sentences.slice(1)] : sentences;
    const line = own.join(' ');
    if (isItem(line)) {
      if (inList) paragraphs.push(`${paragraphs.pop() ?? ''}\n${line}`);
      else paragraphs.push(line);
      inList = true;
      continue;
    }
    inList = false;
    if (platform === 'facebook') paragraphs.push(line);
    else if (at === 0) paragraphs.push(own[0] ?? '', ...grouped(platform, own.slice(1)));
    else paragraphs.push(...grouped(platform, own));
  }
  return paragraphs.filter(Boolean).join('\n\n');
}

function grouped(platform: Platform, sentences: readonly string[]): string[] {
  const size = platform === 'instagram' ? 1 : 2;
  const groups: string[] = [];
  for (let at = 0; at < sentences.length; at += size) groups.push(sentences.slice(at, at + size).join(' '));
  return groups;
}

function pick(choices: readonly string[], seed: number): string {
  return choices[seed % choices.length] ?? '';
}

/** FNV-1a, 32 bits (draft-eastlake-fnv, section 2). */
function seedOf({ platform, brief, organization }: SocialPostInput): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify([platform, brief, organization.name])))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
