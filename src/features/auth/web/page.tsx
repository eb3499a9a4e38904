import type { ReactNode } from 'react';
import { Mark } from '#web/shell/brand.tsx';

interface PageProps {
  title: string;
  subtitle: string;
  wide?: boolean;
  /** Below the panel: the other ways to go. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The pages before signing in: one column, one panel, nothing else. */
export function Page({ title, subtitle, wide = false, footer, children }: PageProps) {
  return (
    <div className="flex min-h-dvh flex-col px-4">
      <main
        className={`mx-auto w-full grow pt-10 pb-10 sm:pt-16 ${wide ? 'max-w-[680px]' : 'max-w-[408px]'}`}
      >
        <div className="mb-6 flex items-center gap-2.5">
          <Mark size={32} />
          <span className="text-lg font-semibold tracking-tight">AI Hub</span>
        </div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-muted">{subtitle}</p>
        <div className="mt-6">{children}</div>
        {footer ? <div className="mt-6 text-muted">{footer}</div> : null}
      </main>
      <footer className="mx-auto flex w-full max-w-[680px] justify-center gap-5 py-5 text-sm text-muted">
        <a href="/terms" className="hover:text-text hover:underline">
          Terms
        </a>
        <a href="/privacy" className="hover:text-text hover:underline">
          Privacy
        </a>
      </footer>
    </div>
  );
}
