import { Coming } from '#web/shell/coming.tsx';

export function Screen() {
  return (
    <Coming
      title="Social Media"
      badge="Not built yet"
      text="Posts for LinkedIn, Facebook and Instagram, written from your pictures and published at the time you choose. This part of AI Hub is still being built."
      points={[
        'Drafts written from an image, with a live preview for each platform',
        'A weekly calendar in your organization’s time zone',
        'Publishing through your own connection, or by hand',
      ]}
    />
  );
}
