import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { CreateOf, ListOf } from '#contract/crud-calls.ts';
import type { universityYear } from '#contract/entities/university-year.ts';
import type {
  listMovingStudents,
  listYearCopies,
  listYearDisciplines,
  listYearSeries,
  startYearCopy,
  YearCopy,
} from '#contract/year-copies.ts';
import { call, callList } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const key = 'yearCopies';
const pollMilliseconds = 1000;

type Years = { readonly fromYearId: number; readonly toYearId: number };

export const disciplineSource = (years: Years): ListSource<typeof listYearDisciplines> => ({
  path: 'yearCopies/disciplines',
  cacheKey: [key, 'disciplines'],
  params: years,
  staleTime: 0,
});

export const seriesSource = ({ toYearId }: Years): ListSource<typeof listYearSeries> => ({
  path: 'yearCopies/series',
  cacheKey: [key, 'series'],
  params: { toYearId },
  staleTime: 0,
});

export const studentSource = (toYearId: number, seriesId: number): ListSource<typeof listMovingStudents> => ({
  path: 'yearCopies/students',
  cacheKey: [key, 'students'],
  params: { toYearId, seriesId },
  staleTime: 0,
});

/** All university years; there is one more each year. */
export function useYears() {
  const years = useQuery({
    queryKey: ['universityYears', 'all'],
    queryFn: ({ signal }) =>
      callList<ListOf<typeof universityYear>>('GET universityYears', {
        query: { take: 500, sort: 'startYear', desc: 'true' },
        signal,
      }),
    staleTime: 0,
  });
  return years.data?.data;
}

/** The last copy from one year to another, polled while it runs. */
export function useLastCopy({ fromYearId, toYearId }: Years): YearCopy | undefined {
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: [key, 'last', fromYearId],
    queryFn: async ({ signal }) => {
      const { data } = await callList<typeof listYearCopies>('GET yearCopies', {
        query: { fromYearId, take: 20 },
        signal,
      });
      // The lists change with every step of a running copy.
      void queries.invalidateQueries({ queryKey: [key, 'disciplines'] });
      void queries.invalidateQueries({ queryKey: [key, 'series'] });
      return data;
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) ? pollMilliseconds : false,
  });
  return found.data?.find((copy) => copy.toYearId === toYearId);
}

export function useYearCopyCalls() {
  const queries = useQueryClient();
  return {
    start: async (body: SentBodyOfCall<typeof startYearCopy>): Promise<void> => {
      await call<typeof startYearCopy>('POST yearCopies', { body });
      await queries.invalidateQueries({ queryKey: [key] });
    },
    addYear: async (year: { readonly startYear: number; readonly endYear: number }): Promise<number> => {
      const { id } = await call<CreateOf<typeof universityYear>>('POST universityYears', { body: year });
      await queries.invalidateQueries({ queryKey: ['universityYears'] });
      return id;
    },
  };
}
