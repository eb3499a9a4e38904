import { settingsNotice } from '#features/platform/server/public.ts';
import type { Feature } from '#server/feature.ts';
import { writeRobots, writeSitemap } from './write-crawler-files.ts';
import { writeLanding } from './write-landing.ts';

export const landing: Feature = {
  name: 'landing',
  routes: [],
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
  pages: [
    { path: '/landing', type: 'text/html; charset=utf-8', changesOn: settingsNotice, write: writeLanding },
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', changesOn: null, write: writeRobots },
    { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', changesOn: null, write: writeSitemap },
  ],
};
