import { Link } from '@tanstack/react-router';
import { Mark } from '#web/shell/brand.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Notice } from '#web/ui/notice.tsx';

export interface LegalText {
  title: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** A legal text as shipped: a template, and marked as one until the operator puts in their own. */
export function LegalPage({ text }: { text: LegalText }) {
  useTitle(text.title);
  return (
    <main className="mx-auto max-w-[720px] px-4 py-10">
      <Link to="/tenant-login" className="inline-flex items-center gap-2.5 rounded-md">
        <Mark />
        <span className="font-semibold tracking-tight">AI Hub</span>
      </Link>
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">{text.title}</h1>
      <Notice tone="warning" boxed className="mt-4">
        <strong className="font-semibold">Template.</strong> This text is shipped with AI Hub as an example
        and is not legal advice. Whoever runs this installation replaces it with their own.
      </Notice>
      {text.sections.map((section) => (
        <section key={section.heading} className="mt-7">
          <h2 className="text-lg font-semibold">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 max-w-[72ch] text-muted">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </main>
  );
}
