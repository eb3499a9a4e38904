const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const named = /\b(?:(mon|tues|wednes|thurs|fri|satur|sun)days?|(weekends?)|(weekdays?))\b/giu;
const span =
  /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\s*(?:to|until|till|through|-|–|—)\s*(mon|tues|wednes|thurs|fri|satur|sun)days?\b/giu;
const everyDay =
  /\b(?:every ?day|daily|any day|(?:seven|7) days(?: a week)?|24\/7|all week|all days|any ?time)\b/iu;

const place = (beginning = '') => days.findIndex((day) => day.startsWith(beginning.toLowerCase()));

/** The days of the week that a text names, 0 for Monday; those between two of them too. */
function daysIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const [, day, weekend, weekday] of text.matchAll(named)) {
    if (day) found.add(place(day));
    if (weekend) for (const at of [5, 6]) found.add(at);
    if (weekday) for (const at of [0, 1, 2, 3, 4]) found.add(at);
  }
  for (const [, from, to] of text.matchAll(span))
    for (let at = place(from); at !== place(to); at = (at + 1) % days.length) found.add(at);
  return found;
}

/** Whether an article speaks of each day of the week that a question names. */
export function holdsDays(question: string, article: string): boolean {
  const asked = daysIn(question);
  const said = daysIn(article);
  // What is open every day may be another thing than what has days of its own.
  if (asked.size === 0 || (said.size === 0 && everyDay.test(article))) return true;
  return [...asked].every((day) => said.has(day));
}
