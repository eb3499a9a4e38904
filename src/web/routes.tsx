import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseAddress, writeAddress } from './address.ts';
import type { Screen } from './feature.ts';
import { features } from './features.ts';
import { InstallOffer } from './install/install-offer.tsx';
import { Crash } from './shell/crash.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Toaster } from './ui/toaster.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
      <InstallOffer />
    </>
  );
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./shell/signed-in.tsx'), 'SignedIn'),
});

const workspace = createRoute({
  getParentRoute: () => signedIn,
  id: 'workspace',
  component: lazyRouteComponent(() => import('./shell/frame.tsx'), 'Frame'),
});

function component(screen: Screen) {
  return lazyRouteComponent(screen, 'Screen');
}

const dashboards = ['/', '/dashboard', '/tenant/dashboard'].map((path) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    component: component(() => import('./shell/dashboard.tsx')),
  }),
);

const declared = features.flatMap((feature) => feature.routes ?? []);
const at = (access: string) => declared.filter((route) => route.access === access);

const tree = root.addChildren([
  ...at('public').map((route) =>
    createRoute({ getParentRoute: () => root, path: route.path, component: component(route.screen) }),
  ),
  signedIn.addChildren([
    ...at('bare').map((route) =>
      createRoute({ getParentRoute: () => signedIn, path: route.path, component: component(route.screen) }),
    ),
    workspace.addChildren([
      ...dashboards,
      ...at('workspace').map((route) =>
        createRoute({
          getParentRoute: () => workspace,
          path: route.path,
          component: component(route.screen),
        }),
      ),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch: parseAddress,
  stringifySearch: writeAddress,
  defaultErrorComponent: Crash,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
