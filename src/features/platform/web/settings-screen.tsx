import { isPlatformOwner, useMe } from '#web/session.tsx';
import { Coming } from '#web/shell/coming.tsx';
import { NotFound } from '#web/shell/not-found.tsx';
import { useTitle } from '#web/shell/title.ts';

export function Screen() {
  const me = useMe();
  return isPlatformOwner(me) ? <Settings /> : <NotFound />;
}

function Settings() {
  useTitle('Platform Settings');
  return (
    <Coming
      title="Platform Settings"
      badge="Not built yet"
      text="Texts and addresses of this installation. This part of AI Hub is still being built; until then they are set by environment variables."
      points={[
        'Figures and testimonials of the landing page',
        'Terms of service and privacy policy in your own words',
        'State of mail, AI and payments',
      ]}
    />
  );
}
