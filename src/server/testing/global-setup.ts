import { testSnapshot } from './snapshot.ts';

/** Makes the snapshot before the test files, which run side by side, need it. */
export default async function setup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) await testSnapshot();
}
