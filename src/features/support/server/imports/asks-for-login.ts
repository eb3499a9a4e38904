/** What a page looks like to whoever is not signed in. */
export interface LoginSigns {
  title: string;
  /** A field for a password that stands in the page's content, not in its header or another box around it. */
  hasPassword: boolean;
  /** A field for a name or an email address there, as where the password is asked for on the next page. */
  hasName: boolean;
  /** Letters and digits of the content outside of forms. */
  letters: number;
}

/** A text of so many letters beside a form is an invitation to sign in; a longer one is a page of its own. */
const invitation = 250;
/** Beside the form of a page that calls itself a login there is advertising too. */
const advertising = 1200;

const loginTitle =
  /\b(?:log[ -]?in|log[ -]?on|sign[ -]?in|signin|anmelden|anmeldung|einloggen|connexion|se connecter|identifiez-vous|iniciar sesi[oó]n|inicio de sesi[oó]n|acceder|accedi|accesso|entrar|iniciar sess[aã]o|inloggen|aanmelden)\b|ログイン|登录|登錄|로그인/iu;

/** Whether a page is the form of a login and little else: a login box beside a text keeps nobody from reading it. */
export function asksForLogin({ title, hasPassword, hasName, letters }: LoginSigns): boolean {
  const isCalledLogin = loginTitle.test(title);
  if (hasPassword) return letters < (isCalledLogin ? advertising : invitation);
  return hasName && isCalledLogin && letters < invitation;
}

/** Whether an address is that of a login, as where a page redirects whoever is not signed in. */
export function isLoginAddress(address: string): boolean {
  const url = URL.parse(address, 'http://page.invalid');
  if (!url) return false;
  return (
    /(?:^|[/._-])(?:log[_-]?in|log[_-]?on|sign[_-]?in|sso|saml2?|oauth2?|oidc|auth|authenticate|authorize|account\/login|wp-login|session\/new|cas)(?:$|[/._-])/i.test(
      url.pathname,
    ) || /^(?:login|signin|sso|auth|accounts|idp)\./i.test(url.hostname)
  );
}
