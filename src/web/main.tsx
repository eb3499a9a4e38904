import './zod-without-eval.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startInstall } from './install/start-install.ts';
import { router } from './routes.tsx';
import { applyTheme } from './theme.ts';

applyTheme();
startInstall();

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the application.');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
