import { isDeepStrictEqual } from 'node:util';
import {
  type OutreachSettings,
  type outreachSettingsApi,
  outreachSettingsChanged,
} from '#features/outreach/settings-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { repeatOnDeadlock } from '#server/db/repeat-on-deadlock.ts';
import type { Input } from '#shared/endpoint.ts';
import { readCaps } from '../sequences/caps.ts';
import { wakeWaiting } from '../sequences/wake-waiting.ts';
import { postalAddressOf } from './postal-address.ts';
import { type StoredSettings, storedSettings, writeSettings } from './stored-settings.ts';

type Endpoints = (typeof outreachSettingsApi)['endpoints'];

/** How the organization does outreach, with who its mails are from and what of today is left. */
export async function readSettings(context: Context): Promise<OutreachSettings> {
  const { gate, clock } = context.services;
  const stored = await storedSettings(context);
  const sender = await gate.senderOf(context);
  const from = gate.fromOf(sender);
  const { capToday, sentToday } = await readCaps(context, stored, sender.timezone, clock.now());
  return {
    ...inputOf(stored),
    postalAddress: await postalAddressOf(context),
    from: from.name ? `${from.name} <${from.address}>` : from.address,
    transport: gate.transportOf(sender),
    timezone: sender.timezone,
    paused: pausedOf(stored),
    capToday,
    sentToday,
  };
}

function inputOf(stored: StoredSettings) {
  const { requireConsentBasis, tone, length, approvedSentences, signature } = stored;
  const { dailyCap, hourlyCap, rampUp, window, spread, dkimSelector } = stored;
  return {
    requireConsentBasis,
    tone,
    length,
    approvedSentences,
    signature,
    dailyCap,
    hourlyCap,
    rampUp: rampUp ?? null,
    window: window ?? null,
    spread,
    dkimSelector,
  };
}

function pausedOf({
  pausedAt,
  pausedBy,
  pauseReason,
  isPausedByHub,
}: StoredSettings): OutreachSettings['paused'] {
  return (
    pausedAt && {
      at: pausedAt.toISOString(),
      by: pausedBy ?? '',
      reason: pauseReason ?? '',
      byHub: isPausedByHub,
    }
  );
}

/** Settings that mails of sequences wait for. */
const bounds = ['window', 'dailyCap', 'hourlyCap', 'rampUp', 'spread'] as const;

/** Changes what is given. A ramp that is changed begins anew with the next mail. */
export async function updateSettings(
  context: Context,
  { body }: Input<Endpoints['update']>,
): Promise<OutreachSettings> {
  await repeatOnDeadlock(() => context.tx((tx) => change(context, tx, body)));
  return readSettings(context);
}

async function change(
  { services }: Context,
  tx: Tx,
  body: Input<Endpoints['update']>['body'],
): Promise<void> {
  const now = services.clock.now();
  const before = await storedSettings(tx);
  const fields = Object.keys(body);
  const rampChanged = body.rampUp !== undefined && !isDeepStrictEqual(body.rampUp, before.rampUp ?? null);
  // Enrolments and mails before the settings: whoever lets a mail through holds those and writes to these.
  if (bounds.some((field) => field in body)) await wakeWaiting(tx, now);
  if (fields.length > 0)
    await writeSettings(tx, { ...body, ...(rampChanged ? { rampFrom: null } : {}) }, now);
  await tx.audit({ action: 'outreach-settings.changed', details: { fields } });
  tx.emit(outreachSettingsChanged, { paused: before.pausedAt !== null });
}
