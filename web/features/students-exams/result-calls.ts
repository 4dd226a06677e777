import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { discardPaperEntries, enterPaper, readPaperEntry } from '#contract/paper-entries.ts';
import type { sittingCorrelation } from '#contract/question-correlation.ts';
import type {
  annulSitting,
  creditTime,
  endExam,
  freeComputer,
  reopenExam,
  restoreSitting,
} from '#contract/sitting-actions.ts';
import type {
  readSitting,
  StudentExam,
  studentsExams,
  studentsExamsChoices,
  studentsExamsTotals,
} from '#contract/students-exams.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const key = 'studentsExams';

/** The filters of the list. */
export type ResultFilters = {
  readonly sessionId?: number | undefined;
  readonly examCustomId?: number | undefined;
  readonly pkDiscipline?: number | undefined;
  readonly seriesId?: number | undefined;
  readonly state?: StudentExam['state'] | undefined;
};

/** Always refetched, because exams may be running. */
export const studentExamSource = (state: ResultFilters['state']): ListSource<typeof studentsExams> => ({
  path: key,
  cacheKey: [key, 'list'],
  params: { state },
  staleTime: 0,
});

export const useFilterChoices = () =>
  useQuery({
    queryKey: [key, 'choices'],
    queryFn: ({ signal }) =>
      call<typeof studentsExamsChoices>('GET studentsExams/choices', { signal, handled: true }),
    staleTime: 60_000,
  });

export const useTotals = (filters: ResultFilters & { readonly search: string }) =>
  useQuery({
    queryKey: [key, 'totals', filters],
    queryFn: ({ signal }) =>
      call<typeof studentsExamsTotals>('GET studentsExams/totals', { query: filters, signal, handled: true }),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** One sitting; a running one is polled every few seconds. */
export const useSitting = (id: number) =>
  useQuery({
    queryKey: [key, 'sitting', id],
    queryFn: ({ signal }) =>
      call<typeof readSitting>('GET sittings/:id', { params: { id }, signal, handled: true }),
    refetchInterval: ({ state }) =>
      state.data?.exams.some(({ status }) => status === 'Started') ? 10_000 : false,
  });

/** The questions of the bank behind the paper of a sitting. */
export const useCorrelation = (id: number) =>
  useQuery({
    queryKey: [key, 'correlation', id],
    queryFn: ({ signal }) =>
      call<typeof sittingCorrelation>('GET examGroups/:id/correlation', {
        params: { id },
        signal,
        handled: true,
      }),
  });

/** The paper entries of a sitting. */
export const usePaperEntry = (id: number) =>
  useQuery({
    queryKey: [key, 'paper', id],
    queryFn: ({ signal }) =>
      call<typeof readPaperEntry>('GET paperEntries/:id', { params: { id }, signal, handled: true }),
    // The other person may have entered it in the meantime.
    staleTime: 0,
  });

/** Time that is given to a sitting, also when somebody else has its seat next. */
type GivenTime = { readonly minutes: number; readonly seatTakenNext?: boolean };

/** The mutations of staff on a sitting; each refetches the screens. */
export function useSittingCalls() {
  const client = useQueryClient();
  const refreshed = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await client.invalidateQueries({ queryKey: [key] });
  };
  return {
    end: (id: number, reason: string) =>
      refreshed(
        call<typeof endExam>('POST exams/:id/end', { params: { id }, body: { reason }, handled: true }),
      ),
    reopen: (id: number, reason: string, time: GivenTime) =>
      refreshed(
        call<typeof reopenExam>('POST exams/:id/reopen', {
          params: { id },
          body: { reason, ...time },
          handled: true,
        }),
      ),
    credit: (id: number, reason: string, time: GivenTime) =>
      refreshed(
        call<typeof creditTime>('POST sittings/:id/creditTime', {
          params: { id },
          body: { reason, ...time },
          handled: true,
        }),
      ),
    enterPaper: (id: number, body: SentBodyOfCall<typeof enterPaper>) =>
      refreshed(call<typeof enterPaper>('PUT paperEntries/:id', { params: { id }, body, handled: true })),
    discardPaper: (id: number, reason: string) =>
      refreshed(
        call<typeof discardPaperEntries>('POST paperEntries/:id/discard', {
          params: { id },
          body: { reason },
          handled: true,
        }),
      ),
    annul: (id: number, reason: string) =>
      refreshed(
        call<typeof annulSitting>('POST sittings/:id/annul', {
          params: { id },
          body: { reason },
          handled: true,
        }),
      ),
    restore: (id: number) =>
      refreshed(call<typeof restoreSitting>('DELETE sittings/:id/annul', { params: { id } })),
    free: (id: number, reason: string) =>
      refreshed(
        call<typeof freeComputer>('POST sittings/:id/freeComputer', {
          params: { id },
          body: { reason },
          handled: true,
        }),
      ),
  };
}
