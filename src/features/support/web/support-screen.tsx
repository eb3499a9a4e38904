import { Coming } from '#web/shell/coming.tsx';

export function Screen() {
  return (
    <Coming
      title="Support"
      badge="Not built yet"
      text="Questions of your customers answered from your own articles, with a person one click away. This part of AI Hub is still being built."
      points={[
        'Answers that quote the article they rest on, and say so when there is none',
        'A widget for your website and an inbox for your team',
        'A hand-off with contact details becomes a lead',
      ]}
    />
  );
}
