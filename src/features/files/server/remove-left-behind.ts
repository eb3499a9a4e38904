import { join } from 'node:path';
import { exportPiecesOf } from '#features/exports/server/public.ts';
import { storedFilesOf } from '#features/images/server/public.ts';
import { sweepFolder } from '#server/integrations/file-store.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { files } from './tables.ts';

/** Whatever is being written now will have its row long before this, hours. */
const ageHours = 24;

/**
 * Bytes without a row go, which a process that died in between left, or an organization that is gone. In the data
 * folder only: in a store of its own nothing lists them.
 */
export const removeLeftBehind = scheduledJob({
  name: 'files.remove-left-behind',
  cron: '53 3 * * *',
  run: async ({ database, services }) => {
    if (services.config.s3 !== null) return;
    const before = new Date(services.clock.now().getTime() - ageHours * 3_600_000);
    await sweepFolder(join(services.config.dataDir, 'files'), before, async (organizationId) => {
      const organization = database.forOrganization(organizationId);
      const uploads = await organization.db.select({ id: files.id }).from(files);
      return new Set([
        ...uploads.map(({ id }) => id),
        ...(await storedFilesOf(organization)),
        ...(await exportPiecesOf(organization)),
      ]);
    });
  },
});
