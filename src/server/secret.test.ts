import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { secretOf } from './secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hub-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const embedded = () => secretOf({ secret: null, dataDir, databaseUrl: null });

describe('secretOf', () => {
  it('makes a key once, readable by its owner only, and leaves nothing beside it', () => {
    const made = embedded();
    expect(Buffer.byteLength(made)).toBeGreaterThanOrEqual(32);
    expect(embedded()).toBe(made);
    expect(readdirSync(dataDir)).toEqual(['secret']);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(made);
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0);
  });

  it('begins again after a start that was killed while it was written', () => {
    writeFileSync(join(dataDir, 'secret.new'), 'hal');
    expect(Buffer.byteLength(embedded())).toBeGreaterThanOrEqual(32);
  });

  it.each(['', '\n', 'too short'])('never takes %j from the file for a key', (content) => {
    writeFileSync(join(dataDir, 'secret'), content);
    expect(embedded).toThrow(ConfigError);
    expect(embedded).toThrow(/does not hold the key/);
  });

  it('takes the given one, and needs one with PostgreSQL', () => {
    expect(secretOf({ secret: 'given', dataDir, databaseUrl: null })).toBe('given');
    expect(() => secretOf({ secret: null, dataDir, databaseUrl: 'postgresql://h/d' })).toThrow(ConfigError);
  });
});
