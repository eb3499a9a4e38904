import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const item =
  'control flex w-full cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-[highlighted]:bg-neutral-quiet data-[disabled]:opacity-50';

export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="fade z-60 min-w-56 rounded-lg border border-border bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  onSelect,
  className,
  children,
}: {
  onSelect: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={cx(item, className)}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-2">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-border" />;
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function MenuChoice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.CheckboxItem
          key={option.value}
          checked={option.value === value}
          onCheckedChange={() => onChange(option.value)}
          onSelect={(event) => event.preventDefault()}
          className={item}
        >
          <span className="grow">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check size={16} aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      ))}
    </DropdownMenu.Group>
  );
}
