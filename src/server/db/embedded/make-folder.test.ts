import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('makeFolder', () => {
  it('makes a folder with the folders above it, and is content with one that exists', () => {
    const base = mkdtempSync(join(tmpdir(), 'hub-folder-'));
    makeFolder(join(base, 'a/b/c'));
    makeFolder(join(base, 'a/b/c'));
    expect(existsSync(join(base, 'a/b/c'))).toBe(true);
    rmSync(base, { recursive: true });
  });

  it.skipIf(!existsSync('/proc/self'))('gives up where the system makes no folders', () => {
    expect(() => makeFolder('/proc/hub/lock')).toThrow(/ENOENT/);
  });
});
