import type { Platform } from '../platforms.ts';
import { platform, platformRules } from '../platforms.ts';

function share(count: number, total: number): string {
  return `${Math.round((count / total) * 100)} %`;
}

/** Posts of each platform as bars with their figures beside them; the same as a table for screen readers. */
export function PlatformChart({ counts }: { counts: Readonly<Record<Platform, number>> }) {
  const total = platform.options.reduce((sum, one) => sum + counts[one], 0);
  if (total === 0) return <p className="px-5 py-6 text-muted">No posts yet.</p>;
  return (
    <div className="px-5 py-4">
      <div aria-hidden className="space-y-3.5">
        {platform.options.map((one) => (
          <div key={one}>
            <p className="flex items-baseline justify-between gap-3">
              <span>{platformRules[one].name}</span>
              <span className="figures text-muted">
                <span className="font-semibold text-text">{counts[one].toLocaleString('en-AU')}</span>
                {` · ${share(counts[one], total)}`}
              </span>
            </p>
            <div className="mt-1.5 h-2 rounded-full bg-neutral-quiet">
              {counts[one] > 0 ? (
                <div
                  className="h-full min-w-2 rounded-full bg-theme"
                  style={{ width: `${(counts[one] / total) * 100}%` }}
                />
              ) : null}
            </div>
          </div>
        ))}
      </div>
      <table className="sr-only">
        <caption>Posts of each platform, in every state</caption>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col">Posts</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {platform.options.map((one) => (
            <tr key={one}>
              <th scope="row">{platformRules[one].name}</th>
              <td>{counts[one]}</td>
              <td>{share(counts[one], total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
