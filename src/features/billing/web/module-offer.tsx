import { moduleWords } from '#features/landing/module-words.ts';
import { decimal, type ModuleType, modules } from '#shared/modules.ts';
import { money } from '#web/lib/money.ts';
import { useCan } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { moduleTexts } from '../module-texts.ts';
import { AddModule } from './add-module.tsx';

/** In place of a module that is not active: what it does, what it costs, and the way to it. */
export function ModuleOffer({ module }: { module: ModuleType }) {
  const mayAdd = useCan('billing.add-module');
  const { name, priceCents } = modules[module];
  const { does, points } = moduleTexts[module];
  const { note } = moduleWords[module];

  return (
    <section className="panel mx-auto mt-6 max-w-[680px] p-6 md:p-8">
      <Badge tone="outline">Not in your plan</Badge>
      <h1 className="mt-3 text-xl font-semibold tracking-tight">{name}</h1>
      <p className="mt-1.5 max-w-[60ch] text-muted">{does}</p>
      {note ? <p className="mt-1.5 max-w-[60ch]">{note}</p> : null}
      <ul className="mt-5 space-y-2.5">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <span aria-hidden className="mt-2.5 h-px w-3 shrink-0 bg-theme" />
            <span className="max-w-[60ch]">{point}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-5">
        <p>
          <span className="figures text-lg font-semibold">{money(decimal(priceCents), 'USD')}</span>{' '}
          <span className="text-muted">per month</span>
        </p>
        {mayAdd ? (
          <AddModule moduleType={module} look="primary" />
        ) : (
          <p className="text-sm text-muted">An owner or admin of your organization can add it.</p>
        )}
      </div>
    </section>
  );
}
