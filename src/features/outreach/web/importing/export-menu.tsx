import type { ReactNode } from 'react';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

interface ExportMenuProps {
  trigger: ReactNode;
  onProspects: () => void;
  onEvidence: () => void;
}

/** What can be taken away of prospects: themselves, or why they may be written to. */
export function ExportMenu({ trigger, onProspects, onEvidence }: ExportMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem onSelect={onProspects}>Prospects</MenuItem>
      <MenuItem onSelect={onEvidence}>Evidence of consent</MenuItem>
    </Menu>
  );
}
