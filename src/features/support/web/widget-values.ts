import type { z } from 'zod';
import type { Issue } from '#shared/errors.ts';
import { type HoursValues, hoursOf, hoursValues } from '#web/lib/weekdays.ts';
import { issuesOf } from '#web/ui/use-form.ts';
import { type SupportSettings, supportSettingsInput } from '../widget-contract.ts';

/** The settings as a form has them: websites one on each line, texts empty where there is none. */
export interface WidgetValues extends HoursValues {
  origins: string;
  colour: string;
  side: string;
  greeting: string;
  awayText: string;
  alertEmail: string;
}

export function widgetValues(settings: SupportSettings): WidgetValues {
  const { origins, colour, side, greeting, awayText, alertEmail, hours } = settings;
  return {
    ...hoursValues(hours),
    origins: origins.join('\n'),
    colour,
    side,
    greeting,
    awayText,
    alertEmail: alertEmail ?? '',
  };
}

/** What a form says, as it is sent. */
export function widgetInput(values: WidgetValues): z.input<typeof supportSettingsInput> {
  return {
    origins: values.origins
      .split('\n')
      .map((line) => line.trim().replace(/\/+$/, ''))
      .filter((line) => line !== ''),
    colour: values.colour,
    side: values.side === 'left' ? 'left' : 'right',
    greeting: values.greeting.trim(),
    awayText: values.awayText.trim(),
    alertEmail: values.alertEmail.trim() === '' ? null : values.alertEmail.trim(),
    hours: hoursOf(values),
  };
}

/** What is wrong, by field; a website that cannot be one is named. */
export function widgetIssues(values: WidgetValues): Issue[] {
  const input = widgetInput(values);
  return issuesOf(supportSettingsInput.safeParse(input)).map(({ path, message }) => {
    const [field, place] = path.split('.');
    const line = field === 'origins' && place !== undefined ? input.origins[Number(place)] : undefined;
    const name = field === 'hours' ? (place ?? 'days') : (field ?? '');
    return { path: name, message: line === undefined ? message : `“${line}”: ${message}` };
  });
}
