import type { HealthItem, HealthLight } from '#features/outreach/settings-contract.ts';

export const lightNames: Record<HealthLight, string> = {
  green: 'In order',
  amber: 'Needs attention',
  red: 'In trouble',
  unknown: 'Not checked yet',
};

export const lightColours: Record<HealthLight, string> = {
  green: 'bg-success-text',
  amber: 'bg-warning-text',
  red: 'bg-danger-text',
  unknown: 'bg-faint',
};

export const itemNames: Record<HealthItem['key'], string> = {
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  alignment: 'Alignment',
  transport: 'Mail account',
  postal_address: 'Postal address',
  bounces: 'Bounces',
  complaints: 'Complaints',
  paused: 'Pause',
};
