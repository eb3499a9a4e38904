import { invitationApi, meetingsApi } from '#features/meetings/contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { bookMeeting, cancelMeeting, listSlots, readMeeting } from './book.ts';
import { onMessage, takeCalendarAnswer } from './calendar-answer.ts';
import {
  cancelByClient,
  confirmMeeting,
  moveByClient,
  offeredSlotsOf,
  openInvitation,
} from './invitation.ts';
import { readSettings, updateSettings } from './settings.ts';
import { meetingSettings, meetings } from './tables.ts';

export const meetingsFeature: Feature = {
  name: 'meetings',
  routes: [
    ...handlers(meetingsApi, {
      read: readMeeting,
      book: bookMeeting,
      cancel: cancelMeeting,
      slots: listSlots,
      readSettings,
      updateSettings,
    }),
    ...handlers(invitationApi, {
      open: openInvitation,
      slots: offeredSlotsOf,
      confirm: confirmMeeting,
      move: moveByClient,
      decline: cancelByClient,
    }),
  ],
  jobs: [takeCalendarAnswer],
  events: [],
  browsable: [
    browsable(meetings, [
      'id',
      'thread_id',
      'host_id',
      'starts_at',
      'ends_at',
      'link',
      'status',
      'client_name',
      'client_email',
      'created_at',
      'updated_at',
    ]),
  ],
  exportable: [exportable(meetings, ['token_hash']), exportable(meetingSettings)],
  onMessage,
};
