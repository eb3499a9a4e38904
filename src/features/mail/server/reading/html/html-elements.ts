export interface ElementRole {
  breaksLine: boolean;
  isVoid: boolean;
  hidden: boolean;
  /** A blockquote: its lines are marked '> '. */
  quote: boolean;
  /** Another container of quoted history: its lines are known to be quoted but not marked. */
  history: boolean;
  /** So is all that follows it within the same parent. */
  opensHistory: boolean;
  pre: boolean;
  block: 'none' | 'line' | 'paragraph';
  /** What stands before the element's text. */
  lead: string;
}

const words = (list: string): Set<string> => new Set(list.split(' '));

const HIDDEN = words(
  'script style title template noscript noframes svg math iframe object audio video select textarea',
);
const PARAGRAPHS = words('p h1 h2 h3 h4 h5 h6 ul ol dl blockquote table pre figure');
const LINES = words(
  'div tr li dt dd section article header footer main aside nav address form fieldset center body html caption tbody thead tfoot details summary',
);
const VOID = words('br hr img input meta link base area col embed source track wbr param');
const CELLS = words('td th');

/**
 * Class names and ids with which mail programs wrap quoted history: Yahoo, Thunderbird, Zoho, Outlook (desktop, web,
 * mobile, Mac), Proton, GMX, QQ. Gmail's `gmail_quote` is not one of them when it is a div: it holds answers and
 * forwards as well; its blockquotes and its text say enough.
 */
const HISTORY_CLASS =
  /(?:^|\s)(?:yahoo_quoted|moz-cite-prefix|zmail_extra|protonmail_quote|outlookmessageheader|gmx_quote|tutanota_quote|ydp[\w-]*yahoo_quoted)(?:\s|$)/u;
const HISTORY_ID =
  /^(?:yahoo_quoted_\w*|divrplyfwdmsg|olk_src_body_section|mail-editor-reference-message-container|x_divrplyfwdmsg|isforwardcontent|zmquotedcontent)$/u;
/** Outlook's container holds the head of the quoted message alone; the message stands behind it. */
const HEAD_ID = /^(?:x_)?divrplyfwdmsg$/u;
const INVISIBLE = /display\s*:\s*none|mso-hide\s*:\s*all/u;

const NONE: ElementRole = {
  breaksLine: false,
  isVoid: false,
  hidden: false,
  quote: false,
  history: false,
  opensHistory: false,
  pre: false,
  block: 'none',
  lead: '',
};
const BREAK: ElementRole = { ...NONE, breaksLine: true, isVoid: true };
const RULE: ElementRole = { ...NONE, isVoid: true, block: 'line' };
const CELL: ElementRole = { ...NONE, lead: ' ' };
const ITEM: ElementRole = { ...NONE, block: 'line', lead: '- ' };

const bareRoles = new Map<string, ElementRole | null>();
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** What an element does to the text; null for inline elements, which do nothing. */
export function elementRole(
  name: string,
  attributes: ReadonlyMap<string, string> | null,
): ElementRole | null {
  if (attributes !== null) return roleOf(name, attributes);
  const known = bareRoles.get(name);
  if (known !== undefined) return known;
  const role = roleOf(name, NO_ATTRIBUTES);
  // Only HTML's own elements are remembered; a sender may invent any number of names.
  if (role !== null || bareRoles.size < 200) bareRoles.set(name, role);
  return role;
}

function roleOf(name: string, attributes: ReadonlyMap<string, string>): ElementRole | null {
  if (name === 'br') return BREAK;
  if (name === 'hr') return RULE;
  if (VOID.has(name)) return null;
  if (HIDDEN.has(name)) return { ...NONE, hidden: true };
  const invisible = INVISIBLE.test(attributes.get('style') ?? '');
  if (name === 'li' && !invisible) return ITEM;
  if (CELLS.has(name) && !invisible) return CELL;
  const paragraph = PARAGRAPHS.has(name);
  if (!paragraph && !LINES.has(name)) return invisible ? { ...NONE, hidden: true } : null;
  return {
    ...NONE,
    hidden: invisible,
    quote: name === 'blockquote',
    history:
      name !== 'blockquote' &&
      (HISTORY_CLASS.test(attributes.get('class') ?? '') || HISTORY_ID.test(attributes.get('id') ?? '')),
    opensHistory: HEAD_ID.test(attributes.get('id') ?? ''),
    pre: name === 'pre',
    block: paragraph ? 'paragraph' : 'line',
  };
}
