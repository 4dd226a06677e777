import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { addAccount, listAccounts } from '#contract/accounts.ts';
import type {
  checkSeal,
  healthReport,
  Job,
  listJobs,
  overview,
  retryJob,
  sealState,
  searchLog,
} from '#contract/administration.ts';
import type { SentBodyOfCall } from '#contract/call.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const root = 'administration';
const halfMinute = 30_000;

export const useOverview = () =>
  useQuery({
    queryKey: [root, 'overview'],
    queryFn: ({ signal }) => call<typeof overview>('GET administration', { signal, handled: true }),
    refetchInterval: halfMinute,
  });

export const useHealth = () =>
  useQuery({
    queryKey: [root, 'health'],
    queryFn: ({ signal }) =>
      call<typeof healthReport>('GET administration/health', { signal, handled: true }),
    refetchInterval: halfMinute,
  });

/** The seal, polled more often while a check runs. */
export const useSeal = () =>
  useQuery({
    queryKey: [root, 'seal'],
    queryFn: ({ signal }) => call<typeof sealState>('GET administration/seal', { signal, handled: true }),
    refetchInterval: ({ state }) =>
      state.data?.check && state.data.check.finishedAt === null ? 2000 : halfMinute,
  });

export function useSealCheck() {
  const client = useQueryClient();
  return async () => {
    // The API client reports the error.
    await call<typeof checkSeal>('POST administration/seal/check').catch(() => undefined);
    await client.invalidateQueries({ queryKey: [root, 'seal'] });
  };
}

export const jobSource: ListSource<typeof listJobs> = {
  path: 'administration/jobs',
  cacheKey: [root, 'jobs'],
  staleTime: 0,
  refetchAfter: () => 5000,
};

export function useRetry() {
  const client = useQueryClient();
  return async ({ source, id }: Job) => {
    // The API client reports the error.
    await call<typeof retryJob>('POST administration/jobs/retry', { body: { source, id } }).catch(
      () => undefined,
    );
    await client.invalidateQueries({ queryKey: [root] });
  };
}

export const logSource: ListSource<typeof searchLog> = {
  path: 'administration/log',
  cacheKey: [root, 'log'],
  staleTime: 0,
};

export const accountKey = ['users'];
export const accountSource: ListSource<typeof listAccounts> = { path: 'users', cacheKey: accountKey };

export type NewAccount = SentBodyOfCall<typeof addAccount>;
export function useAddAccount() {
  const client = useQueryClient();
  return async (body: NewAccount) => {
    const added = await call<typeof addAccount>('POST users', { body, handled: true });
    await client.invalidateQueries({ queryKey: accountKey });
    return added;
  };
}
