import type pino from 'pino';
import type { z } from 'zod';
import type { ApiKeyScope, Role } from '#shared/access.ts';
import type { ModuleType } from '#shared/modules.ts';
import type { RealtimeEvent } from '#shared/realtime.ts';
import type { Database, OrganizationDatabase, Transaction } from './db/database.ts';
import type { EnqueueOptions, Job } from './jobs/job.ts';
import type { Services } from './services.ts';

/** Who is asking. Found from the bearer token of a request or of a socket, or from the internal area's cookie. */
export interface Session {
  kind: 'user' | 'api_key' | 'legacy';
  /** Id of the session or of the key. */
  id: string;
  organizationId: string;
  /** Null for an API key and for the internal area. */
  userId: string | null;
  /** Name for activity and audit: a person's name or 'API key {name}'. */
  actor: string;
  role: Role;
  /** Null for a person. */
  scopes: ApiKeyScope[] | null;
  isPlatform: boolean;
  mustChangePassword: boolean;
  /** The organization requires a second factor, and this person has none yet. */
  mustSetUpTotp: boolean;
  /**
   * The tenant's state as of the database's clock is judged from these; null = no subscription. `trialEndsAt` is in
   * milliseconds and holds the days that a payment under way at Stripe gives a trial; so is `endsAt`, when an owner's wish
   * ends it.
   */
  subscription: {
    status: 'trial' | 'active' | 'suspended' | 'cancelled';
    trialEndsAt: number | null;
    endsAt?: number | null;
  } | null;
  /** Modules that are switched on, each with the instant at which it ends (null = goes on). */
  modules: ReadonlyMap<ModuleType, number | null>;
  timezone: string;
}

export interface AuditEntry {
  action: string;
  outcome?: 'ok' | 'denied' | 'failed';
  subject?: string | null;
  details?: Record<string, unknown>;
}

/** A transaction with what feature code does besides querying. All of it happens on commit or not at all. */
export interface Tx extends Transaction {
  /** Sends a realtime message to the organization's sockets. */
  emit<Data extends z.ZodType>(event: RealtimeEvent<string, Data>, data: z.output<Data>): void;
  enqueue<Payload extends z.ZodType>(
    job: Job<Payload, JobContext>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
}

/** What a use case gets when it works for one organization, in a request or in a job. */
export interface OrganizationContext extends Omit<OrganizationDatabase, 'tx'> {
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  services: Services;
  log: pino.Logger;
}

/** What a job runs with. `organization` is set for a job of scope organization, to the one it was enqueued for. */
export interface JobContext {
  organization: OrganizationContext | null;
  database: Database;
  services: Services;
  log: pino.Logger;
}

export interface Context extends OrganizationContext {
  session: Session;
  requestId: string;
  /** Address of the client, as far as the trusted proxies tell. */
  address: string;
  userAgent: string | null;
}

/** What the holder of a signed link gets: the organization that the link names, and no person of it. */
export interface LinkContext extends OrganizationContext {
  /** Whether the link is right is for the use case to find out. */
  token: string;
  requestId: string;
  address: string;
  userAgent: string | null;
  /** Of the page that calls (Fetch standard, section 3.2); null where there is none. */
  origin: string | null;
}

/** What a public endpoint gets: no organization; the database only through `asPlatform`. */
export interface PublicContext {
  database: Database;
  services: Services;
  log: pino.Logger;
  requestId: string;
  address: string;
  userAgent: string | null;
  /** Of the page that calls (Fetch standard, section 3.2); null where there is none. */
  origin: string | null;
  /** Host name that the browser asked for. */
  host: string;
  /** What works for one organization, for a call that has proved to be meant for it, such as by a signature. */
  organization(organizationId: string): OrganizationContext;
}

/** What a use case may get, by the access of its endpoint. */
export type AnyContext = Context | LinkContext | PublicContext;
