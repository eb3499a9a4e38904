import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly { key: string; name: string }[];
  current: string;
  onSelect: (key: string) => void;
  /** The body of the current tab. */
  children: ReactNode;
}

export function Tabs({ label, tabs, current, onSelect, children }: TabsProps) {
  return (
    <Primitive.Root value={current} onValueChange={onSelect} className="mt-3">
      <Primitive.List
        aria-label={label}
        className="no-scrollbar -mx-4 flex gap-6 overflow-x-auto border-b border-border px-4 md:mx-0 md:px-0"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.key}
            value={tab.key}
            className="relative h-11 shrink-0 font-medium text-muted outline-offset-[-2px] after:absolute after:inset-x-0 after:bottom-[-1px] after:h-0.5 after:rounded-full hover:text-text data-[state=active]:text-text data-[state=active]:after:bg-brand"
          >
            {tab.name}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content value={current} className="pt-5 outline-none">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
