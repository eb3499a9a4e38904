import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useCentred } from './use-centred.ts';

interface Tab {
  key: string;
  name: string;
  /** A figure or a light after the name. */
  mark?: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onSelect: (key: string) => void;
  /** The body of the current tab. */
  children: ReactNode;
}

export function Tabs({ label, tabs, current, onSelect, children }: TabsProps) {
  return (
    // A tab that is reached is not one that is chosen: given the focus back after a question, it would ask once more.
    <Primitive.Root value={current} onValueChange={onSelect} activationMode="manual" className="mt-3">
      <Primitive.List
        aria-label={label}
        className="no-scrollbar -mx-4 flex gap-6 overflow-x-auto max-sm:gap-4 border-b border-border px-4 md:mx-0 md:px-0"
      >
        {tabs.map((tab) => (
          <Trigger key={tab.key} tab={tab} active={tab.key === current} />
        ))}
      </Primitive.List>
      {/* What is in it takes the focus, not the panel. */}
      <Primitive.Content value={current} tabIndex={-1} className="pt-5 outline-none">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}

function Trigger({ tab, active }: { tab: Tab; active: boolean }) {
  const trigger = useCentred<HTMLButtonElement>(active);
  return (
    <Primitive.Trigger
      ref={trigger}
      value={tab.key}
      className="relative h-11 shrink-0 font-medium text-muted outline-offset-[-2px] after:absolute after:inset-x-0 after:bottom-[-1px] after:h-0.5 after:rounded-full hover:text-text data-[state=active]:text-text data-[state=active]:after:bg-[var(--theme,var(--brand))]"
    >
      {tab.name}
      {tab.mark ? <> {tab.mark}</> : null}
    </Primitive.Trigger>
  );
}
