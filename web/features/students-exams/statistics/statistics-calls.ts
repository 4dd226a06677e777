import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { openCase as openCaseCall } from '#contract/contestation-desk.ts';
import type { correctScoring, scoringCorrection } from '#contract/scoring-corrections.ts';
import type { ComparedColumn, sessionStatistics } from '#contract/session-statistics.ts';
import type { ImpactPage } from '#contract/settlements.ts';
import type {
  ChangedColumn,
  disciplineStatistics,
  examStatistics,
  QuestionColumn,
  questionYears,
  servedQuestions,
  whatIf,
} from '#contract/statistics.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { call, callList } from '#web/api/client.ts';
import type { ListQuery } from '#web/list/list-query.ts';

/** The page and the order of a query as request parameters; the columns of a list name what can be sorted. */
const pageRequest = <Column extends string>({ page, pageSize, sort, desc }: ListQuery) => ({
  skip: (page - 1) * pageSize,
  take: pageSize,
  ...(sort !== undefined && { sort: sort as Column }),
  ...(desc && { desc: 'true' as const }),
});

/** The exams of the statistics: a custom exam, or all with a discipline; in one session or in all. */
export type Cohort = {
  readonly sessionId: number | undefined;
} & (
  | { readonly examCustomId: number; readonly partId: number | undefined }
  | { readonly pkDiscipline: number }
);

/** The exams of a part of a custom exam. */
export type ExamCohort = Extract<Cohort, { readonly examCustomId: number }>;

/** The path and the query of the statistics of a cohort. */
export function sourceOf(cohort: Cohort): {
  readonly path: string;
  readonly query: Readonly<Record<string, number | undefined>>;
} {
  if (!('pkDiscipline' in cohort)) return { path: 'statistics/exams', query: cohort };
  const { pkDiscipline, ...query } = cohort;
  return { path: `statistics/disciplines/${pkDiscipline}`, query };
}

/** The statistics of a cohort, with a page of its questions: all of them, or those to look at. */
export const useStatistics = (cohort: Cohort, questions: ListQuery, onlyFlagged: boolean) =>
  useQuery({
    queryKey: ['statistics', cohort, questions, onlyFlagged],
    queryFn: ({ signal }) => {
      const page = {
        ...pageRequest<QuestionColumn>(questions),
        ...(onlyFlagged && { onlyFlagged: 'true' as const }),
      };
      return 'pkDiscipline' in cohort
        ? call<typeof disciplineStatistics>('GET statistics/disciplines/:id', {
            params: { id: cohort.pkDiscipline },
            query: { sessionId: cohort.sessionId, ...page },
            signal,
            handled: true,
          })
        : call<typeof examStatistics>('GET statistics/exams', {
            query: { ...cohort, ...page },
            signal,
            handled: true,
          });
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** The questions that a cohort was served, searched at the server once somebody chooses one. */
export const useServedQuestions = (cohort: ExamCohort, search: string, isOpened: boolean) =>
  useQuery({
    queryKey: ['statistics', 'served', cohort, search],
    queryFn: ({ signal }) =>
      callList<typeof servedQuestions>('GET statistics/exams/questions', {
        query: { ...cohort, search, take: 50 },
        signal,
        handled: true,
      }),
    enabled: isOpened,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** What a session compares. */
export type Compared = 'exams' | 'disciplines';

export const useSessionStatistics = (id: number, of: Compared, query: ListQuery) =>
  useQuery({
    queryKey: ['statistics', 'session', id, of, query],
    queryFn: ({ signal }) =>
      call<typeof sessionStatistics>('GET statistics/sessions/:id', {
        params: { id },
        query: { of, ...pageRequest<ComparedColumn>(query) },
        signal,
        handled: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** How a question did in each university year. */
export const useQuestionYears = (id: number) =>
  useQuery({
    queryKey: ['statistics', 'question', id],
    queryFn: ({ signal }) =>
      call<typeof questionYears>('GET statistics/questions/:id', { params: { id }, signal, handled: true }),
    staleTime: 30_000,
  });

export type WhatIfRequest = SentBodyOfCall<typeof whatIf>;
const whatIfKey = ['statistics', 'whatIf'] as const;

/** What a request would give, with a page of the exams that change; computed again for each run. */
export const useWhatIf = (body: WhatIfRequest, run: number, changes: ListQuery) =>
  useQuery({
    queryKey: [...whatIfKey, body, run, changes],
    queryFn: ({ signal }) =>
      call<typeof whatIf>('POST statistics/whatIf', {
        body,
        query: pageRequest<ChangedColumn>(changes),
        signal,
        handled: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const useIsComputing = (): boolean => useIsFetching({ queryKey: whatIfKey }) > 0;

/** Opens a question of a session as a case at the desk, before anyone appeals (CONT-8). */
export const openCase = (body: SentBodyOfCall<typeof openCaseCall>) =>
  call<typeof openCaseCall>('POST examContests/cases', { body, handled: true });

export type CohortOfSession = { readonly examCustomId: number; readonly sessionId: number };

export const useScoringCorrection = ({ examCustomId, sessionId }: CohortOfSession) =>
  useQuery({
    queryKey: ['statistics', 'scoringCorrection', examCustomId, sessionId],
    queryFn: ({ signal }) =>
      call<typeof scoringCorrection>('GET scoringCorrections', {
        query: { examCustomId, sessionId },
        signal,
        handled: true,
      }),
  });

/** Null as the mode withdraws the correction. Everything is refetched after writing. */
export function useScoringCorrectionCalls({ examCustomId, sessionId }: CohortOfSession) {
  const client = useQueryClient();
  const send = (body: SentBodyOfCall<typeof correctScoring>, query?: ImpactPage, signal?: AbortSignal) =>
    call<typeof correctScoring>('POST scoringCorrections', { query, body, signal, handled: true });
  return {
    preview: (mode: ScoringMode | null, query?: ImpactPage, signal?: AbortSignal) =>
      send({ examCustomId, sessionId, mode, preview: true }, query, signal),
    write: async (mode: ScoringMode | null, fingerprint: string, reason: string) => {
      const written = await send({ examCustomId, sessionId, mode, preview: false, fingerprint, reason });
      await client.invalidateQueries({ queryKey: ['statistics'] });
      return written;
    },
  };
}
