/** From Monday on: the ISO weekday is the place, from 1. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Days and times of sending, as contracts have them. */
interface Hours {
  /** ISO weekdays. */
  days: number[];
  from: string;
  to: string;
}

/** Hours as a form has them: a tick for each day, by its name; working hours where none are set yet. */
export interface HoursValues extends Record<string, string | boolean> {
  window: boolean;
  from: string;
  to: string;
}

export function hoursValues(hours: Hours | null): HoursValues {
  return {
    window: hours !== null,
    from: hours?.from ?? '09:00',
    to: hours?.to ?? '17:00',
    ...Object.fromEntries(
      weekdays.map((name, index) => [name, hours ? hours.days.includes(index + 1) : index < 5]),
    ),
  };
}

/** Null where the hours are not limited. */
export function hoursOf(values: HoursValues): Hours | null {
  if (!values.window) return null;
  const days = weekdays.flatMap((name, index) => (values[name] === true ? [index + 1] : []));
  return { days, from: values.from, to: values.to };
}
