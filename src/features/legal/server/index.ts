import { settingsNotice } from '#features/platform/server/public.ts';
import type { Feature } from '#server/feature.ts';
import { type LegalText, legalTexts } from '../templates.ts';
import { writeLegal } from './write-legal.ts';

const page = (text: LegalText) => ({
  path: legalTexts[text].path,
  type: 'text/html; charset=utf-8',
  changesOn: settingsNotice,
  write: writeLegal(text),
});

export const legal: Feature = {
  name: 'legal',
  routes: [],
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
  pages: [page('terms'), page('privacy')],
};
