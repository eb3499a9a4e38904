/** One application of the operator's at LinkedIn. */
export interface LinkedInConfig {
  clientId: string;
  clientSecret: string;
  /** Origin of the API, without a slash at the end. */
  apiBase: string;
  /** Origin of the sign-in, without a slash at the end. */
  authBase: string;
  /** Such as 202607. */
  version: string;
}

/** One application of the operator's at Meta, for Facebook and Instagram. */
export interface MetaConfig {
  appId: string;
  appSecret: string;
  /** Origin of the Graph API, without a slash at the end. */
  apiBase: string;
  /** Origin of the sign-in dialog, without a slash at the end. */
  authBase: string;
  /** Such as v25.0. */
  version: string;
}

/** Null: the operator has set no application, so that nobody can connect an account. */
export interface SocialConfig {
  linkedin: LinkedInConfig | null;
  meta: MetaConfig | null;
  /** What 'Create New Post' opens; null opens the hub's own. */
  formUrl: string | null;
}

/** The variables of social publishing as the schema in config.ts reads them. */
interface SocialVariables {
  LINKEDIN_CLIENT_ID?: string | undefined;
  LINKEDIN_CLIENT_SECRET?: string | undefined;
  LINKEDIN_API_BASE: string;
  LINKEDIN_AUTH_BASE: string;
  LINKEDIN_VERSION: string;
  META_APP_ID?: string | undefined;
  META_APP_SECRET?: string | undefined;
  META_API_BASE: string;
  META_AUTH_BASE: string;
  META_VERSION: string;
  SOCIAL_FORM_URL?: string | undefined;
}

export function socialConfig(value: SocialVariables): SocialConfig {
  const { LINKEDIN_CLIENT_ID, LINKEDIN_CLIENT_SECRET, META_APP_ID, META_APP_SECRET } = value;
  return {
    linkedin:
      LINKEDIN_CLIENT_ID && LINKEDIN_CLIENT_SECRET
        ? {
            clientId: LINKEDIN_CLIENT_ID,
            clientSecret: LINKEDIN_CLIENT_SECRET,
            apiBase: new URL(value.LINKEDIN_API_BASE).origin,
            authBase: new URL(value.LINKEDIN_AUTH_BASE).origin,
            version: value.LINKEDIN_VERSION,
          }
        : null,
    meta:
      META_APP_ID && META_APP_SECRET
        ? {
            appId: META_APP_ID,
            appSecret: META_APP_SECRET,
            apiBase: new URL(value.META_API_BASE).origin,
            authBase: new URL(value.META_AUTH_BASE).origin,
            version: value.META_VERSION,
          }
        : null,
    formUrl: value.SOCIAL_FORM_URL ?? null,
  };
}

/** The half of a pair that is missing, in words for the start's message; null when nothing is missing. */
export function missingForSocial(value: SocialVariables): string | null {
  const pairs = [
    ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
    ['META_APP_ID', 'META_APP_SECRET'],
  ] as const;
  for (const [id, secret] of pairs) {
    if (Boolean(value[id]) === Boolean(value[secret])) continue;
    const [missing, given] = value[id] ? [secret, id] : [id, secret];
    return `${missing} is not set. With ${given} it must be set too, since one is of no use without the other.`;
  }
  return null;
}
