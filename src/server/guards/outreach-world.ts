import { keysOf } from '#features/outreach/server/match-keys.ts';
import {
  prospectActivity,
  prospectImportRows,
  prospectImports,
  prospectSearch,
  prospects,
} from '#features/outreach/server/tables.ts';
import { newId } from '../ids.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';

/** Rows of outreach that the samples name. */
export interface OutreachWorld {
  prospectId: string;
  /** A bulk action that can be undone. */
  prospectBatchId: string;
  /** A file that waits for its import, one for each thing that can be done with it. */
  importId: string;
  confirmedImportId: string;
  startedImportId: string;
  cancelledImportId: string;
  /** One that was imported and has a rejected row. */
  doneImportId: string;
}

/** Written straight into the tables: the matrix makes hundreds of worlds. */
export async function makeOutreach(app: TestApp, tenant: Tenant, canary: string): Promise<OutreachWorld> {
  const now = new Date();
  const [prospectId, prospectBatchId, doneImportId] = [newId(), newId(), newId()];
  const waiting = {
    importId: newId(),
    confirmedImportId: newId(),
    startedImportId: newId(),
    cancelledImportId: newId(),
  };
  const texts = {
    businessName: canary,
    address: `1 ${canary} Street`,
    contactEmail: `prospect@${canary}.example`,
    contactPhone: '0299990001',
    industry: canary,
    summary: canary,
    notes: canary,
  };
  const { searchText, ...keys } = keysOf(texts);
  await app.hub.database.forOrganization(tenant.organizationId).tx(async ({ db }) => {
    await db.insert(prospects).values({
      ...texts,
      ...keys,
      id: prospectId,
      status: 'responded',
      createdAt: now,
      updatedAt: now,
      createdBy: canary,
    });
    await db.insert(prospectSearch).values({ prospectId, searchText });
    await db.insert(prospectActivity).values({
      id: newId(),
      prospectId,
      at: now,
      actor: canary,
      action: 'status',
      fromValue: 'not_contacted',
      toValue: 'responded',
      batchId: prospectBatchId,
    });
    const file = {
      fileName: `${canary}.csv`,
      format: 'UTF-8, commas',
      columns: [{ header: canary, field: 'businessName' as const, samples: [canary] }],
      notes: [canary],
      problems: [],
      rowCount: 1,
      createdBy: canary,
      createdById: tenant.userIds.user,
      createdAt: now,
    };
    await db
      .insert(prospectImports)
      .values([
        ...Object.values(waiting).map((id) => ({ ...file, id, state: 'ready' as const, okCount: 1 })),
        { ...file, id: doneImportId, state: 'done', rejectedCount: 1, finishedAt: now },
      ]);
    const { businessName } = texts;
    const row = { ...texts, ...keys, searchText, line: 2, cells: JSON.stringify([businessName]) };
    await db.insert(prospectImportRows).values([
      ...Object.values(waiting).map((importId) => ({
        ...row,
        importId,
        prospectId: newId(),
        state: 'ok' as const,
        matchEmail: null,
        matchName: importId,
      })),
      {
        ...row,
        importId: doneImportId,
        prospectId: newId(),
        state: 'rejected',
        reason: canary,
        reasonKind: 'form',
      },
    ]);
  });
  return { prospectId, prospectBatchId, doneImportId, ...waiting };
}
