import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { id, instant, instantInput, text } from '#shared/text.ts';

export const meetingLimits = {
  /** Minutes. */
  shortest: 10,
  longest: 480,
  /** Days of one look at free slots. */
  slotDays: 31,
  slots: 1000,
  link: 2000,
  message: 2000,
} as const;

export const meeting = z.strictObject({
  id,
  startsAt: instant,
  durationMinutes: z.int(),
  /** The organization's. */
  timezone: z.string().max(100),
  link: text(meetingLimits.link).nullable(),
  status: z.enum(['invited', 'confirmed', 'cancelled']),
  hostId: id,
  sequence: z.int(),
  /** The client's own page; null for who may only read, since whoever holds it can move the meeting. */
  publicUrl: z.string().max(500).nullable(),
});
export type Meeting = z.infer<typeof meeting>;

export const slot = z.strictObject({ startsAt: instant, endsAt: instant });
export type Slot = z.infer<typeof slot>;

const duration = z
  .int()
  .min(meetingLimits.shortest, `A meeting takes at least ${meetingLimits.shortest} minutes.`)
  .max(meetingLimits.longest, `A meeting takes at most ${meetingLimits.longest / 60} hours.`);

const durationQuery = z
  .string()
  .regex(/^\d{1,3}$/, 'durationMinutes is a whole number.')
  .transform(Number)
  .pipe(duration);

const webAddress = text(meetingLimits.link).pipe(
  z.url({ protocol: /^https?$/, error: 'The link is a web address that begins with https://.' }),
);

export const booking = z.strictObject({
  startsAt: instantInput,
  durationMinutes: duration.optional(),
  /** Where it takes place online; left out = as it was, or the organization's usual link. */
  link: z.union([webAddress, z.null()]).optional(),
  /** What the invitation says above the time. */
  message: text(meetingLimits.message).optional(),
});

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time such as 09:00.');

const workingDay = z
  .strictObject({ day: z.int().min(1).max(7), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, { message: 'The end comes after the beginning.', path: ['to'] });
export type WorkingHours = z.infer<typeof workingDay>;

export const meetingSettings = z.strictObject({
  /** Several a day are possible, such as before and after lunch. 1 is Monday. Times of the organization's zone. */
  workingHours: z.array(workingDay).max(21),
  durationMinutes: duration,
  /** Minutes that stay free before and after each meeting. */
  bufferMinutes: z.int().min(0).max(240),
  /** A client can choose no slot sooner than this, hours. */
  noticeHours: z.int().min(0).max(336),
  /** The usual link, such as a video room; null = none. */
  link: z.union([webAddress, z.null()]),
});
export type MeetingSettings = z.infer<typeof meetingSettings>;

export const usualSettings: MeetingSettings = {
  workingHours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
  durationMinutes: 30,
  bufferMinutes: 0,
  noticeHours: 4,
  link: null,
};

/** What a client sees behind the link of an invitation. */
export const invitation = z.strictObject({
  organization: z.string().max(200),
  host: z.string().max(400),
  client: z.string().max(200).nullable(),
  startsAt: instant,
  durationMinutes: z.int(),
  timezone: z.string().max(100),
  link: text(meetingLimits.link).nullable(),
  status: z.enum(['invited', 'confirmed', 'cancelled']),
  isPast: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

const threadParam = z.strictObject({ thread_id: id });
const linkParam = z.strictObject({ token: z.string().min(10).max(200) });
const linkRate = { calls: 60, seconds: 60, per: 'address' } as const;

export const meetingsApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/meeting',
      summary: 'The meeting with a lead, if one is arranged',
      access: 'leads.read',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      output: z.strictObject({ meeting: meeting.nullable() }),
    }),
    book: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/meeting',
      summary: 'Arrange a meeting and invite the lead, or move the one that is arranged',
      status: 201,
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: ['mail', 'frame'],
      idempotent: true,
      params: threadParam,
      body: booking,
      output: meeting,
    }),
    cancel: endpoint({
      method: 'DELETE',
      path: '/api/leads/:thread_id/meeting',
      summary: 'Cancel the meeting and tell the lead',
      status: 204,
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: ['mail', 'frame'],
      params: threadParam,
      output: noContent,
    }),
    slots: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/meeting/slots',
      summary: 'Free slots of the one who would hold the meeting, within the working hours',
      access: 'leads.read',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      query: z.strictObject({
        from: instantInput.optional(),
        to: instantInput.optional(),
        durationMinutes: durationQuery.optional(),
      }),
      output: z.array(slot).max(meetingLimits.slots),
    }),
    readSettings: endpoint({
      method: 'GET',
      path: '/api/tenant/meeting-settings',
      summary: 'Working hours and what meetings usually are like',
      access: 'leads.read',
      ids: {},
      effects: [],
      module: null,
      output: meetingSettings,
    }),
    updateSettings: endpoint({
      method: 'PUT',
      path: '/api/tenant/meeting-settings',
      summary: 'Set working hours and what meetings usually are like',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      module: null,
      body: meetingSettings,
      output: meetingSettings,
    }),
  },
});

/** What the client does with the link of the invitation, without signing in. */
export const invitationApi = defineApi({
  module: null,
  endpoints: {
    open: endpoint({
      method: 'GET',
      path: '/api/invitations/:token',
      summary: 'The meeting behind the link of an invitation',
      access: 'signed-link',
      ids: { token: 'meetings' },
      effects: [],
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: invitation,
    }),
    slots: endpoint({
      method: 'GET',
      path: '/api/invitations/:token/slots',
      summary: 'Other times that the client can choose',
      access: 'signed-link',
      ids: { token: 'meetings' },
      effects: [],
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: z.array(slot).max(meetingLimits.slots),
    }),
    confirm: endpoint({
      method: 'POST',
      path: '/api/invitations/:token/confirm',
      summary: 'The client confirms the meeting',
      access: 'signed-link',
      ids: { token: 'meetings' },
      effects: ['frame'],
      whenEnded: 'works',
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: invitation,
    }),
    move: endpoint({
      method: 'POST',
      path: '/api/invitations/:token/move',
      summary: 'The client chooses another time',
      access: 'signed-link',
      ids: { token: 'meetings' },
      effects: ['frame'],
      whenEnded: 'works',
      rate: linkRate,
      v2: false,
      params: linkParam,
      body: z.strictObject({ startsAt: instantInput }),
      output: invitation,
    }),
    decline: endpoint({
      method: 'POST',
      path: '/api/invitations/:token/cancel',
      summary: 'The client cancels the meeting',
      access: 'signed-link',
      ids: { token: 'meetings' },
      effects: ['frame'],
      whenEnded: 'works',
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: invitation,
    }),
  },
});
