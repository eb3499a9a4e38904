import { describe, expect, it } from 'vitest';
import { isLoginAddress } from './asks-for-login.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const box =
  '<form action="/login"><input name="user"><input type="password" name="pass"><button>Sign in</button></form>';
const hours = '<main><h1>Hours</h1><p>We are open from nine to five, every day.</p></main>';
const long = `<p>${'A supersite is lit until midnight and costs $2,400 a week. '.repeat(8)}</p>`;

describe('a page with a password field', () => {
  it.each([
    ['in its header', `<header>${box}</header>${hours}`],
    ['in its navigation', `<div role="navigation">${box}</div>${hours}`],
    ['in its footer', `${hours}<footer>${box}</footer>`],
    ['beside its text', `${hours}<aside>${box}</aside>`],
    ['in a dialog that a press opens', `<dialog>${box}</dialog>${hours}`],
    ['in a box that nobody sees', `<div style="display: none">${box}</div>${hours}`],
    ['below a long text', `<title>Rates</title>${long}${box}`],
    ['in a form that holds the whole page', `<form id="aspnetForm"><header>${box}</header>${hours}</form>`],
  ])('%s is read', (_where, html) => {
    const { asksForLogin, markdown } = htmlToMarkdown(`<html><body>${html}</body></html>`);
    expect(asksForLogin).toBe(false);
    expect(markdown).toMatch(/open from nine to five|lit until midnight/);
  });

  it.each([
    ['alone', `<title>Portal</title>${box}`],
    [
      'under an invitation',
      `<h1>Welcome back</h1><p>Sign in to read on.</p>${box}<p>No account? Ask us.</p>`,
    ],
    ['in main, with a header around it', `<header>Harbour</header><main><h2>Members</h2>${box}</main>`],
    ['beside advertising, where the title says what it is', `<title>Sign in | Harbour</title>${long}${box}`],
    ['in German', `<title>Anmelden</title><h1>Kundenbereich</h1>${box}`],
    ['on the page after the one for the name', '<title>Log in</title><form><input type="email"></form>'],
  ])('%s is a login', (_where, html) => {
    expect(htmlToMarkdown(`<html><body>${html}</body></html>`).asksForLogin).toBe(true);
  });

  it('is no login where only a newsletter asks for an address', () => {
    const html = `<title>Hours</title>${hours}<form><input type="email" name="email"></form>`;
    expect(htmlToMarkdown(html).asksForLogin).toBe(false);
  });
});

describe('an address', () => {
  it('of a login is told from others', () => {
    for (const login of [
      '/login',
      'https://x.example/users/sign_in?next=/a',
      'https://login.x.example/',
      '/wp-login.php',
      '/oauth2/authorize?x=1',
      '/saml/sso',
    ])
      expect(isLoginAddress(login), login).toBe(true);
    for (const other of ['/', '/blog/catalogin', 'https://www.x.example/rates', '/authors/kim', '/cassette'])
      expect(isLoginAddress(other), other).toBe(false);
  });
});
