import { jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import type { LandingFigure, Testimonial } from '../settings-contract.ts';

/** The operator's texts and addresses: one row, of the platform's own organization. */
export const platformSettings = tenantTable(
  'platform_settings',
  {
    headline: text('headline').notNull().default(''),
    intro: text('intro').notNull().default(''),
    figures: jsonb('figures').$type<LandingFigure[]>().notNull().default([]),
    testimonials: jsonb('testimonials').$type<Testimonial[]>().notNull().default([]),
    salesAddress: text('sales_address'),
    /** Markdown; empty = the shipped template. */
    terms: text('terms').notNull().default(''),
    privacy: text('privacy').notNull().default(''),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);
