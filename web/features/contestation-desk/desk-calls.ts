import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  contestEvidence,
  contestGroups,
  contestImpact,
  Decision,
  markRelative,
  reopenContest,
  reopenImpact,
  resolveContest,
} from '#contract/contestation-desk.ts';
import type { readContest } from '#contract/contestations.ts';
import type { evidencePack } from '#contract/evidence-pack.ts';
import type { ImpactPage } from '#contract/settlements.ts';
import { call, callList } from '#web/api/client.ts';

const key = 'examContests';

/** The waiting questions the viewer may resolve, like appeals grouped. */
export const useGroups = (take: number) =>
  useQuery({
    queryKey: [key, 'groups', take],
    queryFn: ({ signal }) =>
      callList<typeof contestGroups>('GET examContests/groups', { query: { take }, signal, handled: true }),
    placeholderData: (previous) => previous,
    staleTime: 10_000,
  });

export const useContest = (id: number) =>
  useQuery({
    queryKey: [key, 'contest', id],
    queryFn: ({ signal }) =>
      call<typeof readContest>('GET examContests/:id', { params: { id }, signal, handled: true }),
  });

export const useEvidence = (id: number) =>
  useQuery({
    queryKey: [key, 'evidence', id],
    queryFn: ({ signal }) =>
      call<typeof contestEvidence>('GET examContests/:id/evidence', {
        params: { id },
        signal,
        handled: true,
      }),
  });

/** The sealed document; fetched once, so that the printed and the saved document are the same. */
export const useEvidencePack = (id: number) =>
  useQuery({
    queryKey: [key, 'pack', id],
    queryFn: ({ signal }) =>
      call<typeof evidencePack>('GET examContests/:id/pack', { params: { id }, signal, handled: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const impactCall = (
  id: number,
  questions: readonly Decision[],
  { query, signal }: { readonly query?: ImpactPage; readonly signal?: AbortSignal },
) =>
  call<typeof contestImpact>('POST examContests/:id/impact', {
    params: { id },
    query,
    body: { questions: [...questions] },
    signal,
    handled: true,
  });

/** A further page of the exams that decisions change. */
export const impactPageOf =
  (id: number, questions: readonly Decision[]) => (query: ImpactPage, signal: AbortSignal) =>
    impactCall(id, questions, { query, signal });

/** The impact of decisions; no request while they are incomplete or change no score. */
export function useImpact(id: number, questions: readonly Decision[] | undefined) {
  const settles = questions?.some(({ settle }) => settle !== undefined) ?? false;
  return useQuery({
    queryKey: [key, 'impact', id, questions],
    queryFn: ({ signal }) => impactCall(id, questions ?? [], { signal }),
    enabled: settles,
    staleTime: 0,
    gcTime: 60_000,
  });
}

const reopenImpactCall = (
  id: number,
  { query, signal }: { readonly query?: ImpactPage; readonly signal?: AbortSignal },
) =>
  call<typeof reopenImpact>('POST examContests/:id/reopen/impact', {
    params: { id },
    query,
    signal,
    handled: true,
  });

/** A further page of the exams that reopening changes. */
export const reopenImpactPageOf = (id: number) => (query: ImpactPage, signal: AbortSignal) =>
  reopenImpactCall(id, { query, signal });

/** The impact of reopening a contestation. */
export const useReopenImpact = (id: number) =>
  useQuery({
    queryKey: [key, 'reopenImpact', id],
    queryFn: ({ signal }) => reopenImpactCall(id, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The mutations of the desk; each refetches everything. */
export function useDeskCalls(id: number) {
  const client = useQueryClient();
  const refreshed = async <T>(work: Promise<T>): Promise<T> => {
    const response = await work;
    await client.invalidateQueries({ queryKey: [key] });
    return response;
  };
  return {
    resolve: (questions: readonly Decision[], fingerprint: string | undefined) =>
      refreshed(
        call<typeof resolveContest>('PUT examContests/:id/resolve', {
          params: { id },
          body: { questions: [...questions], ...(fingerprint !== undefined && { fingerprint }) },
          handled: true,
        }),
      ),
    /** Withdraws what was previewed. */
    reopen: (fingerprint: string) =>
      refreshed(
        call<typeof reopenContest>('POST examContests/:id/reopen', {
          params: { id },
          body: { fingerprint },
          handled: true,
        }),
      ),
    /** Marks the student as the viewer's relative, or takes away the mark of somebody else. */
    markRelative: (userId?: number) =>
      refreshed(
        call<typeof markRelative>('POST examContests/:id/relative', {
          params: { id },
          body: userId === undefined ? { relative: true } : { relative: false, userId },
          handled: true,
        }),
      ),
    /** Refetches everything after another user made a change. */
    refresh: () => client.invalidateQueries({ queryKey: [key] }),
  };
}
