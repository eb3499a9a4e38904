import { defineConfig } from 'vitest/config';

/** How long what must come is waited for: enough for a machine that does other work too, less than a test may take. */
const poll = { timeout: 30_000 };

/** Three projects: `unit` (pure rules and guards), `api` (the real app on a real database), `e2e` (a real browser). */
export default defineConfig({
  test: {
    globalSetup: ['src/server/testing/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.api.test.ts', 'src/**/*.slow.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'api',
          include: ['src/**/*.api.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: { poll },
          fileParallelism: false,
          // A browser on a loaded machine misses a moment now and then; a second failure is one. The report names each retry.
          retry: 1,
        },
      },
    ],
  },
});
