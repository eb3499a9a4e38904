import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '../contract.ts';

/** PK and FK beside the name of a column, with what the letters mean. */
export function KeyBadges({ column }: { column: Column }) {
  return (
    <>
      {column.primaryKey ? (
        <Badge tone="warning" className="h-5 px-1.5">
          <abbr title="Primary key" className="no-underline">
            PK
          </abbr>
        </Badge>
      ) : null}
      {column.foreignKey ? (
        <Badge tone="info" className="h-5 px-1.5">
          <abbr title="Foreign key" className="no-underline">
            FK
          </abbr>
        </Badge>
      ) : null}
    </>
  );
}
