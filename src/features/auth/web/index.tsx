import type { WebFeature } from '#web/feature.ts';

const login = () => import('./login-screen.tsx');

export const auth: WebFeature = {
  name: 'auth',
  reactions: () => import('./reactions.ts'),
  routes: [
    { path: '/tenant-login', access: 'public', screen: login },
    { path: '/login', access: 'public', screen: login },
    { path: '/signup', access: 'public', screen: () => import('./signup-screen.tsx') },
    { path: '/forgot-password', access: 'public', screen: () => import('./forgot-password-screen.tsx') },
    { path: '/reset-password', access: 'public', screen: () => import('./reset-password-screen.tsx') },
    { path: '/account', access: 'workspace', screen: () => import('./account-screen.tsx') },
    { path: '/change-password', access: 'bare', screen: () => import('./change-password-screen.tsx') },
  ],
};
