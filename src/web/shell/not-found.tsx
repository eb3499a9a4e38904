import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { useTitle } from './title.ts';

export function NotFound() {
  useTitle('Page Not Found');
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4">
      <div className="text-center">
        <p className="figures text-sm font-medium text-muted">404</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">Page Not Found</h1>
        <p className="mt-2 max-w-[44ch] text-muted">
          There is nothing at this address. It may have been mistyped, or the page has moved.
        </p>
        <Link to="/dashboard" className={buttonClass('primary', 'mt-6')}>
          Go to the dashboard
        </Link>
      </div>
    </main>
  );
}
