import { cx } from '#web/ui/cx.ts';
import { type Platform, platformRules, textFault } from '../platforms.ts';

/** From this share of a limit on, the counter warns. */
const warnsAt = 0.9;

/** How much of a platform's limit a text uses; a warning before it, the limit's sentence beyond it. */
export function TextCounter({
  platform,
  content,
  named = false,
}: {
  platform: Platform;
  content: string;
  named?: boolean;
}) {
  const { name, textLimit } = platformRules[platform];
  const fault = textFault(platform, content.trim());
  const length = content.trim().length;
  const near = !fault && length >= textLimit * warnsAt;
  return (
    <p
      className={cx(
        'figures text-sm',
        fault ? 'text-danger-text' : near ? 'text-warning-text' : 'text-muted',
      )}
      role={fault ? 'alert' : undefined}
    >
      {fault ??
        `${named ? `${name}: ` : ''}${length.toLocaleString('en-AU')} of ${textLimit.toLocaleString('en-AU')} characters${near ? `, ${(textLimit - length).toLocaleString('en-AU')} left` : ''}`}
    </p>
  );
}
