import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { sampleFigures } from '../sample-calls.ts';
import { CallList } from './call-list.tsx';
import { ContactSales } from './contact-sales.tsx';

const sample = <Badge tone="warning">Sample</Badge>;

/** What call management will look like, with invented calls: nothing here is connected to a telephone. */
export function Screen() {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-96">
          <div className="flex flex-wrap gap-2">
            <Badge tone="outline">Optional Module - Coming Soon</Badge>
            <Badge tone="outline">Premium Module</Badge>
          </div>
          <h1 className="mt-2.5 text-xl font-semibold tracking-tight">Call Management</h1>
          <p className="mt-1 max-w-[68ch] text-muted">
            Calls that are answered, written down and filed with the lead they belong to. It cannot be ordered
            yet; this is how it will look.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled aria-describedby="configure-agent-note">
            Configure Agent
          </Button>
          <ContactSales />
          <p id="configure-agent-note" className="sr-only">
            The agent can be configured once the module is available.
          </p>
        </div>
      </div>
      <Notice tone="warning" boxed className="mt-5">
        <strong className="font-semibold">Sample data.</strong> Every figure, name and number on this screen
        is invented. No call was made, answered or recorded.
      </Notice>
      <dl aria-label="Sample figures" className="mt-5 mb-8 grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-5">
        {sampleFigures.map(({ label, value }) => (
          <div
            key={label}
            className="rounded-lg border border-border bg-surface px-4 py-3 max-md:last:col-span-2"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures mt-0.5 text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Section title="Recent calls" action={sample}>
        <CallList />
      </Section>
    </>
  );
}
