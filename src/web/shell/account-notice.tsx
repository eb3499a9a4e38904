import { Link } from '@tanstack/react-router';
import { standing, useMe } from '../session.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';

const texts = {
  trial_ended:
    'Your free trial has ended. You can read and export everything, but changing, sending and AI are paused until the subscription is paid.',
  suspended:
    'This subscription is suspended. You can read and export everything, but changing, sending and AI are paused until it is reactivated.',
  cancelled:
    'This subscription is cancelled. You can read and export everything, but changing, sending and AI are switched off.',
};

/** Says on every screen why writing is refused and what to do. */
export function AccountNotice() {
  const why = standing(useMe(), useNow());
  return why ? (
    <Notice
      tone="warning"
      action={
        <Link to="/tenant/billing" className="link font-medium">
          Go to billing
        </Link>
      }
    >
      {texts[why]}
    </Notice>
  ) : null;
}
