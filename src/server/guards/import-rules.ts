import path from 'node:path';

/** One import of a source file. */
interface Import {
  /** As it is written. */
  specifier: string;
  /** The file from the root of the repository, or null for a package. */
  file: string | null;
}

/** A source file by its address from the root of the repository, such as `src/shared/access.ts`. */
export interface SourceFile {
  file: string;
  text: string;
}

type Zone =
  | { kind: 'feature'; feature: string; half: 'root' | 'server' | 'web' }
  | { kind: 'server' | 'web' | 'shared' | 'widget' | 'other' };

/** Files of the platform that put the features together; nothing else of the platform knows a feature. */
const composition = [
  /^src\/server\/(features|start-hub|run)\.ts$/,
  /^src\/server\/(testing|guards)\//,
  /^src\/web\/features\.ts$/,
  /^src\/web\/shell\/feature-calls\.ts$/,
];

/** What another feature's server half may use of a server half. */
const offered = /^src\/features\/[^/]+\/server\/(public|(?:[a-z-]+-)?tables)\.ts$/;

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function zoneOf(file: string): Zone {
  const [, top, feature = '', half = ''] = file.split('/');
  if (top === 'features') {
    return { kind: 'feature', feature, half: half === 'server' || half === 'web' ? half : 'root' };
  }
  return { kind: top === 'server' || top === 'web' || top === 'shared' || top === 'widget' ? top : 'other' };
}

const importPattern = /(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)(['"])([^'"\n]+)\1/g;

/** Everything that a file imports, type imports and lazy ones included. */
export function importsOf({ file, text }: SourceFile): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? '';
    if (specifier.startsWith('#')) return { specifier, file: `src/${specifier.slice(1)}` };
    if (specifier.startsWith('.'))
      return { specifier, file: path.posix.join(path.posix.dirname(file), specifier) };
    return { specifier, file: null };
  });
}

/** Whether the rules of docs/architecture.md let a file of one zone use a file of another. */
function mayUse(from: Zone, fromFile: string, target: string): boolean {
  const to = zoneOf(target);
  const composes = composition.some((one) => one.test(fromFile));
  if (from.kind === 'feature') {
    if (to.kind === 'shared') return true;
    if (to.kind === 'server' || to.kind === 'web') return to.kind === from.half;
    if (to.kind !== 'feature') return false;
    if (to.half === 'root') return true;
    if (to.half !== from.half) return false;
    return to.feature === from.feature || (to.half === 'server' && offered.test(target));
  }
  // The widget reads the contract for its types; nothing of it is in the bundle.
  if (from.kind === 'widget') return to.kind === 'widget' || (to.kind === 'feature' && to.half === 'root');
  if (to.kind === 'feature')
    return composes && (to.half === 'root' || to.half === from.kind) && from.kind !== 'shared';
  return to.kind === 'shared' || to.kind === from.kind;
}

/** Mail leaves by the send gate alone. The test of a mail account connects and signs in, and sends nothing. */
const mailTransport = /^src\/(server\/integrations\/mailer|features\/mailbox\/server\/test-email)\.ts$/;

/** Packages by zone: only `zod` where both halves read the file. */
function mayUsePackage(zone: Zone, file: string, specifier: string): boolean {
  if (/^nodemailer(\/lib\/smtp|\/lib\/mailer|$)/.test(specifier))
    return isTest(file) || mailTransport.test(file);
  const common = zone.kind === 'shared' || (zone.kind === 'feature' && zone.half === 'root');
  if (common) return specifier === 'zod' || isTest(file);
  const browser = zone.kind === 'web' || (zone.kind === 'feature' && zone.half === 'web');
  return !browser || isTest(file) || !specifier.startsWith('node:');
}

/** The folder inside which imports are relative. */
function homeOf(file: string): string {
  return file
    .split('/')
    .slice(0, zoneOf(file).kind === 'feature' ? 3 : 2)
    .join('/');
}

/** What is wrong with a file's imports; empty when it keeps the rules. */
export function importFaults(source: SourceFile): string[] {
  const { file, text } = source;
  const zone = zoneOf(file);
  const faults: string[] = [];
  for (const { specifier, file: target } of importsOf(source)) {
    const fault = (why: string) => faults.push(`${file} imports ${specifier}: ${why}`);
    if (target === null) {
      if (!mayUsePackage(zone, file, specifier)) fault('this package does not belong here');
      continue;
    }
    if (!mayUse(zone, file, target)) fault('outside what this half may use');
    else if (specifier.startsWith('.') && homeOf(target) !== homeOf(file))
      fault('use the # path outside the own folder');
    if (specifier.startsWith('../../') && !isTest(file)) fault('two folders up: use the # path');
  }
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  if (/^export \*/m.test(code)) faults.push(`${file} re-exports everything of a file`);
  if (/(^|\/)index\.tsx?$/.test(file) && /^export (type )?\{[^}]*\} from/m.test(code))
    faults.push(`${file} is a barrel: an index file is a manifest, other files are imported by name`);
  return faults;
}

/** Which feature's server half uses which other one, tests left out. */
export function serverGraph(sources: readonly SourceFile[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = zoneOf(source.file);
    if (from.kind !== 'feature' || from.half !== 'server' || isTest(source.file)) continue;
    const used = graph.get(from.feature) ?? new Set();
    graph.set(from.feature, used);
    for (const { file } of importsOf(source)) {
      const to = file === null ? null : zoneOf(file);
      if (to?.kind === 'feature' && to.half === 'server' && to.feature !== from.feature) used.add(to.feature);
    }
  }
  return graph;
}

/** A way from a feature back to itself, such as `['a', 'b', 'a']`, or null. */
export function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of graph.get(name) ?? []) {
      const found = visit(next, [...way, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  for (const name of graph.keys()) {
    const found = visit(name, []);
    if (found) return found;
  }
  return null;
}
