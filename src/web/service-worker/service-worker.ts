/**
 * Keeps files whose names hold their digest, and one page with its script for when there is no connection. It never answers a call and
 * never hands out a page of the application: what a person sees comes from the server, or is said not to be there.
 */
declare const self: ServiceWorkerGlobalScope;
/** Digest of the build, written in by it. */
declare const BUILD: string;

const offlinePage = '/offline.html';
const offlineScript = '/offline.js';
const cacheName = `hub-${BUILD}`;

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname === offlineScript) event.respondWith(keptFile(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(immutableFile(request));
});

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([offlinePage, offlineScript].map((path) => new Request(path, { cache: 'reload' })));
  // A page that is open loses nothing: no page is kept, so the next one is of this build anyway.
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(offlinePage);
    if (kept) return kept;
    throw error;
  }
}

async function keptFile(request: Request): Promise<Response> {
  return (await caches.match(offlineScript)) ?? fetch(request);
}

async function immutableFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // 206 is a part of a file; what is not ok says nothing about the file.
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}
