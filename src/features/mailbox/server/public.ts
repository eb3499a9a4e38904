/** What other features may use of mailboxes. */
export { appendSent } from './append-sent.ts';
export { settingsNotice as mailboxSettingsNotice } from './email-settings.ts';
