import { Link } from '@tanstack/react-router';
import { useCan } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Conversation } from '../conversation-contract.ts';
import { languageName, pageName, stateNames, stateTones } from './conversation-words.ts';

/** Who the visitor is, as far as it is known, and how the visitor found it. */
export function ConversationFacts({ conversation }: { conversation: Conversation }) {
  const { state, owner, visitorEmail, visitorName, language, page, leadThreadId, rating, ratingComment } =
    conversation;
  const mayReadLeads = useCan('leads.read');
  const isForeign = !language.startsWith('en');
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={stateTones[state]}>
          {state === 'person' && owner ? `With ${owner}` : stateNames[state]}
        </Badge>
        {visitorEmail && visitorName ? <span className="min-w-0 break-all">{visitorEmail}</span> : null}
        {visitorEmail ? null : <span>No email address</span>}
        {isForeign ? <span>{languageName(language)}</span> : null}
        {page ? (
          <span dir="auto" title={page} className="max-w-full truncate">
            On {pageName(page)}
          </span>
        ) : null}
        {leadThreadId && mayReadLeads ? (
          <Link
            to="/tenant/dashboard"
            search={{ tab: 'leads', lead: leadThreadId }}
            preload={false}
            className="link"
          >
            Open the lead
          </Link>
        ) : null}
      </div>
      {rating ? (
        <p dir="auto" className="mt-1 text-left text-sm break-words">
          <span className="font-medium">{rating === 'good' ? 'Rated helpful' : 'Rated not helpful'}</span>
          {ratingComment ? `: “${ratingComment}”` : '.'}
        </p>
      ) : null}
    </>
  );
}
