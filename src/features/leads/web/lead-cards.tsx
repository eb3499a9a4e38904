import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { LeadDetail, LeadField } from '../contract.ts';
import { durationAndPeriod } from '../format.ts';
import type { Mark } from './conversation.tsx';
import { senderName } from './sender-name.ts';

function Item({ label, half = false, children }: { label: string; half?: boolean; children: ReactNode }) {
  return (
    <div className={half ? '' : 'col-span-2'}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function When({ instant }: { instant: string | null }) {
  const zone = useZone();
  if (!instant || Number.isNaN(Date.parse(instant))) return 'Unknown';
  return (
    <time dateTime={instant} title={exactDateTime(instant, zone)}>
      {shortDateTime(instant, zone)}
    </time>
  );
}

export function ContactCard({ lead, onEdit }: { lead: LeadDetail; onEdit?: () => void }) {
  return (
    <section aria-labelledby="contact">
      <div className="flex items-center justify-between">
        <h3 id="contact" className="font-semibold">
          Contact Information
        </h3>
        {onEdit ? (
          <IconButton label="Edit contact and campaign" onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <dl className="mt-1.5 grid grid-cols-2 gap-x-3 gap-y-2.5">
        {lead.contact_email ? (
          <Item label="Email">
            <a href={`mailto:${lead.contact_email}`} className="link">
              {lead.contact_email}
            </a>
          </Item>
        ) : null}
        {lead.phone_number ? (
          <Item label="Phone">
            <a href={`tel:${lead.phone_number.replace(/[^\d+]/g, '')}`} className="link">
              {lead.phone_number}
            </a>
          </Item>
        ) : null}
        <Item label="Company">
          <span dir="auto" className="block text-left">
            {lead.company?.trim() || 'Not specified'}
          </span>
        </Item>
        <Item label="Lead Created" half>
          <When instant={lead.created_at} />
        </Item>
        <Item label="Last Updated" half>
          <When instant={lead.updated_at} />
        </Item>
      </dl>
    </section>
  );
}

interface CampaignCardProps {
  lead: LeadDetail;
  messages: readonly CorrespondenceItem[];
  /** Goes to the sentence that a value was read from. */
  onReceipt: (mark: Mark) => void;
}

const campaignFields: {
  label: string;
  fields: readonly LeadField[];
  value: (lead: LeadDetail) => string | null;
}[] = [
  { label: 'Advertising Goal', fields: ['advertising_goal'], value: (lead) => lead.advertising_goal },
  { label: 'Interested Location', fields: ['billboard'], value: (lead) => lead.billboard },
  { label: 'Budget', fields: ['budget'], value: (lead) => lead.budget },
  { label: 'Duration & Period', fields: ['duration', 'period'], value: durationAndPeriod },
];

/** Each item only if it is there, with the sentence it was read from. */
export function CampaignCard({ lead, messages, onReceipt }: CampaignCardProps) {
  const zone = useZone();
  const present = campaignFields.filter((entry) => entry.value(lead));

  function receiptOf(fields: readonly LeadField[]): ReactNode {
    const source = fields.map((field) => lead.field_sources[field]).find((entry) => entry !== undefined);
    if (!source || source.edited) return source?.edited ? <Receipt>edited by hand</Receipt> : null;
    const message = messages.find((entry) => entry.id === source.message_id);
    if (!message) return null;
    return (
      <button
        type="button"
        className="text-sm text-muted underline decoration-border-strong underline-offset-3 hover:text-text"
        onClick={() => onReceipt({ messageId: message.id, quote: source.quote ?? '', at: Date.now() })}
      >
        from: {shortDateTime(message.timestamp, zone)}, {senderName(message.sender)}
      </button>
    );
  }

  return (
    <section aria-labelledby="campaign" className="border-t border-border pt-4">
      <h3 id="campaign" className="font-semibold">
        Campaign Details
      </h3>
      {present.length === 0 ? (
        <p className="mt-1 text-muted">The messages say nothing about a campaign yet.</p>
      ) : (
        <dl className="mt-1.5 grid grid-cols-2 gap-y-2.5">
          {present.map((entry) => (
            <Item key={entry.label} label={entry.label}>
              <span dir="auto" className="block text-left">
                {entry.value(lead)}
              </span>
              {receiptOf(entry.fields)}
            </Item>
          ))}
        </dl>
      )}
    </section>
  );
}

function Receipt({ children }: { children: ReactNode }) {
  return <span className="text-sm text-muted">{children}</span>;
}
