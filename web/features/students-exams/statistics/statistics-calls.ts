import { useQuery } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { examStatistics, whatIf } from '#contract/statistics.ts';
import { call } from '#web/api/client.ts';

/** The exams that statistics are about: a custom exam in one session or in all. */
export type Cohort = {
  readonly examCustomId: number;
  readonly sessionId: number | undefined;
  readonly partId: number | undefined;
};

export const useStatistics = (cohort: Cohort) =>
  useQuery({
    queryKey: ['statistics', cohort],
    queryFn: ({ signal }) =>
      call<typeof examStatistics>('GET statistics/exams', { query: cohort, signal, handled: true }),
    staleTime: 30_000,
  });

export const computeWhatIf = (body: SentBodyOfCall<typeof whatIf>) =>
  call<typeof whatIf>('POST statistics/whatIf', { body, handled: true });
