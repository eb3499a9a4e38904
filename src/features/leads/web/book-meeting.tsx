import { useState } from 'react';
import { type Meeting, meetingLimits, meetingsApi } from '#features/meetings/contract.ts';
import { slotDays } from '#features/meetings/slot-days.ts';
import { zonedInstant } from '#shared/zoned-time.ts';
import { call, messageOf } from '#web/api.ts';
import { shortDateTime } from '#web/lib/dates.ts';
import { keyOf, queryClient, refresh, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { OutboxLine } from '#web/ui/outbox-line.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SlotPicker } from '#web/ui/slot-picker.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import type { LeadDetail } from '../contract.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { leadName } from '../format.ts';
import { meetingChanges } from './meeting-card.tsx';

const { book, slots, readSettings } = meetingsApi.endpoints;
const durations = [15, 30, 45, 60, 90, 120];

interface BookMeetingProps {
  lead: LeadDetail;
  /** The one that moves; null = a new one. */
  meeting: Meeting | null;
  onClose: () => void;
}

/** Free slots within the working hours, or any other time; with an invitation to the lead. */
export function BookMeeting({ lead, meeting, onClose }: BookMeetingProps) {
  const settings = useEndpoint(readSettings);
  const title = meeting ? 'Move the meeting' : 'Book a meeting';
  return (
    <Dialog open onClose={onClose} title={title} description={`With ${leadName(lead)}`}>
      {settings.data ? (
        <Form
          lead={lead}
          meeting={meeting}
          usual={settings.data}
          onClose={onClose}
          action={meeting ? 'Move meeting' : lead.contact_email ? 'Book and invite' : 'Book meeting'}
        />
      ) : settings.error ? (
        <ErrorState
          title="The working hours could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Loading label="Loading free times" className="space-y-3 p-5">
          <Skeleton className="h-9 rounded-md" />
          <Skeleton className="h-32 rounded-md" />
        </Loading>
      )}
    </Dialog>
  );
}

interface FormProps extends BookMeetingProps {
  usual: { durationMinutes: number; link: string | null };
  action: string;
}

function Form({ lead, meeting, usual, action, onClose }: FormProps) {
  const zone = useZone();
  const params = { thread_id: lead.thread_id };
  const plan = useEndpoint(leadConversationApi.endpoints.planReply, { params });
  const isKept = lead.contact_email !== null && plan.data?.transport === 'outbox';
  const [otherTime, setOtherTime] = useState(false);
  const form = useForm({
    initial: {
      durationMinutes: String(meeting?.durationMinutes ?? usual.durationMinutes),
      startsAt: '',
      date: '',
      time: '',
      link: meeting?.link ?? usual.link ?? '',
      message: '',
    },
    check: (values) => {
      const startsAt = startOf(values);
      if (startsAt === null) {
        const path = otherTime ? (values.date ? 'time' : 'date') : 'startsAt';
        return Promise.resolve([{ path, message: otherTime ? 'Give a date and a time.' : 'Choose a time.' }]);
      }
      return Promise.resolve(issuesOf(book.body.safeParse(bodyOf(values, startsAt))));
    },
    submit: async (values) => {
      const startsAt = startOf(values);
      if (startsAt === null) return;
      const booked = await call(book, { params, body: bodyOf(values, startsAt) });
      queryClient.setQueryData(keyOf(meetingsApi.endpoints.read, { params }), { meeting: booked });
      toast({
        title: meeting ? 'Meeting moved' : 'Meeting booked',
        description: [
          shortDateTime(booked.startsAt, zone),
          ...(isKept
            ? ['no mail account is connected, so the invitation stays in the outbox']
            : lead.contact_email
              ? [`${lead.contact_email} gets an invitation`]
              : []),
        ].join(', '),
      });
      onClose();
      await refresh(meetingChanges);
    },
    failed: (error) => {
      // Somebody took the slot meanwhile: what is free now is shown instead.
      void refresh([slots]);
      toast({
        title: meeting ? 'The meeting was not moved' : 'The meeting was not booked',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      });
    },
  });
  const { values } = form;

  function startOf({ startsAt, date, time }: typeof values): string | null {
    if (!otherTime) return startsAt || null;
    const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(hours + minutes)) return null;
    return zonedInstant(date, hours * 60 + minutes, zone).toISOString();
  }

  return (
    <form {...form.form} className="space-y-4 p-5">
      <SelectField
        {...form.field('durationMinutes')}
        label="How long"
        options={[...new Set([...durations, Number(values.durationMinutes)])]
          .toSorted((a, b) => a - b)
          .map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
      />
      {otherTime ? (
        <div className="grid grid-cols-2 gap-3">
          <TextField {...form.field('date')} label="Date" type="date" />
          <TextField {...form.field('time')} label={`Time in ${zone}`} type="time" />
        </div>
      ) : (
        <FreeSlots
          threadId={lead.thread_id}
          durationMinutes={values.durationMinutes}
          zone={zone}
          selected={values.startsAt}
          error={form.field('startsAt').error}
          onSelect={(startsAt) => form.set({ startsAt })}
        />
      )}
      <button type="button" className="link text-sm" onClick={() => setOtherTime(!otherTime)}>
        {otherTime ? 'Choose from the free times' : 'Another date and time'}
      </button>
      <TextField
        {...form.field('link')}
        label="Link to the meeting"
        type="url"
        placeholder="https://"
        maxLength={meetingLimits.link}
        hint="A video room, if it takes place online."
      />
      {lead.contact_email ? (
        <TextAreaField
          {...form.field('message')}
          label="Message in the invitation"
          rows={3}
          maxLength={meetingLimits.message}
          placeholder={meeting ? 'our meeting has a new time:' : 'we would like to meet you:'}
        />
      ) : (
        <p className="text-sm text-muted">This lead has no email address, so no invitation is sent.</p>
      )}
      {isKept ? <OutboxLine /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" look="primary" busy={form.busy && 'Booking...'}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function bodyOf(
  values: { durationMinutes: string; link: string; message: string },
  startsAt: string,
): { startsAt: string; durationMinutes: number; link: string | null; message?: string } {
  return {
    startsAt,
    durationMinutes: Number(values.durationMinutes),
    link: values.link.trim() || null,
    ...(values.message.trim() ? { message: values.message.trim() } : {}),
  };
}

interface FreeSlotsProps {
  threadId: string;
  durationMinutes: string;
  zone: string;
  selected: string;
  error: string | undefined;
  onSelect: (startsAt: string) => void;
}

const rangeDays = 21;

function FreeSlots({ threadId, durationMinutes, zone, selected, error, onSelect }: FreeSlotsProps) {
  const [to] = useState(() => new Date(Date.now() + rangeDays * 86_400_000).toISOString());
  const free = useEndpoint(slots, { params: { thread_id: threadId }, query: { to, durationMinutes } });
  if (free.error) {
    return (
      <ErrorState
        title="The free times could not be loaded"
        error={free.error}
        onRetry={() => void free.refetch()}
      />
    );
  }
  if (!free.data) {
    return (
      <Loading label="Loading free times" className="space-y-3">
        <Skeleton className="h-9 rounded-md" />
        <Skeleton className="h-9 w-2/3 rounded-md" />
      </Loading>
    );
  }
  return (
    <div>
      {free.data.length === 0 ? (
        <p className="text-muted">
          Nothing is free within the working hours of the next three weeks. Choose another date and time.
        </p>
      ) : (
        <SlotPicker
          label="Free times"
          days={slotDays(free.data, zone)}
          zone={zone}
          selected={selected || null}
          onSelect={onSelect}
        />
      )}
      {error ? <p className="mt-1.5 text-sm text-danger-text">{error}</p> : null}
    </div>
  );
}
