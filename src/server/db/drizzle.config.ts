import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` turns a change of the features' tables into the next reviewed migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/*/server/*tables.ts', './src/server/db/tables.ts'],
  out: './src/server/db/migrations',
  migrations: { prefix: 'index' },
});
