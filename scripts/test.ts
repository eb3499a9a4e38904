import { startVitest } from 'vitest/node';
import { build } from './build.ts';

/**
 * `npm test`: builds, then runs the unit, API and browser tests. `npm test -- api` runs only the named projects, with
 * further words only the files whose paths hold one of them.
 * Names every skipped test and closes with one line of sums.
 */
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const known = ['unit', 'api', 'e2e'];
const projects = words.filter((word) => known.includes(word));
const paths = words.filter((word) => !known.includes(word));

process.stdout.write(`${await build()}\n`);
const vitest = await startVitest('test', paths, {
  run: true,
  watch: false,
  ...(projects.length > 0 ? { project: projects } : {}),
});
let passed = 0;
let failed = vitest.state.getUnhandledErrors().length;
const skipped: string[] = [];
for (const module of vitest.state.getTestModules()) {
  const tests = [...module.children.allTests()];
  // A file that fails before its first test has none to count.
  if (module.state() === 'failed' && tests.every((test) => test.result().state !== 'failed')) failed += 1;
  for (const test of tests) {
    const { state } = test.result();
    if (state === 'passed') passed += 1;
    else if (state === 'failed') failed += 1;
    else skipped.push(`${module.relativeModuleId}: ${test.fullName}`);
  }
}
await vitest.close();
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
