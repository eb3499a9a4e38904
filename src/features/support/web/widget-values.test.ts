import { describe, expect, it } from 'vitest';
import { weekdays } from '#web/lib/weekdays.ts';
import { widgetInput, widgetIssues, widgetValues } from './widget-values.ts';

const values = widgetValues({
  origins: ['https://www.shop.example'],
  colour: '#0f766e',
  side: 'right',
  greeting: '',
  hours: null,
  awayText: '',
  alertEmail: null,
  timezone: 'UTC',
  embedCode: '',
  demoUrl: '',
});

describe('the settings of the widget', () => {
  it('come back as they were', () => {
    expect(widgetInput(values)).toEqual({
      origins: ['https://www.shop.example'],
      colour: '#0f766e',
      side: 'right',
      greeting: '',
      hours: null,
      awayText: '',
      alertEmail: null,
    });
    expect(widgetIssues(values)).toEqual([]);
  });

  it('take websites one on each line, without what a browser adds', () => {
    const { origins } = widgetInput({ ...values, origins: ' https://a.example/ \n\nhttps://b.example' });
    expect(origins).toEqual(['https://a.example', 'https://b.example']);
  });

  it('name the website that is none, and the day that is missing', () => {
    const issues = widgetIssues({
      ...values,
      origins: 'https://a.example\nshop.example',
      alertEmail: 'nobody',
      window: true,
      ...Object.fromEntries(weekdays.map((day) => [day, false])),
    });
    expect(issues).toEqual([
      {
        path: 'origins',
        message:
          '“shop.example”: Write the website’s address without a path, such as https://www.shop.example.',
      },
      { path: 'days', message: 'Choose at least one day.' },
      { path: 'alertEmail', message: 'Invalid email address' },
    ]);
  });
});
