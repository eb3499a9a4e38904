import { isIP } from 'node:net';
import { z } from 'zod';
import { type AiConfig, aiConfig, missingForAi, price, wholeNumber } from './ai-config.ts';
import type { S3Settings } from './integrations/file-store.ts';
import { missingForStripe, type StripeConfig, stripeConfig } from './integrations/stripe/stripe-config.ts';
import { missingForSocial, type SocialConfig, socialConfig } from './social-config.ts';

/** Thrown at start for a wrong variable: `message` names it, what it held and what it may hold. */
export class ConfigError extends Error {}

/** A PostgreSQL address is never echoed whole, since it holds a password. */
const secretNames = new Set([
  'DATABASE_URL',
  'HUB_SECRET',
  'HUB_METRICS_TOKEN',
  'HUB_PLATFORM_PASSWORD',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'LEGACY_ACCESS_CODE',
  'AI_API_KEY',
  'AI_BASE_URL',
  'LINKEDIN_CLIENT_SECRET',
  'META_APP_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]);

/** An address without a path. Refinements run on values of any shape, also those that are no address at all. */
function isBareAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { pathname, search } = new URL(value);
  return pathname === '/' && search === '';
}

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:5353`. */
function isNameServer(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  return isIP(six ?? four ?? '') !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

function isServerAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
  } catch {
    return false;
  }
  return hostname !== '';
}

/** An address without a path that has a default. */
const origin = (usual: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress)
    .default(usual);

/** Id or secret of an application at a platform. */
const credential = z.string().regex(/^[\x21-\x7e]{1,200}$/);

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  HUB_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress)
    .optional(),
  HUB_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  HUB_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32)
    .optional(),
  HUB_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HUB_TRUST_PROXY: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isNetwork))
    .default([]),
  HUB_METRICS_TOKEN: z.string().min(16).optional(),
  HUB_PLATFORM_EMAIL: z.email().default('owner@aihub.local'),
  HUB_PLATFORM_PASSWORD: z.string().min(8).max(128).optional(),
  HUB_DEMO: flag.optional(),
  LEGACY_ACCESS_CODE: z.string().min(1).max(200).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s]+$/)
    .refine(isServerAddress)
    .optional(),
  // A line break would begin another header.
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]{3,320}$/u)
    .optional(),
  STRIPE_SECRET_KEY: credential.optional(),
  STRIPE_WEBHOOK_SECRET: credential.optional(),
  STRIPE_API_BASE: origin('https://api.stripe.com'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  HUB_ALLOW_PRIVATE_HOSTS: flag.default(false),
  HUB_DNS_SERVERS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isNameServer))
    .default([]),
  HUB_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  AI_PROVIDER: z.enum(['builtin', 'openai', 'anthropic', 'openai-compatible']).default('builtin'),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  AI_API_KEY: z.string().min(1).max(1000).optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  AI_VISION_MODEL: z.string().min(1).max(200).optional(),
  AI_TIMEOUT_MS: wholeNumber(1000, 120_000, 20_000),
  AI_STRUCTURED: z.enum(['auto', 'schema', 'json', 'none']).default('auto'),
  AI_CONTEXT_TOKENS: wholeNumber(2000, 2_000_000, 16_000),
  AI_PRICE_IN: price.optional(),
  AI_PRICE_OUT: price.optional(),
  AI_STORE_TEXT_DAYS: wholeNumber(0, 3650, 30),
  LINKEDIN_CLIENT_ID: credential.optional(),
  LINKEDIN_CLIENT_SECRET: credential.optional(),
  LINKEDIN_API_BASE: origin('https://api.linkedin.com'),
  LINKEDIN_AUTH_BASE: origin('https://www.linkedin.com'),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d{4}$/)
    .default('202607'),
  META_APP_ID: credential.optional(),
  META_APP_SECRET: credential.optional(),
  META_API_BASE: origin('https://graph.facebook.com'),
  META_AUTH_BASE: origin('https://www.facebook.com'),
  META_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0'),
  SOCIAL_FORM_URL: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});

/** What each variable may hold, in words, for the message of a wrong one. */
const allowed: Record<keyof z.input<typeof schema>, string> = {
  NODE_ENV: 'production, development or test',
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  HUB_PUBLIC_URL: 'an http or https address without a path, such as https://hub.example.com',
  HUB_DATA_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgresql://user:password@host:5432/database',
  HUB_SECRET: 'at least 32 bytes of random text',
  HUB_ROLE: 'all, web or worker',
  HUB_TRUST_PROXY: 'IP addresses or networks separated by commas',
  HUB_METRICS_TOKEN: 'at least 16 characters',
  HUB_PLATFORM_EMAIL: 'an email address',
  HUB_PLATFORM_PASSWORD: '8 to 128 characters',
  HUB_DEMO: '0 or 1',
  LEGACY_ACCESS_CODE: '1 to 200 characters',
  SMTP_URL: 'an address such as smtp://user:password@mail.example.com:587',
  MAIL_FROM: 'an address such as Hub <hub@example.com>',
  STRIPE_SECRET_KEY: 'the secret key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint at Stripe',
  STRIPE_API_BASE: 'an http or https address without a path, such as https://api.stripe.com',
  S3_ENDPOINT: 'an http or https address without a path, such as https://s3.example.com',
  S3_BUCKET: 'the name of a bucket',
  S3_REGION: 'a region such as us-east-1',
  S3_ACCESS_KEY_ID: 'the id of an access key',
  S3_SECRET_ACCESS_KEY: 'the secret of the access key',
  HUB_ALLOW_PRIVATE_HOSTS: '0 or 1',
  HUB_DNS_SERVERS: 'IP addresses of name servers separated by commas, each with or without a port',
  HUB_LOG_LEVEL: 'debug, info, warn, error or silent',
  AI_PROVIDER: 'builtin, openai, anthropic or openai-compatible',
  AI_BASE_URL: 'an http or https address, such as http://localhost:11434/v1',
  AI_API_KEY: 'the key of the provider',
  AI_MODEL: 'the name of a model',
  AI_VISION_MODEL: 'the name of a model that reads images',
  AI_TIMEOUT_MS: 'milliseconds from 1000 to 120000',
  AI_STRUCTURED: 'auto, schema, json or none',
  AI_CONTEXT_TOKENS: 'a number of tokens from 2000 to 2000000',
  AI_PRICE_IN: 'US dollars for a million tokens, such as 0.15',
  AI_PRICE_OUT: 'US dollars for a million tokens, such as 0.60',
  AI_STORE_TEXT_DAYS: 'days from 0 to 3650',
  LINKEDIN_CLIENT_ID: 'the client id of the LinkedIn application',
  LINKEDIN_CLIENT_SECRET: 'the client secret of the LinkedIn application',
  LINKEDIN_API_BASE: 'an http or https address without a path, such as https://api.linkedin.com',
  LINKEDIN_AUTH_BASE: 'an http or https address without a path, such as https://www.linkedin.com',
  LINKEDIN_VERSION: 'a version of the API, year and month, such as 202607',
  META_APP_ID: 'the id of the Meta application',
  META_APP_SECRET: 'the secret of the Meta application',
  META_API_BASE: 'an http or https address without a path, such as https://graph.facebook.com',
  META_AUTH_BASE: 'an http or https address without a path, such as https://www.facebook.com',
  META_VERSION: 'a version of the Graph API, such as v25.0',
  SOCIAL_FORM_URL: 'an http or https address of at most 2000 characters',
};

function held(name: string, value: string | undefined): string {
  if (value === undefined) return 'is not set';
  return secretNames.has(name)
    ? 'holds a value that does not fit'
    : `is ${JSON.stringify(value.slice(0, 200))}`;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Origin without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  secret: string | null;
  role: 'all' | 'web' | 'worker';
  trustProxy: string[];
  metricsToken: string | null;
  platformEmail: string;
  platformPassword: string | null;
  demo: boolean;
  /** Opens the internal area; null = it is switched off. */
  legacyAccessCode: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Null: payments are recorded by the platform owner. */
  stripe: StripeConfig | null;
  /** Null: uploaded files lie in the data folder. */
  s3: S3Settings | null;
  allowPrivateHosts: boolean;
  /** Name servers for the check of a sender's domain; none = the machine's own. */
  dnsServers: readonly string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  ai: AiConfig;
  social: SocialConfig;
}

/** All of the file store's variables or none: a half would write to a place that nobody meant. */
function s3Of(value: z.output<typeof schema>): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = value;
  const given = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(given).flatMap(([name, one]) => (one === undefined ? [name] : []));
  if (missing.length === Object.keys(given).length) return null;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new ConfigError(
      `${missing.join(', ')} not set. An S3-compatible file store needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: value.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/**
 * Reads the configuration from environment variables (contract section 1).
 * An empty variable counts as not set. Throws `ConfigError` with one line per wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const names = Object.keys(schema.shape);
  const given = Object.fromEntries(names.map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const wrong = [...new Set(parsed.error.issues.map((one) => String(one.path[0])))];
    throw new ConfigError(
      wrong
        .map((name) => {
          const may = Object.entries(allowed).find(([key]) => key === name)?.[1] ?? '';
          return `${name} ${held(name, env[name])}. It may hold ${may}.`;
        })
        .join('\n'),
    );
  }
  const value = parsed.data;
  const production = value.NODE_ENV === 'production';
  if (value.DATABASE_URL && !value.HUB_SECRET) {
    throw new ConfigError(
      'HUB_SECRET is not set. With DATABASE_URL it must hold at least 32 bytes of random text.',
    );
  }
  if (value.HUB_ROLE !== 'all' && !value.DATABASE_URL) {
    throw new ConfigError(
      `HUB_ROLE is "${value.HUB_ROLE}". Without DATABASE_URL it may hold only all, since the embedded database takes one process.`,
    );
  }
  const missing = missingForAi(value) ?? missingForSocial(value) ?? missingForStripe(value);
  if (missing) throw new ConfigError(missing);
  const publicUrl = new URL(value.HUB_PUBLIC_URL ?? `http://localhost:${value.PORT}`);
  return {
    production,
    port: value.PORT,
    host: value.HOST,
    publicUrl: publicUrl.origin,
    dataDir: value.HUB_DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    secret: value.HUB_SECRET ?? null,
    role: value.HUB_ROLE,
    trustProxy: value.HUB_TRUST_PROXY,
    metricsToken: value.HUB_METRICS_TOKEN ?? null,
    platformEmail: value.HUB_PLATFORM_EMAIL,
    platformPassword: value.HUB_PLATFORM_PASSWORD ?? null,
    demo: value.HUB_DEMO ?? !production,
    legacyAccessCode: value.LEGACY_ACCESS_CODE ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM ?? `AI Hub <no-reply@${publicUrl.hostname}>`,
    stripe: stripeConfig(value),
    s3: s3Of(value),
    allowPrivateHosts: value.HUB_ALLOW_PRIVATE_HOSTS,
    dnsServers: value.HUB_DNS_SERVERS,
    logLevel: value.HUB_LOG_LEVEL,
    ai: aiConfig(value),
    social: socialConfig(value),
  };
}
