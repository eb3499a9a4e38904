import {
  type OutreachSettings,
  outreachHealthApi,
  outreachSettingsApi,
} from '#features/outreach/settings-contract.ts';
import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';

const { read, pause, resume } = outreachSettingsApi.endpoints;

/** Shows settings that an answer brought, wherever they are shown. */
export async function showSettings(settings: OutreachSettings): Promise<void> {
  queryClient.setQueryData<OutreachSettings>(keyOf(read), settings);
  await refresh([outreachHealthApi.endpoints.health]);
}

/** Stops all outreach. @throws ApiError */
export async function pauseSending(reason: string): Promise<void> {
  await showSettings(await call(pause, { body: reason === '' ? {} : { reason } }));
  toast({ title: 'All sending is paused', description: 'Nothing leaves until someone resumes it.' });
}

/** Lets outreach go on. True when it does. */
export async function resumeSending(): Promise<boolean> {
  try {
    await showSettings(await call(resume));
    toast({ title: 'Sending goes on', description: 'What waited leaves within caps and hours.' });
    return true;
  } catch (error) {
    toast({
      title: 'Sending was not resumed',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  }
}
