/** '{organization} AI Hub', without saying it twice. */
export function brandName(organization: string): string {
  return /\bai hub$/i.test(organization.trim()) ? organization : `${organization} AI Hub`;
}

/** The mark of AI Hub: two posts, a bar and the point where everything meets. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path d="M10 8v16M22 8v16M10 16h12" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
      <circle cx="16" cy="16" r="3.6" fill="#fff" />
    </svg>
  );
}
