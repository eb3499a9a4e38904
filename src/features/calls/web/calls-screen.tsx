import { Coming } from '#web/shell/coming.tsx';

export function Screen() {
  return (
    <Coming
      title="Call Management"
      badge="Optional Module - Coming Soon"
      text="Calls that are answered, written down and filed with the lead they belong to. It will be a premium module of its own and cannot be ordered yet."
      points={[
        'Every call with caller, length and outcome beside the email of the same lead',
        'Missed calls as follow-ups',
        'Opening hours and hand-over to a person',
      ]}
    />
  );
}
