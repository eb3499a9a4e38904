import { Ban, ChevronRight, MailCheck } from 'lucide-react';
import { memo } from 'react';
import { useCan } from '#web/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Ago, RowLink, SelectRow } from '#web/ui/list-parts.tsx';
import type { Selection } from '#web/ui/use-selection.ts';
import { rowStyle } from '#web/ui/use-window-rows.ts';
import type { TablePlace } from '#web/ui/window-table.tsx';
import type { Prospect } from '../contract.ts';
import { markEmailed } from './change-status.ts';
import { StatusBadge } from './status-badge.tsx';

/** The table's columns, for its head and each of its rows. */
export const rowColumns =
  'grid grid-cols-[minmax(0,1.7fr)_minmax(0,1.3fr)_120px_104px_76px] lg:grid-cols-[minmax(0,2fr)_minmax(0,1.6fr)_minmax(0,1fr)_124px_112px_76px] items-center gap-4 px-4';

interface PlacedProspect extends TablePlace {
  prospect: Prospect;
  selection: Selection | null;
}

function Line({ text, className }: { text: string; className?: string }) {
  return (
    <p dir="auto" title={text || undefined} className={cx('truncate text-left', className)}>
      {text}
    </p>
  );
}

interface ContactProps {
  prospect: Prospect;
  /** One line: the phone number only where there is no address. */
  short?: boolean;
}

function Contact({ prospect: { contactEmail, contactPhone, suppressed }, short = false }: ContactProps) {
  return (
    <>
      <div className="flex min-w-0 items-center gap-1.5">
        {suppressed ? (
          <span title="Gets no outreach" className="shrink-0 text-danger-text">
            <Ban size={14} aria-hidden />
            <span className="sr-only">Gets no outreach:</span>
          </span>
        ) : null}
        <Line text={contactEmail || contactPhone || 'No email or phone'} className="min-w-0 text-muted" />
      </div>
      {contactEmail && contactPhone && !short ? (
        <Line text={contactPhone} className="text-sm text-muted" />
      ) : null}
    </>
  );
}

function LastContacted({ prospect: { lastContactedAt } }: { prospect: Prospect }) {
  return lastContactedAt === null ? 'Never' : <Ago instant={lastContactedAt} />;
}

/** Marks by hand that someone wrote to the prospect; it lies above the link that covers the row. */
function QuickEmail({ prospect }: { prospect: Prospect }) {
  const mayWrite = useCan('outreach.write');
  if (prospect.status !== 'not_contacted' || !mayWrite) return null;
  return (
    <IconButton
      label={`Mark ${prospect.businessName} as emailed`}
      className="relative z-1"
      onClick={() => void markEmailed(prospect)}
    >
      <MailCheck size={17} aria-hidden />
    </IconButton>
  );
}

/** A prospect as a row of the table. */
export const ProspectRow = memo(function Row({ prospect, index, top, height, selection }: PlacedProspect) {
  const { id, businessName, address, industry, status } = prospect;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={cx(
        rowColumns,
        'border-b border-border last:border-b-0',
        selection?.has(id) ? 'bg-theme-quiet' : 'hover:bg-hover',
      )}
    >
      <td className="flex min-w-0 items-center gap-3">
        <SelectRow id={id} name={businessName} selection={selection} />
        <div className="min-w-0">
          <RowLink param="prospect" id={id} name={businessName} />
          {address ? <Line text={address} className="text-sm text-muted" /> : null}
        </div>
      </td>
      <td className="min-w-0">
        <Contact prospect={prospect} />
      </td>
      <td className="hidden min-w-0 lg:block">
        <Line text={industry} className="text-muted" />
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className="figures text-right text-muted">
        <LastContacted prospect={prospect} />
      </td>
      <td className="flex items-center justify-end gap-1">
        <QuickEmail prospect={prospect} />
        <ChevronRight size={16} aria-hidden className="text-faint" />
      </td>
    </tr>
  );
});

/** A prospect as a card, for narrow screens. */
export const ProspectCard = memo(function Card({ prospect, index, top, height, selection }: PlacedProspect) {
  const { id, businessName, address, industry, status } = prospect;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={cx(
        'block border-b border-border last:border-b-0 active:bg-hover',
        selection?.has(id) && 'bg-theme-quiet',
      )}
    >
      <td className="flex h-full flex-col justify-center gap-1 px-4">
        <div className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2.5">
            <SelectRow id={id} name={businessName} selection={selection} />
            <span className="min-w-0">
              <RowLink param="prospect" id={id} name={businessName} />
            </span>
          </span>
          <StatusBadge status={status} />
        </div>
        <div className="flex items-end justify-between gap-3">
          <div className="min-w-0 text-sm text-muted">
            <Line text={[industry, address].filter(Boolean).join(' · ')} />
            <Contact prospect={prospect} short />
            <p className="figures">
              Last contacted: <LastContacted prospect={prospect} />
            </p>
          </div>
          <QuickEmail prospect={prospect} />
        </div>
      </td>
    </tr>
  );
});
