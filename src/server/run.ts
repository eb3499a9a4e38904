import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pino from 'pino';
import { fillDemo } from '#features/demo/server/fill.ts';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectEmbedded, connectPostgres, DatabaseUnreachable, type OpenDatabase } from './db/connect.ts';
import { EmbeddedDatabaseError } from './db/embedded/embedded-errors.ts';
import { NewerSchema } from './db/migrate.ts';
import { features } from './features.ts';
import { generatePassword } from './integrations/passwords.ts';
import { createLogger } from './log.ts';
import { secretOf } from './secret.ts';
import { startHub } from './start-hub.ts';
import { stopServing } from './stop-serving.ts';

/** From the first signal to the end of the process at most this long, milliseconds. */
const stopLimitMs = 9_000;

/** The built web application: beside the bundle, or in dist when running from source. */
function webFolder(): string {
  const beside = fileURLToPath(new URL('../web', import.meta.url));
  return existsSync(`${beside}/index.html`)
    ? beside
    : fileURLToPath(new URL('../../dist/web', import.meta.url));
}

function openDatabase(config: Config, log: pino.Logger): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? connectEmbedded({ dataDir: config.dataDir }, log)
    : connectPostgres(config.databaseUrl, log, { production: config.production });
}

/** How the process ends from where it has come to. While it starts, nothing is promised to anybody yet. */
let end = (): Promise<void> => Promise.resolve();
/** Set by the first signal: what fails because the process is stopping is no failure. */
let stopping = false;

/** The first signal lets what is in flight finish, the second ends the process at once. */
function stopOnSignals(log: pino.Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      setTimeout(() => fail('Stopping took too long.'), stopLimitMs).unref();
      end().then(
        () => process.exit(0),
        (error: unknown) => fail(String(error)),
      );
    });
  }
}

async function main(): Promise<void> {
  const config = withDemoCode(readConfig(process.env));
  const log = createLogger(config);
  // Before anything is opened: as the first process of a container, a process without them would not end at all.
  stopOnSignals(log);
  const open = await openDatabase(config, log);
  open.embedded?.onFatal((error) => fail(error.message));
  const started = await startHub({ config, open, log, secret: secretOf(config) });
  const { hub } = started;
  // At once: a start that fails later, on a busy port for example, must not take the password with it.
  if (started.platformPassword !== null) {
    print(
      `Platform owner: ${config.platformEmail}  password: ${started.platformPassword}  (shown once: change it after signing in)`,
    );
  }
  const app = await buildApp(
    hub,
    features.flatMap((feature) => feature.routes),
    { webFolder: webFolder() },
  );
  // Before the first request, which may enqueue a job.
  await hub.jobs.start();
  // The embedded database has one process: what was in hand when it ended is in nobody's hand now.
  hub.services.gate
    .sweep({ all: open.embedded !== null })
    .catch((error: unknown) =>
      log.error({ err: error }, 'mail that was left behind could not be looked after'),
    );
  const background = startBackground(hub, features);
  end = async () => {
    await Promise.all([stopServing(app), background.stop()]);
    await started.stop();
  };
  await app.fastify.listen({ port: config.port, host: config.host });
  if (config.demo) await fillDemo(hub, print);
  print(`AI Hub is ready at ${config.publicUrl}`);
}

/** A demo has an internal area to look at, behind a code that is another one at each start (contract section 1). */
function withDemoCode(config: Config): Config {
  if (!config.demo || config.legacyAccessCode !== null || config.role === 'worker') return config;
  const legacyAccessCode = generatePassword();
  print(`Internal access code: ${legacyAccessCode}  (demo mode: another one at each start)`);
  return { ...config, legacyAccessCode };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line for the person who started the hub, and a non-zero exit. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseUnreachable ||
    error instanceof NewerSchema ||
    error instanceof EmbeddedDatabaseError
  )
    return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return `The port is in use already (${error.message}). Stop the other program, or set PORT to another port.`;
    if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code)))
      return `AI Hub cannot listen there (${error.message}). Set PORT and HOST to an address of this machine.`;
  }
  return `AI Hub could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

process.on('unhandledRejection', (error) => fail(explain(error)));

/** Starts the hub in this process; ends it with one clear line and a non-zero exit when it cannot start. */
export async function run(): Promise<void> {
  try {
    await main();
  } catch (error) {
    // Work that the stop has taken the database from; the stop itself ends the process.
    if (!stopping) fail(explain(error));
  }
}
