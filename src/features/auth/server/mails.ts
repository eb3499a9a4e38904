import type { AccountMail } from '#server/integrations/outgoing-mail.ts';

export function resetMail(to: string, organizationName: string, link: string): AccountMail {
  return {
    to,
    subject: `Reset your password for ${organizationName.replace(/[\r\n]+/g, ' ')}`,
    text: [
      `Someone, probably you, asked for a new password for your account at ${organizationName}.`,
      '',
      'Choose it here within the next hour:',
      link,
      '',
      'If it was not you, ignore this mail: your password stays as it is.',
    ].join('\n'),
  };
}

export function passwordChangedMail(to: string): AccountMail {
  return {
    to,
    subject: 'Your password was changed',
    text: [
      'The password of your AI Hub account was changed just now, and all other sessions were signed out.',
      '',
      'If it was not you, ask for a new password on the sign-in page at once and tell your administrator.',
    ].join('\n'),
  };
}
