import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycleIn, importFaults, type SourceFile, serverGraph } from './import-rules.ts';

const root = path.join(import.meta.dirname, '../../..');

const sources: SourceFile[] = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((name) => name.replaceAll('\\', '/'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** What the rules say about a file with one import. */
function planted(file: string, specifier: string): string[] {
  return importFaults({ file, text: `import { x } from '${specifier}';\n` });
}

/** A feature's server file that uses another feature. */
function link(feature: string, other: string): SourceFile {
  return {
    file: `src/features/${feature}/server/planted.ts`,
    text: `import { x } from '#features/${other}/server/public.ts';\n`,
  };
}

describe('imports', () => {
  it('keep to the half and the feature that they belong to', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.flatMap(importFaults)).toEqual([]);
  });

  it.each([
    ['src/features/leads/web/planted.tsx', '#server/hub.ts'],
    ['src/features/leads/web/planted.tsx', '#features/mail/server/public.ts'],
    ['src/features/leads/web/planted.tsx', '../server/list.ts'],
    ['src/features/leads/web/planted.tsx', '#features/mail/web/index.tsx'],
    ['src/features/leads/web/planted.tsx', 'node:fs'],
    ['src/features/leads/server/planted.ts', '#web/api.ts'],
    ['src/features/leads/server/planted.ts', '#features/mail/server/ingest.ts'],
    ['src/features/leads/server/planted.ts', '../../mail/contract.ts'],
    ['src/features/leads/server/planted.ts', '../web/index.tsx'],
    ['src/features/leads/planted.ts', './server/tables.ts'],
    ['src/features/leads/planted.ts', 'drizzle-orm'],
    ['src/features/leads/planted.ts', '#server/ids.ts'],
    ['src/server/planted.ts', '#features/leads/contract.ts'],
    ['src/features/leads/server/planted.ts', 'nodemailer'],
    ['src/server/planted.ts', 'nodemailer/lib/smtp-connection'],
    ['src/server/planted.ts', '#web/api.ts'],
    ['src/server/start-hub.ts', '#features/leads/web/index.tsx'],
    ['src/web/planted.ts', '#features/leads/contract.ts'],
    ['src/web/features.ts', '#features/leads/server/public.ts'],
    ['src/web/planted.ts', '../server/ids.ts'],
    ['src/shared/planted.ts', '#server/ids.ts'],
    ['src/shared/planted.ts', 'fastify'],
  ])('are caught when they do not: %s with %s', (file, specifier) => {
    expect(planted(file, specifier)).not.toEqual([]);
  });

  it.each([
    ['src/features/leads/web/planted.tsx', '#features/mail/contract.ts'],
    ['src/features/leads/server/planted.ts', '#features/mail/server/public.ts'],
    ['src/features/leads/server/planted.ts', '#features/mail/server/tables.ts'],
    ['src/features/leads/server/planted.ts', '#server/page.ts'],
    ['src/features/leads/planted.ts', 'zod'],
    ['src/server/features.ts', '#features/leads/server/index.ts'],
    ['src/web/features.ts', '#features/leads/web/index.tsx'],
  ])('are let through when they do: %s with %s', (file, specifier) => {
    expect(planted(file, specifier)).toEqual([]);
  });

  it('go through no barrel', () => {
    const barrel = { file: 'src/features/leads/server/index.ts', text: "export { x } from './list.ts';\n" };
    expect(importFaults(barrel)).toEqual([expect.stringContaining('is a barrel')]);
    const star = { file: 'src/features/leads/server/public.ts', text: "export * from './list.ts';\n" };
    expect(importFaults(star)).toEqual([expect.stringContaining('re-exports everything')]);
  });

  it('form no circle between the server halves of features', () => {
    const graph = serverGraph(sources);
    expect(graph.get('leads')).toContain('mail');
    expect(cycleIn(graph)).toBeNull();
  });

  it('are caught when they form one: planted circle of three', () => {
    const graph = serverGraph([link('a', 'b'), link('b', 'c'), link('c', 'a')]);
    expect(cycleIn(graph)).toEqual(['a', 'b', 'c', 'a']);
  });
});
