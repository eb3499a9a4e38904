import { leadStage, stageNames } from './stage.ts';

interface Entry {
  action: string;
  from: string | null;
  to: string | null;
}

interface Naming {
  /** The name of a colleague by id. */
  person: (id: string) => string;
  /** The day of an instant. */
  day: (instant: string) => string;
}

const fieldNames: Record<string, string> = {
  name: 'the name',
  company: 'the company',
  contact_email: 'the email',
  phone_number: 'the phone number',
  advertising_goal: 'the advertising goal',
  billboard: 'the interested location',
  budget: 'the budget',
  duration: 'the duration',
  period: 'the period',
};

function stage(value: string | null): string {
  const known = leadStage.safeParse(value);
  return known.success ? stageNames[known.data] : (value ?? 'none');
}

/** What someone did to a lead, as it is read after their name: 'moved it from New to Won'. */
export function activityText({ action, from, to }: Entry, naming: Naming): string {
  switch (action) {
    case 'created':
      return 'added the lead';
    case 'stage':
      return `moved it from ${stage(from)} to ${stage(to)}`;
    case 'assignee':
      return to === null ? 'left it to nobody' : `assigned it to ${naming.person(to)}`;
    case 'follow_up':
      return to === null ? 'removed the follow-up' : `set the follow-up to ${naming.day(to)}`;
    case 'reply':
      return `replied to ${to ?? 'the lead'}`;
    case 'reply_undone':
      return 'took a reply back';
    case 'merged':
      return `merged the lead “${to ?? ''}” into it`;
    case 'split':
      return Number.isInteger(Number(to)) && to !== null
        ? `moved ${to === '1' ? 'a message' : `${to} messages`} to a lead of its own`
        : `made it from messages of “${to ?? ''}”`;
    case 'move_undone':
      return `undid a merge or split with “${to ?? ''}”`;
    case 'meeting_booked':
      return `arranged a meeting for ${to === null ? 'the lead' : naming.day(to)}`;
    case 'meeting_moved':
      return `moved the meeting to ${to === null ? 'another day' : naming.day(to)}`;
    case 'meeting_confirmed':
      return `confirmed the meeting on ${to === null ? 'its day' : naming.day(to)}`;
    case 'meeting_tentative':
      return `may come to the meeting on ${to === null ? 'its day' : naming.day(to)}`;
    case 'meeting_cancelled':
      return `cancelled the meeting on ${to === null ? 'its day' : naming.day(to)}`;
    default: {
      const field = fieldNames[action] ?? action.replaceAll('_', ' ');
      return to === null ? `emptied ${field}` : `set ${field} to “${to}”`;
    }
  }
}
