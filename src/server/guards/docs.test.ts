import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '../../..');

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })].map((name) =>
  name.replaceAll('\\', '/'),
);

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].toSorted();
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** The variables of the schema in config.ts. */
function variables(): string[] {
  const schema =
    /const schema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read('src/server/config.ts'))?.[1] ?? '';
  return sorted(matches(schema, /^ {2}([A-Z][A-Z0-9_]*):/gm));
}

/** Headings of a document as the ends of links to them. */
function anchors(text: string): string[] {
  return matches(text, /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links of a document that lead nowhere. */
function deadLinks(file: string, text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  return matches(prose, /\]\(([^)\s]+)\)/g).filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const goal = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(path.join(root, goal))) return true;
    return anchor !== undefined && !anchors(read(goal)).includes(anchor);
  });
}

/** Scripts that a text tells people to run. */
function scriptsIn(text: string): string[] {
  const started = matches(text, /\bnpm (start|test)\b/g);
  return sorted([...matches(text, /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g), ...started]);
}

describe('the variables of the configuration', () => {
  it('are found', () => {
    expect(variables()).toContain('HUB_DATA_DIR');
    expect(variables().length).toBeGreaterThan(15);
  });

  it('are those of .env.example', () => {
    expect(sorted(matches(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]*)=/gm))).toEqual(variables());
  });

  it('are those of the table in the README', () => {
    const section = /## Configuration\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
    expect(sorted(matches(section, /^\| `([A-Z][A-Z0-9_]*)` +\|/gm))).toEqual(variables());
  });
});

describe('the documents', () => {
  it('name scripts that package.json has', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const unknown = documents.flatMap((file) =>
      scriptsIn(read(file))
        .filter((name) => !(name in scripts))
        .map((name) => `${file}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(scriptsIn('Use `npm run no-such:script` and npm test.')).toEqual(['no-such:script', 'test']);
  });

  it('link to files and headings that exist', () => {
    expect(
      documents.flatMap((file) => deadLinks(file, read(file)).map((link) => `${file}: ${link}`)),
    ).toEqual([]);
    expect(deadLinks('docs/api.md', '[a](no-such.md) [b](../README.md#no-such) [c](../README.md)')).toEqual([
      'no-such.md',
      '../README.md#no-such',
    ]);
  });
});

/** What git does not keep; `.git` itself is a file in a further working tree. */
const notKept = new Set(['node_modules', 'dist', 'data', 'coverage', 'shots', '.git', '.cache']);
const binary = /\.(png|jpe?g|webp|ico|woff2?|gz|br|wasm)$/;

function* kept(folder = ''): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (notKept.has(entry.name)) continue;
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* kept(name);
    else if (entry.isFile() && !binary.test(entry.name) && entry.name !== '.env') yield name;
  }
}

// Put together here, so that this file itself holds none of them.
const folders = ['work', 'root', 'Users'].map((name) => `/${name}/`);
const registries = ['npmjs.org', 'npmjs.com', 'yarnpkg.com', 'npmmirror.com'].map(
  (host) => `registry.${host}`,
);
const foreign = [...folders, ...registries];

/** What of a text belongs to one machine: absolute paths, and where its packages were fetched from. */
function machineTraces(text: string): string[] {
  const fetched = /"resolved": "https?:/.test(text) ? ['an address of a package'] : [];
  return [...foreign.filter((one) => text.includes(one)), ...fetched];
}

describe('the repository', () => {
  it('holds no path of a machine and no host of a package registry', () => {
    const found = [...kept()].flatMap((file) =>
      machineTraces(read(file)).map((trace) => `${file}: ${trace}`),
    );
    expect(found).toEqual([]);
    expect(machineTraces(`cd ${folders[0]}main; npm --registry https://${registries[0]}`)).toHaveLength(2);
  });
});
