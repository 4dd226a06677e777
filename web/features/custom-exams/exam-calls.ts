import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChildListOf } from '#contract/crud-calls.ts';
import type {
  CustomExamItem,
  ExamImpact,
  examCustom,
  examDisciplines,
  examImpact,
  examSample,
  getExamCustom,
} from '#contract/custom-exams.ts';
import type { section, series } from '#contract/entities/faculty.ts';
import { call, callList } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';
import { draftOf, type ExamForm } from './exam-form.ts';

const key = 'customExams';

/** The custom exams in scope. */
export const customExamSource: ListSource<typeof getExamCustom.list> = {
  path: 'getExamCustom',
  cacheKey: [key, 'list'],
};

export const fetchExam = (id: number) =>
  call<typeof examCustom.read>('GET examCustom/:id', { params: { id }, handled: true });

/** One exam: refetched each time it is opened, never refetched while it is being edited. */
export function useExam(id: number) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: () => fetchExam(id),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The disciplines that exams of a section can include. */
export function useOffers(sectionId: number | null) {
  return useQuery({
    queryKey: [key, 'offers', sectionId],
    queryFn: ({ signal }) =>
      call<typeof examDisciplines>('GET examCustom/disciplines', {
        query: { sectionId: sectionId ?? 0 },
        signal,
        handled: true,
      }),
    enabled: sectionId !== null,
    staleTime: 30_000,
  });
}

/** The series of a section, in all years. */
export function useSeries(sectionId: number | null) {
  return useQuery({
    queryKey: ['choices', `sections/${sectionId}/series`],
    queryFn: ({ signal }) =>
      callList<ChildListOf<typeof section, typeof series>>('GET sections/:id/series', {
        params: { id: sectionId ?? 0 },
        query: { take: 500 },
        signal,
        handled: true,
      }),
    select: ({ data }) => data,
    enabled: sectionId !== null,
    staleTime: 60_000,
  });
}

export const fetchSample = (form: ExamForm) =>
  call<typeof examSample>('POST examCustom/sample', { body: draftOf(form), handled: true });

export const fetchImpact = (id: number, form: ExamForm): Promise<ExamImpact> =>
  call<typeof examImpact>('POST examCustom/:id/impact', {
    params: { id },
    body: draftOf(form),
    handled: true,
  });

export type Stored = { readonly id: number; readonly version: number };

/** Save and delete mutations; both invalidate every list that shows custom exams. */
export function useExamCalls() {
  const queries = useQueryClient();
  const changed = () => void queries.invalidateQueries({ queryKey: [key, 'list'] });
  return {
    save: async (form: ExamForm, stored: Stored | undefined, override: boolean): Promise<CustomExamItem> => {
      const saved = stored
        ? await call<typeof examCustom.replace>('PUT examCustom/:id', {
            params: { id: stored.id },
            query: { override: override ? 'true' : undefined },
            body: draftOf(form, stored.version),
            handled: true,
          })
        : await call<typeof examCustom.create>('POST examCustom', { body: draftOf(form), handled: true });
      queries.setQueryData([key, 'one', saved.id], saved);
      changed();
      return saved;
    },
    remove: async (id: number): Promise<void> => {
      await call<typeof examCustom.remove>('DELETE examCustom/:id', { params: { id }, handled: true });
      changed();
    },
  };
}
