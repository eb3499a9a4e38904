import { useNavigate } from '@tanstack/react-router';
import {
  CreditCard,
  Database,
  Keyboard,
  KeyRound,
  LogOut,
  Settings,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import { isPlatformOwner, useCan, useMe, useSignOut } from '../session.tsx';
import { chooseTheme, useTheme } from '../theme.ts';
import { Avatar, initials } from '../ui/avatar.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';

const roleNames = { owner: 'Owner', admin: 'Admin', user: 'User', viewer: 'Viewer' };
const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const me = useMe();
  const { user } = me;
  const mayManage = useCan('organization.manage');
  const theme = useTheme();
  const navigate = useNavigate();
  const leave = useSignOut();
  const name = `${user.firstName} ${user.lastName}`;
  const letters = initials(`${user.firstName.slice(0, 1)}${user.lastName.slice(0, 1)}`);
  const go = (to: string) => () => void navigate({ to });

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${letters}: account of ${name}`}
          className="control ml-1 inline-flex aspect-square items-center justify-center rounded-full"
        >
          <Avatar name={letters} size="small" />
        </button>
      }
    >
      <MenuLabel>
        <span dir="auto" className="block max-w-64 truncate font-semibold">
          {name}
        </span>
        <span className="block max-w-64 truncate text-sm text-muted">{user.email}</span>
        <span className="block text-sm text-muted">{roleNames[user.role]}</span>
      </MenuLabel>
      <MenuSeparator />
      {mayManage ? (
        <MenuItem onSelect={go('/tenant/admin')}>
          <Settings size={16} aria-hidden />
          Admin
        </MenuItem>
      ) : null}
      {isPlatformOwner(me) ? (
        <MenuItem onSelect={go('/platform/settings')}>
          <SlidersHorizontal size={16} aria-hidden />
          Platform Settings
        </MenuItem>
      ) : (
        <>
          <MenuItem onSelect={go('/tenant/billing')}>
            <CreditCard size={16} aria-hidden />
            Billing
          </MenuItem>
          <MenuItem onSelect={go('/tenant/database')}>
            <Database size={16} aria-hidden />
            Database
          </MenuItem>
        </>
      )}
      <MenuItem onSelect={go('/account')}>
        <UserRound size={16} aria-hidden />
        Your account
      </MenuItem>
      <MenuItem onSelect={go('/change-password')}>
        <KeyRound size={16} aria-hidden />
        Change password
      </MenuItem>
      <MenuItem onSelect={onKeys}>
        <Keyboard size={16} aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Appearance" value={theme} options={themes} onChange={chooseTheme} />
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <LogOut size={16} aria-hidden />
        Log out
      </MenuItem>
    </Menu>
  );
}
