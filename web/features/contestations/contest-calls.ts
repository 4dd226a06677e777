import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { contestFiling, fileContest } from '#contract/contestation-filing.ts';
import type {
  ContestRow,
  contestChoices,
  contestSummary,
  listContests,
} from '#contract/contestation-list.ts';
import type { readContest } from '#contract/contestations.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const key = 'examContests';

/** The filters of the list other than ids. */
export type ContestFilters = {
  readonly status?: ContestRow['status'] | undefined;
  readonly type?: ContestRow['type'] | undefined;
};

/** Always refetched, because others may have decided. */
export const contestSource = (filters: ContestFilters): ListSource<typeof listContests> => ({
  path: key,
  cacheKey: [key, 'list'],
  params: filters,
  staleTime: 0,
});

export const useContestChoices = () =>
  useQuery({
    queryKey: [key, 'choices'],
    queryFn: ({ signal }) =>
      call<typeof contestChoices>('GET examContests/choices', { signal, handled: true }),
    staleTime: 60_000,
  });

export const useContest = (id: number) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) =>
      call<typeof readContest>('GET examContests/:id', { params: { id }, signal, handled: true }),
    staleTime: 0,
  });

export const useFiling = (id: number) =>
  useQuery({
    queryKey: [key, 'filing', id],
    queryFn: ({ signal }) =>
      call<typeof contestFiling>('GET examContests/filing/:id', { params: { id }, signal, handled: true }),
    staleTime: 0,
  });

export const useSummary = (sessionId: number | undefined) =>
  useQuery({
    queryKey: [key, 'summary', sessionId],
    queryFn: ({ signal }) =>
      call<typeof contestSummary>('GET examContests/summary', {
        query: { sessionId },
        signal,
        handled: true,
      }),
    staleTime: 0,
  });

/** Files a contestation; refetches lists and the form. */
export function useFile() {
  const client = useQueryClient();
  return async (body: SentBodyOfCall<typeof fileContest>): Promise<number> => {
    const { id } = await call<typeof fileContest>('POST examContests', { body, handled: true });
    await client.invalidateQueries({ queryKey: [key] });
    return id;
  };
}
