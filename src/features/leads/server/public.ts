/** What other features may use of leads. */
export { updateLead } from './change.ts';
export { leadFromConversation, type TalkedWith } from './lead-from-conversation.ts';
export { stageCounts } from './list.ts';
export { applyMeeting } from './meeting-fields.ts';
export { lockLead } from './merge.ts';
export { sendInThread } from './send-in-thread.ts';
