import { Copy, ExternalLink } from 'lucide-react';
import { copyText } from '#web/lib/copy-text.ts';
import { useCan } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import type { SupportSettings } from '../widget-contract.ts';

/** The line that puts the widget into a website. */
export function EmbedSection({ settings: { embedCode, demoUrl, origins } }: { settings: SupportSettings }) {
  const mayManage = useCan('integrations.manage');
  return (
    <Section
      title="Your website"
      text="Put this line before the end of each page. It loads beside the page and sets no cookie before the first message."
      action={
        <a href={demoUrl} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          <ExternalLink size={15} aria-hidden />
          Try it
        </a>
      }
    >
      <div className="p-5">
        <code className="block rounded-md bg-sunken px-3.5 py-3 font-mono text-sm break-all">
          {embedCode}
        </code>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => void copyText(embedCode, { title: 'Copied' })}>
            <Copy size={15} aria-hidden />
            Copy
          </Button>
          {origins.length === 0 ? (
            <p className="text-sm text-muted">
              No website may show it yet: {mayManage ? 'name yours below' : 'an owner or admin names yours'}.
              The page behind “Try it” always may.
            </p>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
