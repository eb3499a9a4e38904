import { lazy, Suspense } from 'react';
import { useAddress } from '#web/address.ts';
import { type SettingsTopic, settingsTopics } from '#web/feature.ts';
import { settings } from '#web/features.ts';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const sections = settings.map(({ topic, order, section }) => ({
  topic,
  order,
  Section: lazy(async () => ({ default: (await section()).Section })),
}));

const topics = Object.keys(settingsTopics).filter((key): key is SettingsTopic => key in settingsTopics);

/** What connects the organization with the world outside, by topic: each feature brings its own sections. */
export function IntegrationsTab() {
  const { params, set } = useAddress();
  const current = topics.find((topic) => topic === params.topic) ?? 'email';
  return (
    <>
      <nav aria-label="Integrations" className="mb-6 flex flex-wrap gap-2">
        {topics.map((topic) => (
          <button
            key={topic}
            type="button"
            aria-current={topic === current ? 'page' : undefined}
            onClick={() => set({ topic })}
            className={cx(
              'min-h-9 rounded-full border px-3.5 font-medium pointer-coarse:min-h-11',
              topic === current
                ? 'border-brand bg-brand text-on-brand'
                : 'border-border bg-surface text-muted hover:text-text',
            )}
          >
            {settingsTopics[topic]}
          </button>
        ))}
      </nav>
      {sections
        .filter(({ topic }) => topic === current)
        .map(({ topic, order, Section }) => (
          <Suspense key={`${topic} ${order}`} fallback={<Skeleton className="late mb-8 h-40 rounded-lg" />}>
            <Section />
          </Suspense>
        ))}
    </>
  );
}
