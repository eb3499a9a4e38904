import { Coming } from '#web/shell/coming.tsx';

export function Screen() {
  return (
    <Coming
      title="Outreach"
      badge="Not built yet"
      text="Prospects from a spreadsheet, a first email written for each, and a record of who answered. This part of AI Hub is still being built."
      points={[
        'Import of CSV files as people really save them, with duplicates found before anything is stored',
        'An email for each prospect that a person reads before it leaves',
        'Unsubscribing and bounces respected everywhere',
      ]}
    />
  );
}
