/** Markup whose texts are escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Html ? value.markup : value.map(markupOf).join('');
}

/** Writes markup: what is put in is escaped, unless it is markup already. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  return new Html(
    strings
      .map((part, index) => `${part}${index < values.length ? markupOf(values[index] ?? '') : ''}`)
      .join(''),
  );
}

/**
 * Fills the `{{slots}}` of a page's file; texts are escaped.
 * @throws Error when the file has another slot than those given, or lacks one of them
 */
export function fillSlots(template: string, slots: Readonly<Record<string, string | Html>>): string {
  const open = new Set(Object.keys(slots));
  const page = template.replace(/\{\{([\w-]+)\}\}/g, (_match, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`The page has a slot "${name}" that nothing fills.`);
    open.delete(name);
    return markupOf(value);
  });
  if (open.size > 0) throw new Error(`The page has no slot ${[...open].join(', ')}.`);
  return page;
}
