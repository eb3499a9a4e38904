import { spawn } from 'node:child_process';
import { BackupError } from './backup-file.ts';

/** Parameters of a connection address that libpq reads from the environment. */
const ENVIRONMENT_OF = new Map([
  ['sslmode', 'PGSSLMODE'],
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['host', 'PGHOST'],
]);

/**
 * Runs `pg_dump` or `pg_restore` against the database of `url` and gives its output. The address goes through the
 * environment, since every user of the machine can read a command line.
 * @throws BackupError when the tool is missing or fails.
 */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  args: string[],
): Promise<string> {
  const child = spawn(name, args, {
    env: { ...process.env, ...connectionEnvironment(url) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = `${name} was not found on the PATH. Install the PostgreSQL client tools (package postgresql-client) of the server's version, or use your provider's backups.`;
      reject(error.code === 'ENOENT' ? new BackupError(missing) : error);
    });
    child.once('close', resolve);
  });
  if (code === 0) return Buffer.concat(output).toString('utf8');
  const reason = Buffer.concat(errors).toString('utf8').trim().split('\n')[0] ?? '';
  throw new BackupError(`${name} failed (exit code ${code}): ${reason}`);
}

/** libpq's environment variables: https://www.postgresql.org/docs/15/libpq-envars.html */
export function connectionEnvironment(address: string): Record<string, string> {
  const url = new URL(address);
  const environment: Record<string, string> = {};
  const set = (name: string, value: string) => {
    if (value !== '') environment[name] = decodeURIComponent(value);
  };
  set('PGHOST', url.hostname.replace(/^\[(.*)\]$/, '$1'));
  set('PGPORT', url.port);
  set('PGUSER', url.username);
  set('PGPASSWORD', url.password);
  set('PGDATABASE', url.pathname.slice(1));
  for (const [parameter, value] of url.searchParams) {
    const name = ENVIRONMENT_OF.get(parameter);
    if (name) environment[name] = value;
  }
  return environment;
}
