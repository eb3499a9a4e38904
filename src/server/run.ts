import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pino from 'pino';
import { fillDemo } from '#features/demo/server/fill.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectEmbedded, connectPostgres, DatabaseUnreachable, type OpenDatabase } from './db/connect.ts';
import { EmbeddedDatabaseError } from './db/embedded/embedded-errors.ts';
import { NewerSchema } from './db/migrate.ts';
import { features } from './features.ts';
import { createLogger } from './log.ts';
import { secretOf } from './secret.ts';
import { startHub } from './start-hub.ts';

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

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config);
  const open = await openDatabase(config, log);
  open.embedded?.onFatal((error) => fail(error.message));
  const started = await startHub({ config, open, log, secret: secretOf(config) });
  const { hub } = started;
  const app = await buildApp(
    hub,
    features.flatMap((feature) => feature.routes),
    { webFolder: webFolder() },
  );
  await app.fastify.listen({ port: config.port, host: config.host });
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    app.readiness.stopping = true;
    setTimeout(() => fail('Stopping took too long.'), stopLimitMs).unref();
    await app.realtime.stop();
    await app.fastify.close();
    await started.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch((error: unknown) => fail(String(error))));

  await hub.jobs.start();
  if (started.platformPassword !== null) {
    print(
      `Platform owner: ${config.platformEmail}  password: ${started.platformPassword}  (shown once: change it after signing in)`,
    );
  }
  if (config.demo) await fillDemo(hub, print);
  print(`AI Hub is ready at ${config.publicUrl}`);
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
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
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
    fail(explain(error));
  }
}
