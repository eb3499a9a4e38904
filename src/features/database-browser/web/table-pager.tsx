import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';
import type { TablePage } from '../contract.ts';
import { footerOf } from './table-words.ts';

interface TablePagerProps {
  shown: number;
  pagination: TablePage['pagination'];
  onPage: (page: number) => void;
}

/** How much is seen, and the way to the other pages. */
export function TablePager({ shown, pagination, onPage }: TablePagerProps) {
  const { page, totalPages } = pagination;
  const steps = [
    { label: 'First page', to: 1, icon: ChevronFirst, off: page <= 1 },
    { label: 'Previous page', to: Math.min(page - 1, totalPages), icon: ChevronLeft, off: page <= 1 },
    { label: 'Next page', to: page + 1, icon: ChevronRight, off: page >= totalPages },
    { label: 'Last page', to: totalPages, icon: ChevronLast, off: page >= totalPages },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border px-4 py-2">
      <output className="figures text-sm text-muted">{footerOf(shown, pagination)}</output>
      {totalPages > 1 ? (
        <nav aria-label="Pages" className="-mr-2 flex">
          {steps.map(({ label, to, icon: Icon, off }) => (
            <IconButton key={label} label={label} disabled={off} onClick={() => onPage(to)}>
              <Icon size={18} aria-hidden />
            </IconButton>
          ))}
        </nav>
      ) : null}
    </div>
  );
}
