import { tabs } from '../features.ts';
import { Dialog } from '../ui/dialog.tsx';

const lists = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K or Cmd K', 'Search and commands'],
      ['?', 'This list'],
      ['Esc', 'Close a dialog'],
    ],
  },
  { title: 'Go to', keys: tabs.map((tab) => [`g then ${tab.shortcut}`, tab.name]) },
  {
    title: 'In a list',
    keys: [
      ['/', 'Search'],
      ['j and k', 'Next and previous'],
      ['Enter', 'Open'],
      ['x', 'Select'],
      ['b', 'Table or board'],
      ['n', 'New post, prospect or sequence'],
      ['e and a', 'Edit and approve an email to approve'],
    ],
  },
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="small">
      <div className="space-y-5 px-5 py-4">
        {lists.map((list) => (
          <section key={list.title}>
            <h3 className="mb-1.5 text-sm font-semibold">{list.title}</h3>
            <dl>
              {list.keys.map(([keys, does]) => (
                <div key={keys} className="flex items-baseline justify-between gap-4 py-1">
                  <dt className="order-2 shrink-0">
                    <kbd className="rounded-sm border border-border bg-sunken px-1.5 py-0.5 font-sans text-xs">
                      {keys}
                    </kbd>
                  </dt>
                  <dd className="text-muted">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
