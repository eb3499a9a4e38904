import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { ProspectDetail } from '../contract.ts';

function Item({ label, half = false, children }: { label: string; half?: boolean; children: ReactNode }) {
  return (
    <div className={half ? '' : 'col-span-2'}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd dir="auto" className="text-left break-words whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

function When({ instant, never }: { instant: string | null; never: string }) {
  const zone = useZone();
  if (instant === null) return never;
  return (
    <time dateTime={instant} title={exactDateTime(instant, zone)}>
      {shortDateTime(instant, zone)}
    </time>
  );
}

interface ProspectFactsProps {
  prospect: ProspectDetail;
  /** Null for who may not edit. */
  onEdit: (() => void) | null;
}

/** What is known of the business; what is not known is left out. */
export function ProspectFacts({ prospect, onEdit }: ProspectFactsProps) {
  const { address, contactEmail, contactPhone, industry, summary, notes } = prospect;
  return (
    <section aria-labelledby="business">
      <div className="flex items-center justify-between">
        <h3 id="business" className="font-semibold">
          Business
        </h3>
        {onEdit ? (
          <IconButton label="Edit prospect" onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <dl className="mt-1.5 grid grid-cols-2 gap-x-3 gap-y-2.5">
        <Item label="Contact Email">
          {contactEmail ? (
            <a href={`mailto:${contactEmail}`} className="link">
              {contactEmail}
            </a>
          ) : (
            'Not specified'
          )}
        </Item>
        {contactPhone ? (
          <Item label="Contact Phone">
            <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`} className="link">
              {contactPhone}
            </a>
          </Item>
        ) : null}
        {address ? <Item label="Address">{address}</Item> : null}
        {industry ? <Item label="Industry">{industry}</Item> : null}
        {summary ? <Item label="Summary">{summary}</Item> : null}
        {notes ? <Item label="Notes">{notes}</Item> : null}
        <Item label="Last contacted" half>
          <When instant={prospect.lastContactedAt} never="Never" />
        </Item>
        <Item label="Added" half>
          <When instant={prospect.createdAt} never="" />
        </Item>
      </dl>
    </section>
  );
}
