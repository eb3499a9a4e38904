import { MessageSquareText } from 'lucide-react';
import { useEndpoint } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu.tsx';
import { conversationApi } from '../conversation-contract.ts';

/** Puts a reply that is kept ready into what is being written. */
export function CannedPicker({ onChoose }: { onChoose: (text: string) => void }) {
  const found = useEndpoint(conversationApi.endpoints.listCanned);
  const replies = found.data ?? [];
  return (
    <Menu
      trigger={
        <Button look="quiet" className="h-8 px-2.5 text-sm max-md:h-11">
          <MessageSquareText size={15} aria-hidden />
          Replies
        </Button>
      }
    >
      {replies.length === 0 ? (
        <MenuLabel>
          <span className="block max-w-56 text-sm text-muted">
            {found.isError
              ? 'The replies could not be loaded.'
              : 'No replies are kept ready yet. Add them under Widget.'}
          </span>
        </MenuLabel>
      ) : (
        <div className="max-h-72 max-w-80 overflow-y-auto">
          {replies.map(({ id, title, text }) => (
            <MenuItem key={id} onSelect={() => onChoose(text)}>
              <span className="min-w-0 py-1.5">
                <span dir="auto" className="block truncate font-medium">
                  {title}
                </span>
                <span dir="auto" className="block truncate text-sm text-muted">
                  {text}
                </span>
              </span>
            </MenuItem>
          ))}
        </div>
      )}
    </Menu>
  );
}
