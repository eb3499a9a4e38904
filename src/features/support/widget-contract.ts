import { z } from 'zod';
import { sendWindow } from '#features/mailbox/contract.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { emailAddress, emailLimit, instant, required, rowId, text } from '#shared/text.ts';
import {
  conversationLimits,
  conversationMessage,
  conversationState,
  rating,
} from './conversation-contract.ts';

export const widgetLimits = {
  origins: 50,
  origin: 300,
  greeting: 300,
  away: 300,
  article: 100_000,
  /** Conversations that begin with one organization. */
  begunInTenMinutes: 1200,
} as const;

/** The origin of a website (RFC 6454 section 6.1); a star stands for every name below, such as https://*.shop.example. */
const originPattern = /^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;

export const widgetOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(widgetLimits.origin)
  .regex(originPattern, 'Write the website’s address without a path, such as https://www.shop.example.');

export const widgetColour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Choose a colour, written like #0f766e.')
  .transform((value) => value.toLowerCase());

export const widgetSides = ['right', 'left'] as const;

export const supportSettingsInput = z.strictObject({
  /** Websites that may show the widget. The hub's own pages always may. */
  origins: z.array(widgetOrigin).max(widgetLimits.origins, `At most ${widgetLimits.origins} websites.`),
  colour: widgetColour,
  side: z.enum(widgetSides),
  /** Said before the first question; empty = the usual sentence. That it is an assistant is said in any case. */
  greeting: text(widgetLimits.greeting),
  /** When people answer, in the organization's zone; null = at any time. */
  hours: sendWindow.nullable(),
  /** Said outside these hours; empty = the usual sentence. */
  awayText: text(widgetLimits.away),
  /** Who is written to when somebody waits for a person; null = the owners. */
  alertEmail: emailAddress().nullable(),
});
export type SupportSettingsInput = z.output<typeof supportSettingsInput>;

export const supportSettings = z.strictObject({
  origins: z.array(text(widgetLimits.origin)).max(widgetLimits.origins),
  colour: text(7),
  side: z.enum(widgetSides),
  greeting: text(widgetLimits.greeting),
  hours: sendWindow.nullable(),
  awayText: text(widgetLimits.away),
  alertEmail: text(emailLimit).nullable(),
  timezone: text(100),
  /** What is put into the pages of a website. */
  embedCode: text(600),
  demoUrl: text(600),
});
export type SupportSettings = z.infer<typeof supportSettings>;

export const supportSettingsApi = defineApi({
  module: 'support_agent',
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/support-settings',
      summary: 'How the widget looks, where it may be, and when people answer',
      access: 'support.read',
      ids: {},
      effects: [],
      output: supportSettings,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/support-settings',
      summary: 'Change the widget and the hours; what is left out stays',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      body: supportSettingsInput.partial(),
      output: supportSettings,
    }),
  },
});

export const widgetConfig = z.strictObject({
  /** False: the module is off, or the organization may not write now. The widget says so. */
  available: z.boolean(),
  organization: text(200),
  colour: text(7),
  side: z.enum(widgetSides),
  /** What the assistant says first, with that it is one. */
  greeting: text(1000),
  /** Whether people answer now, and else from when on. */
  isOpen: z.boolean(),
  opensAt: instant.nullable(),
});
export type WidgetConfig = z.infer<typeof widgetConfig>;

/** What a visitor may know of the own conversation. */
export const visitorConversation = z.strictObject({
  state: conversationState,
  /** The person who answers. */
  owner: text(conversationLimits.name).nullable(),
  name: text(conversationLimits.name).nullable(),
  email: text(emailLimit).nullable(),
  rating: rating.nullable(),
  /** Up to where the team has read. */
  teamReadSeq: z.int(),
  messages: z.array(conversationMessage).max(conversationLimits.messages + 50),
});
export type VisitorConversation = z.infer<typeof visitorConversation>;

const linkToken = z.string().min(10).max(200);
const linkParam = z.strictObject({ token: linkToken });
const slug = z.string().min(1).max(63);
/** Made by the browser for each message: sent twice, it is one message. */
const clientKey = z.string().regex(/^[\w-]{8,64}$/, 'A key has 8 to 64 letters, digits, hyphens.');
const words = required(conversationLimits.visitorText, 'Write something first.');
const ids = { token: 'support_conversations' } as const;
const open = { effects: ['frame'], cors: true, v2: false, whenEnded: 'works' } as const;
const name = text(conversationLimits.name);

/** Calls of the widget, from any website that the organization allows. The token is the visitor's alone. */
export const widgetApi = defineApi({
  module: null,
  endpoints: {
    config: endpoint({
      method: 'GET',
      path: '/api/widget/:slug',
      summary: 'How the widget of an organization looks, and whether it is available',
      access: 'public',
      ids: {},
      effects: [],
      cors: true,
      v2: false,
      rate: { calls: 120, seconds: 60, per: 'address' },
      params: z.strictObject({ slug }),
      query: z.strictObject({ language: text(35).optional() }),
      output: widgetConfig,
    }),
    start: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget/:slug/conversations',
      summary: 'Begin a conversation with its first message',
      status: 201,
      access: 'public',
      ids: {},
      rate: { calls: 30, seconds: 600, per: 'address' },
      bodyLimit: 32 * 1024,
      params: z.strictObject({ slug }),
      body: z.strictObject({
        text: words,
        clientKey,
        /** Address of the page and language of the browser. */
        page: text(conversationLimits.page).optional(),
        language: text(35).optional(),
      }),
      output: visitorConversation.extend({ token: linkToken }),
    }),
    resume: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/resume',
      summary: 'The conversation as it is, from a message on',
      access: 'signed-link',
      ids,
      rate: { calls: 240, seconds: 60, per: 'address' },
      params: linkParam,
      body: z.strictObject({
        after: z.int().min(0).max(100_000).optional(),
        /** Up to where the visitor has read, where no socket says it. */
        read: z.int().min(0).max(100_000).optional(),
      }),
      output: visitorConversation,
    }),
    write: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/messages',
      summary: 'Write a message',
      access: 'signed-link',
      ids,
      rate: { calls: 120, seconds: 60, per: 'address' },
      bodyLimit: 32 * 1024,
      params: linkParam,
      body: z.strictObject({ text: words, clientKey }),
      output: z.strictObject({ seq: z.int(), state: conversationState }),
    }),
    askPerson: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/person',
      summary: 'Ask for a person, with or without an address for the answer',
      access: 'signed-link',
      ids,
      rate: { calls: 30, seconds: 60, per: 'address' },
      params: linkParam,
      output: visitorConversation,
    }),
    leaveContact: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/contact',
      summary: 'Leave an email address, to which answers go when the visitor has left',
      access: 'signed-link',
      ids,
      rate: { calls: 20, seconds: 60, per: 'address' },
      params: linkParam,
      body: z.strictObject({ email: emailAddress(), name: name.optional() }),
      output: visitorConversation,
    }),
    rate: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/rating',
      summary: 'Say whether the answers helped',
      access: 'signed-link',
      ids,
      rate: { calls: 20, seconds: 60, per: 'address' },
      params: linkParam,
      body: z.strictObject({ rating, comment: text(conversationLimits.comment).optional() }),
      output: visitorConversation,
    }),
    article: endpoint({
      ...open,
      method: 'POST',
      path: '/api/widget-conversations/:token/article',
      summary: 'An article that an answer of this conversation cites',
      access: 'signed-link',
      ids: { ...ids, articleId: 'support_articles' },
      rate: { calls: 60, seconds: 60, per: 'address' },
      params: linkParam,
      body: z.strictObject({ articleId: rowId }),
      output: z.strictObject({ title: text(200), body: text(widgetLimits.article) }),
    }),
  },
});
