import { eq, sql } from 'drizzle-orm';
import { isRunning, standingOf } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import { organizationBySlug } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { SupportSettingsInput, WidgetConfig, widgetApi } from '#features/support/widget-contract.ts';
import type { OrganizationContext, PublicContext } from '#server/context.ts';
import { allowedOrigin } from '#server/http/realtime.ts';
import { refuseEnded } from '#server/http/serve.ts';
import { supportPhrases } from '#server/integrations/ai/builtin/support-phrases.ts';
import { nextOpening } from '#server/integrations/send-rules.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { supportSettings } from './conversation-tables.ts';
import { settingsOf } from './support-settings.ts';
import { spokenLanguage } from './visitor-sentences.ts';

type Endpoints = (typeof widgetApi)['endpoints'];

/** What a call of a visitor needs to know of the organization. */
export interface Door {
  name: string;
  timezone: string;
  settings: SupportSettingsInput;
  /** False: the module is off, or the organization may not write now. */
  available: boolean;
}

/** Reads in one statement who stands behind a widget. @throws AppError not_found */
export async function openDoor({
  db,
  services,
}: Pick<OrganizationContext, 'db' | 'services'>): Promise<Door> {
  const [row] = await db
    .select({
      name: organizations.name,
      timezone: organizations.timezone,
      subscription: subscriptions,
      module: subscriptionModules,
      settings: supportSettings,
    })
    .from(organizations)
    .leftJoin(subscriptions, sql`true`)
    .leftJoin(subscriptionModules, eq(subscriptionModules.moduleType, 'support_agent'))
    .leftJoin(supportSettings, sql`true`);
  if (!row) throw notFound('organization');
  const now = services.clock.now();
  const { name, timezone, subscription, module, settings } = row;
  return {
    name,
    timezone,
    settings: settingsOf(settings),
    available: module !== null && isRunning(module, now) && mayWrite(subscription, now),
  };
}

function mayWrite(subscription: typeof subscriptions.$inferSelect | null, now: Date): boolean {
  try {
    refuseEnded({ subscription: standingOf(subscription ?? undefined) }, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** @throws AppError unavailable where the widget does not work now */
export function refuseUnavailable({ available, name }: Pick<Door, 'available' | 'name'>): void {
  if (available) return;
  throw new AppError(
    'unavailable',
    `The chat of ${name} is not available at the moment. Your message was not sent; please use another way to reach them.`,
  );
}

/**
 * Whether a page may use the widget: the hub's own pages, the websites that the organization named, and whatever is no
 * browser (it sends no Origin; Fetch standard, section 3.2).
 */
export function isAllowedPage(
  origin: string | null,
  { origins }: Pick<SupportSettingsInput, 'origins'>,
  config: Parameters<typeof allowedOrigin>[1],
): boolean {
  if (origin === null || allowedOrigin(origin, config)) return true;
  const given = origin.toLowerCase();
  return origins.some((one) => {
    const [scheme = '', host = ''] = one.split('://*.');
    return host === '' ? one === given : given.startsWith(`${scheme}://`) && given.endsWith(`.${host}`);
  });
}

/** @throws AppError origin_refused for a website that the organization has not named */
export function refusePage(
  origin: string | null,
  { settings, name }: Pick<Door, 'settings' | 'name'>,
  config: Parameters<typeof allowedOrigin>[1],
): void {
  if (isAllowedPage(origin, settings, config)) return;
  throw new AppError(
    'origin_refused',
    `This website may not show the chat of ${name}. An admin can add its address under Support, Widget.`,
  );
}

/** The organization that a widget names. @throws AppError not_found, origin_refused */
export async function organizationNamed(
  context: PublicContext,
  slug: string,
): Promise<{ organization: OrganizationContext; door: Door }> {
  const found = await organizationBySlug(
    context.database.readAsPlatform('a widget names the organization that it is for'),
    slug.toLowerCase(),
  );
  if (found === null) throw notFound('organization');
  const organization = context.organization(found);
  const door = await openDoor(organization);
  refusePage(context.origin, door, context.services.config);
  return { organization, door };
}

/** From when on people answer: null = now, or never where the hours never begin. */
export function opening({ settings, timezone }: Pick<Door, 'settings' | 'timezone'>, now: Date): Date | null {
  if (settings.hours === null) return null;
  const at = nextOpening(settings.hours, timezone, now);
  return at !== null && at > now ? at : null;
}

export async function widgetConfig(
  context: PublicContext,
  { params, query }: Input<Endpoints['config']>,
): Promise<WidgetConfig> {
  const { door } = await organizationNamed(context, params.slug);
  const { name, settings, available } = door;
  const opensAt = opening(door, context.services.clock.now());
  return {
    available,
    organization: name,
    colour: settings.colour,
    side: settings.side,
    greeting: greetingOf(door, query.language ?? 'en'),
    isOpen: opensAt === null,
    opensAt: opensAt?.toISOString() ?? null,
  };
}

/** What the assistant says first: the organization's words and, in any case, that it is an assistant. */
export function greetingOf({ settings }: Pick<Door, 'settings'>, language: string): string {
  const { greeting } = supportPhrases[spokenLanguage(language)];
  return [settings.greeting.trim(), greeting].filter(Boolean).join('\n\n');
}
