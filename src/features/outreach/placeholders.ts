/** What a template may name of a prospect, in braces: `{{businessName}}`. */
export const placeholders = ['businessName', 'industry', 'address'] as const;
export type Placeholder = (typeof placeholders)[number];

export const placeholderNames: Record<Placeholder, string> = {
  businessName: 'Business Name',
  industry: 'Industry',
  address: 'Address',
};

/** `{{industry}}`, or `{{industry|your business}}` with what stands there when the prospect has none. Blanks are cut in code. */
const braces = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

const names: ReadonlySet<string> = new Set(placeholders);
const known = placeholders.map((name) => `{{${name}}}`).join(', ');

function isPlaceholder(name: string): name is Placeholder {
  return names.has(name);
}

/**
 * A text with its placeholders replaced by what `fill` gives for each.
 * @param otherwise the words after `|`, undefined where there are none
 * @param unknown is told what is wrong about a name that is no field of a prospect; such braces stay as they are
 */
export function fillPlaceholders(
  text: string,
  fill: (name: Placeholder, otherwise: string | undefined) => string,
  unknown: (issue: string) => void,
): string {
  return text.replaceAll(braces, (whole, named: string, otherwise: string | undefined) => {
    const name = named.trim();
    if (isPlaceholder(name)) return fill(name, otherwise);
    unknown(`${whole.slice(0, 60)} is no field of a prospect. Known are ${known}.`);
    return whole;
  });
}

/** What is wrong with the first name in a text that no prospect can fill; undefined where all are known. */
export function unknownPlaceholder(text: string): string | undefined {
  const issues: string[] = [];
  fillPlaceholders(
    text,
    () => '',
    (issue) => issues.push(issue),
  );
  return issues[0];
}
