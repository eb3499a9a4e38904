import { Coming } from '#web/shell/coming.tsx';
import { useTitle } from '#web/shell/title.ts';

export function Screen() {
  useTitle('Database');
  return (
    <Coming
      title="Database"
      badge="Not built yet"
      text="Your organization’s tables, read only: leads, messages, posts, prospects and the mail sent to them. This part of AI Hub is still being built."
      points={[
        'Every row that belongs to your organization, and none of anyone else',
        'Columns with their types and keys',
        'Passwords, keys and tokens are never shown',
      ]}
    />
  );
}
