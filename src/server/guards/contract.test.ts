import { getTableColumns, getTableName } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isPermission, permissions } from '#shared/access.ts';
import { endpoint } from '#shared/endpoint.ts';
import { text } from '#shared/text.ts';
import { declaredStatements } from '../db/statement.ts';
import { tenantTableNames } from '../db/tenant-table.ts';
import { features } from '../features.ts';
import { openApiDocument } from '../http/openapi.ts';
import { addressesOf, type Route } from '../http/route.ts';
import { contractFaults, nameOf } from './contract-rules.ts';
import { routesToCome, specifiedRoutes } from './routes-to-come.ts';

const routes = features.flatMap((feature) => feature.routes);

function planted(change: Partial<Route['endpoint']>): Route {
  const made = endpoint({
    method: 'GET',
    path: '/api/planted',
    summary: 'Planted',
    access: 'leads.read',
    ids: {},
    effects: [],
    output: z.object({}),
  });
  return {
    key: 'planted',
    endpoint: { ...made, ...change },
    module: null,
    handle: () => Promise.resolve({}),
  };
}

describe('every contract', () => {
  it('declares access, bounds every text and list, refuses unknown keys, names its ids', () => {
    expect(routes.flatMap(contractFaults)).toEqual([]);
  });

  it('is caught when it does not: planted faults', () => {
    const withoutAccess = planted({});
    Reflect.deleteProperty(withoutAccess.endpoint, 'access');
    expect(contractFaults(withoutAccess)).toEqual([expect.stringContaining('declares no access')]);
    expect(contractFaults(planted({ body: z.strictObject({ note: z.string() }) }))).toEqual([
      expect.stringContaining('text without a limit'),
    ]);
    expect(contractFaults(planted({ output: z.array(z.string()) }))).toEqual([
      expect.stringContaining('list without a limit'),
    ]);
    expect(contractFaults(planted({ query: z.strictObject({ lead_id: text(20) }) }))).toEqual([
      expect.stringContaining('lead_id is not in ids'),
    ]);
    expect(contractFaults(planted({ query: z.object({ a: text(2) }) }))).toEqual([
      expect.stringContaining('takes unknown keys'),
    ]);
    expect(contractFaults(planted({ method: 'POST', effects: ['mail'] }))).toEqual([
      expect.stringContaining('not idempotent'),
    ]);
    expect(contractFaults(planted({ path: '/api/planted/:id' }))).toEqual([
      expect.stringContaining('the schema does not'),
    ]);
  });

  it('has an address of its own', () => {
    const all = routes.flatMap(({ endpoint: one }) => addressesOf(one).map((url) => `${one.method} ${url}`));
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('uses every permission of the table, and no other', () => {
    const used = new Set<string>(routes.map((route) => route.endpoint.access).filter(isPermission));
    expect(Object.keys(permissions).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the calls of the specification', () => {
  it('are all there, but for the ones still to come', () => {
    const served = new Set(routes.map((route) => nameOf(route.endpoint)));
    expect(specifiedRoutes.filter((name) => !served.has(name))).toEqual([...routesToCome]);
  });
});

describe('hand-written statements', () => {
  it('filter every tenant table in them by the organization', () => {
    const tables = tenantTableNames();
    for (const { name, text: sql } of declaredStatements()) {
      const named = [...sql.matchAll(/\b(?:from|join|update|into)\s+([a-z_]+)/g)].filter((match) =>
        tables.includes(match[1] ?? ''),
      );
      const filters =
        sql.match(
          /organization_id = \$1|into [a-z_]+ \(organization_id[^)]*\)\s*(?:select|values \() ?\$1/g,
        ) ?? [];
      expect(filters.length, `${name} names ${named.length} tenant tables`).toBeGreaterThanOrEqual(
        named.length,
      );
    }
    expect(declaredStatements().length).toBeGreaterThan(10);
  });
});

describe('the OpenAPI document', () => {
  const document = z
    .object({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
    })
    .parse(openApiDocument(routes, 'http://hub.example'));

  it('has every call at every address, with its permission, tenant, ids and effects', () => {
    const described = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, call]) => {
        for (const field of ['x-permission', 'x-tenant', 'x-ids', 'x-effects', 'responses'])
          expect(call, `${method} ${path}`).toHaveProperty(field);
        return `${method.toUpperCase()} ${path}`;
      }),
    );
    const served = routes.flatMap(({ endpoint: one }) =>
      addressesOf(one).map((url) => `${one.method} ${url.replace(/:(\w+)/g, '{$1}')}`),
    );
    expect(described.toSorted()).toEqual(served.toSorted());
  });
});

describe('the export of an organization', () => {
  /** Tables that hold nothing of the organization's own, or what can be made again, each with its reason. */
  const leftOut = new Map([
    ['sessions', 'access, not data'],
    ['legacy_sessions', 'access, not data'],
    ['second_factors', 'access, not data'],
    ['organization_exports', 'the exports themselves'],
    ['organization_deletions', 'when the organization goes'],
    ['recovery_codes', 'access, not data'],
    ['account_tokens', 'access, not data'],
    ['idempotency_keys', 'answers kept for a day'],
    ['lead_search', 'made from leads'],
    ['message_search', 'made from messages'],
    ['lead_counts', 'made from leads'],
    ['social_post_search', 'made from posts'],
    ['social_post_counts', 'made from posts'],
    ['social_connect_attempts', 'access, not data'],
    ['prospect_search', 'made from prospects'],
    ['prospect_counts', 'made from prospects'],
    ['prospect_import_rows', 'rows of a file on their way in, kept for an hour; rejected ones for days'],
    ['prospect_import_changes', 'what the undo of an import needs, kept for days'],
    ['prospect_import_mappings', 'a convenience for the next file'],
    ['stripe_events', 'which events of the payment service were taken, kept for a month'],
    ['social_reports', 'which reports were taken, kept for a week'],
    ['support_terms', 'made from passages'],
  ]);

  it('holds every tenant table, or says why not', () => {
    const exported = new Set(
      features.flatMap((feature) => feature.exportable.map(({ table }) => getTableName(table))),
    );
    const missing = tenantTableNames().filter((name) => !exported.has(name));
    expect(missing.toSorted()).toEqual([...leftOut.keys()].toSorted());
  });

  it('holds no column that names a secret', () => {
    for (const { table, without } of features.flatMap((feature) => feature.exportable)) {
      const names = Object.values(getTableColumns(table)).map((column) => column.name);
      const secret = names.filter(
        (name) =>
          /password|hash|token|secret/.test(name) && name !== 'must_change_password' && name !== 'id_hash',
      );
      expect(
        secret.filter((name) => !without.includes(name)),
        getTableName(table),
      ).toEqual([]);
    }
  });
});

describe('jobs and events', () => {
  it('have names of their own', () => {
    const events = features.flatMap((feature) => feature.events.map((one) => one.name));
    expect(new Set(events).size).toBe(events.length);
    const jobs = features.flatMap((feature) => feature.jobs.map((one) => one.name));
    expect(new Set(jobs).size).toBe(jobs.length);
  });
});
