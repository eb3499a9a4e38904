/** What other features may use of meetings. */
export { recordMeeting } from './record-meeting.ts';
