import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { EveryScreen } from './every-screen.ts';

const all = new EveryScreen();

/** Runs in the page: remembers what Tab should reach, and what it reaches from now on. @returns stops on the way */
function watchFocus(): number {
  const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  const within = open.findLast((one) => one.checkVisibility()) ?? document.body;
  const wanted = [
    ...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((one) => {
    if (one.tabIndex < 0 || one.matches(':disabled') || !one.checkVisibility({ visibilityProperty: true }))
      return false;
    if (one.closest('[inert], [aria-hidden="true"]')) return false;
    // Hands the focus on to one of its own.
    if (one.matches('[role="tablist"]')) return false;
    // Of a group of radio buttons Tab reaches one; arrows reach the others.
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio' || one.checked) return true;
    const group = [...within.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${one.name}"]`)];
    return !group.some(({ checked }) => checked) && group[0] === one;
  });
  const reached = new Set<EventTarget>();
  const unmarked = new Set<Element>();
  // When Tab leaves it: a group hands the focus on to one of its own at once.
  const look = () => {
    const target = document.activeElement;
    if (!target || target === document.body) return;
    reached.add(target);
    const marks = [target, target.parentElement, target.closest('label')].flatMap((one) =>
      one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : [],
    );
    const isMarked = marks.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
    );
    if (!isMarked && reached.size > 1) unmarked.add(target);
  };
  document.addEventListener('keydown', look, true);
  Object.assign(window, { focusWatch: { wanted, reached, unmarked } });
  // Each part of a date or a time is a stop of its own.
  return wanted.length + 4 * wanted.filter((one) => one.matches('[type="date"], [type="time"]')).length;
}

/** Runs in the page: what Tab did not reach, what shows no focus, and what only a mouse can press. */
function whatIsLost(): string[] {
  const { wanted, reached, unmarked } = Reflect.get(window, 'focusWatch') as {
    wanted: HTMLElement[];
    reached: Set<Element>;
    unmarked: Set<Element>;
  };
  const named = (one: Element) => one.outerHTML.slice(0, 160);
  const pressable =
    'a, button, input, select, textarea, label, summary, [tabindex], [role="option"], [role="menuitem"]';
  const mouseOnly = [...document.body.querySelectorAll('*')].filter(
    (one) =>
      getComputedStyle(one).cursor === 'pointer' &&
      one.checkVisibility() &&
      !one.closest(pressable) &&
      !one.querySelector(pressable),
  );
  return [
    ...wanted
      .filter((one) => one.isConnected && !reached.has(one))
      .map((one) => `not reached: ${named(one)}`),
    ...[...unmarked].map((one) => `no mark of focus: ${named(one)}`),
    ...mouseOnly.map((one) => `for a mouse only: ${named(one)}`),
  ];
}

async function onceThrough(page: Page): Promise<string[]> {
  const stops = await page.evaluate(watchFocus);
  for (let press = 0; press < stops + 15; press += 1) await page.keyboard.press('Tab');
  return page.evaluate(whatIsLost);
}

async function lostToKeyboard(page: Page): Promise<string[]> {
  const lost = await onceThrough(page);
  // What was drawn meanwhile has moved the stops: what is lost is lost again when all is there.
  return lost.length === 0 ? lost : onceThrough(page);
}

it('every screen gives all of it to the keyboard, and shows where the focus is', async () => {
  expect(await all.visit({ reducedMotion: 'reduce' }, lostToKeyboard)).toEqual({});
}, 1_200_000);
