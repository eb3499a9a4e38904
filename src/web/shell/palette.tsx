import { useNavigate } from '@tanstack/react-router';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, Suspense, useState } from 'react';
import { tabs } from '../features.ts';
import { hasModule, isPlatformOwner, useCan, useMe, useSignOut } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import { LeadFinder, PostFinder, ProspectFinder } from './feature-calls.ts';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  detail?: string;
  run: () => void;
}

function useScreens(): PaletteEntry[] {
  const navigate = useNavigate();
  const leave = useSignOut();
  const me = useMe();
  const mayManage = useCan('organization.manage');
  const go = (label: string, to: string, search: Record<string, string> = {}): PaletteEntry => ({
    id: `${to}${search.tab ?? ''}`,
    label,
    detail: 'Screen',
    run: () => void navigate({ to, search }),
  });
  const own = isPlatformOwner(me)
    ? [
        go('Tenants', '/dashboard'),
        go('Outbox', '/dashboard', { tab: 'outbox' }),
        go('Failed jobs', '/dashboard', { tab: 'failed-jobs' }),
        go('Platform Settings', '/platform/settings'),
      ]
    : [
        ...tabs.map((tab) => go(tab.name, '/tenant/dashboard', { tab: tab.key })),
        go('Billing', '/tenant/billing'),
        go('Database', '/tenant/database'),
      ];
  const admin = mayManage
    ? [
        go('Admin: Organization', '/tenant/admin'),
        go('Admin: Users', '/tenant/admin', { tab: 'users' }),
        go('Admin: Subscription', '/tenant/admin', { tab: 'subscription' }),
        go('Admin: Security', '/tenant/admin', { tab: 'security' }),
      ]
    : [];
  return [
    ...own,
    ...admin,
    go('Your account', '/account'),
    go('Change password', '/change-password'),
    { id: 'log-out', label: 'Log out', detail: 'Action', run: () => void leave() },
  ];
}

export function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const focus = useFocusReturn();
  const [text, setText] = useState('');
  const [leads, setLeads] = useState<readonly PaletteEntry[]>([]);
  const [posts, setPosts] = useState<readonly PaletteEntry[]>([]);
  const [prospects, setProspects] = useState<readonly PaletteEntry[]>([]);
  const screens = useScreens();
  const words = text.trim().toLocaleLowerCase('en-AU');
  const found = screens.filter((entry) => entry.label.toLocaleLowerCase('en-AU').includes(words));
  const finds = !isPlatformOwner(me) && words.length > 0;
  const findsLeads = finds && hasModule(me, 'leads_manager');
  const findsPosts = finds && hasModule(me, 'social_media');
  const findsProspects = finds && hasModule(me, 'outreach');

  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fade fixed inset-0 z-40 bg-[rgb(10_12_18/0.5)]" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="rise fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[560px] overflow-hidden rounded-lg border border-border bg-raised shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">Search and commands</Primitive.Title>
          {findsLeads ? (
            <Suspense fallback={null}>
              <LeadFinder text={words} onFound={setLeads} />
            </Suspense>
          ) : null}
          {findsPosts ? (
            <Suspense fallback={null}>
              <PostFinder text={words} onFound={setPosts} />
            </Suspense>
          ) : null}
          {findsProspects ? (
            <Suspense fallback={null}>
              <ProspectFinder text={words} onFound={setProspects} />
            </Suspense>
          ) : null}
          <PaletteList
            entries={[
              ...found,
              ...(findsLeads ? leads : []),
              ...(findsPosts ? posts : []),
              ...(findsProspects ? prospects : []),
            ]}
            text={text}
            onText={setText}
            onClose={onClose}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface ListProps {
  entries: readonly PaletteEntry[];
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

function PaletteList({ entries, text, onText, onClose }: ListProps): ReactNode {
  const [index, setIndex] = useState(0);
  const at = Math.min(index, Math.max(0, entries.length - 1));

  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setIndex(Math.max(0, Math.min(entries.length - 1, at + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(entries[at]);
    }
  }

  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette is opened in order to type.
        autoFocus
        role="combobox"
        aria-label="Search screens, leads, posts and prospects"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={entries[at] ? `palette-${entries[at].id}` : undefined}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKey}
        placeholder="Go to a screen, find a lead, a post or a prospect"
        className="h-13 w-full border-b border-border bg-transparent px-5 text-lg outline-none"
      />
      <div
        id="palette-list"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox, steered from its input.
        role="listbox"
        aria-label="Results"
        className="max-h-[50vh] overflow-y-auto p-1.5"
      >
        {entries.map((entry, position) => (
          <div
            key={entry.id}
            id={`palette-${entry.id}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above.
            role="option"
            tabIndex={-1}
            aria-selected={position === at}
            onMouseMove={() => setIndex(position)}
            onClick={() => choose(entry)}
            onKeyDown={onKey}
            className={cx(
              'control flex cursor-default items-center justify-between gap-4 rounded-md px-3.5',
              position === at && 'bg-neutral-quiet',
            )}
          >
            <span dir="auto" className="min-w-0 truncate text-left">
              {entry.label}
            </span>
            <span className="shrink-0 text-sm text-muted">{entry.detail}</span>
          </div>
        ))}
        {entries.length === 0 ? <p className="px-3.5 py-6 text-center text-muted">Nothing found</p> : null}
      </div>
    </>
  );
}
