import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sequenceApi } from '#features/outreach/sequence-contract.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { type ApiError, call } from '#web/api.ts';
import { keyOf } from '#web/query.ts';
import { bodyOf, faultsOf, type SequenceDraft } from './sequence-draft.ts';

const { preview } = sequenceApi.endpoints;
type Steps = Input<typeof preview>['body']['steps'];

const pauseMs = 350;
const keptMs = 10_000;

/** The steps that can be shown: null while something in them is wrong. */
function shownSteps(draft: SequenceDraft): Steps | null {
  const wrong = Object.keys(faultsOf(draft)).some((path) => path.startsWith('steps'));
  return wrong ? null : bodyOf(draft).steps;
}

/** What one prospect would get, a moment after the typing has paused. */
export function usePreview(draft: SequenceDraft, prospectId: string | null) {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const steps = shownSteps(settled);
  const request = { body: { steps: steps ?? [], prospectId: prospectId ?? '' } };
  const found = useQuery<Output<typeof preview>, ApiError>({
    queryKey: keyOf(preview, request),
    queryFn: ({ signal }) => call(preview, request, { signal }),
    enabled: steps !== null && prospectId !== null,
    placeholderData: keepPreviousData,
    gcTime: keptMs,
  });
  return { found, incomplete: steps === null };
}
