/** What no reader of a page's text sees. */
const unseen = new Set(
  'head script style noscript template svg math canvas iframe object button select option datalist'.split(
    ' ',
  ),
);
/** What stands around the text on every page of a website. */
const around = new Set('nav header footer aside dialog menu'.split(' '));
/** The same as a role (WAI-ARIA 1.2, sections 5.3.4 and 5.3.6). */
const rolesAround = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar'.split(' '),
);
const blocks = new Set(
  'p div section article main ul ol dl dt dd table thead tbody tr figure figcaption address blockquote details summary body html form fieldset legend label'.split(
    ' ',
  ),
);
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

export const isVoid = (name: string): boolean => voids.has(name);
export const isBlock = (name: string): boolean => blocks.has(name);
export const isUnseen = (name: string): boolean => unseen.has(name);

type Attributes = Readonly<Record<string, string>>;

/** The question that a website asks about cookies, by how its box is called. */
const consent =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|dsgvo|rgpd|ccpa)[_-]?(?:banner|bar|box|consent|container|dialog|hint|info|law|layer|message|modal|notice|notification|overlay|popup|prompt|wall|warning)(?:$|[\s_-])/i;

/** Whether an element stands around a page's text, as its navigation does. */
export function isAround(name: string, attributes: Attributes): boolean {
  if (around.has(name) || rolesAround.has(attributes.role?.trim().toLowerCase() ?? '')) return true;
  if (name === 'body' || name === 'html' || name === 'main') return false;
  const called = `${attributes.id ?? ''} ${attributes.class ?? ''}`.slice(0, 500);
  return consent.test(called.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

const unseenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?|font-size\s*:\s*0(?:px|pt|em|rem|%)?)\s*(?:!important\s*)?(?:;|$)/i;

/**
 * Whether nobody sees an element (HTML standard, section 6.1). A panel that a press opens, as on pages of questions, has a name
 * or a role and is text all the same; so is a whole page that a script shows when it has loaded.
 */
export function isHidden(name: string, attributes: Attributes): boolean {
  if (name === 'body' || name === 'html' || name === 'main') return false;
  const isPanel =
    attributes['aria-labelledby'] !== undefined || /^(?:tabpanel|region)$/i.test(attributes.role ?? '');
  if (isPanel) return false;
  if (attributes.hidden !== undefined) return attributes.hidden.toLowerCase() !== 'until-found';
  return unseenStyle.test((attributes.style ?? '').slice(0, 500));
}
