type Child = Node | string | null;

interface Attributes {
  [name: string]: string | boolean | ((event: Event) => void);
}

/** An element with attributes, listeners (`onclick`) and children. Text stays text: nothing becomes markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const svgSpace = 'http://www.w3.org/2000/svg';

/** A drawing of one line, decoration only. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value);
  const line = document.createElementNS(svgSpace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const icons = {
  chat: 'M21 12a8 8 0 0 1-11.6 7.1L4 20.5l1.4-5A8 8 0 1 1 21 12Z',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
} as const;
