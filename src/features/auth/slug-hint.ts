interface Where {
  /** Host name of the page, without port. */
  host: string;
  /** What follows a tenant's label, such as '.hub.example.com'. */
  suffix: string;
  email: string;
  platformSlug: string;
}

/** Which organization a sign-in probably means (contract section 4): the sub-domain, else the first label of the email's domain, else the platform. */
export function slugHint({ host, suffix, email, platformSlug }: Where): string {
  const label = suffix !== '' && host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
  if (label !== '' && !label.includes('.')) return label;
  const domain = email.split('@')[1] ?? '';
  return domain.split('.')[0]?.toLowerCase() || platformSlug;
}

/** A slug as the sign-up form keeps it while typing: lower case, other characters left out (specification section 5). */
export function typedSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

/** The slug that a name suggests: words joined by single hyphens. */
export function suggestedSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63);
}
