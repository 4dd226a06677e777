import { useQuery } from '@tanstack/react-query';
import type { DisciplineListRow } from '#contract/structure.ts';
import { api } from './client.ts';

export type ChapterChoice = { readonly id: number; readonly code: string; readonly description: string };
export type NamedChoice = { readonly id: number; readonly name: string };

/** As many as the server gives at once; a university has a few hundred disciplines. */
const most = 500;

function useChoices<T>(path: string, enabled = true) {
  return useQuery({
    queryKey: ['choices', path],
    queryFn: ({ signal }) => api.get<readonly T[]>(path, { query: { take: most }, signal, handled: true }),
    select: (answer) => answer.data,
    enabled,
    staleTime: 60_000,
  });
}

/** The disciplines whoever is signed in has to do with. */
export const useDisciplines = () => useChoices<DisciplineListRow>('disciplineList');

export const useChapters = (disciplineId: number | null) =>
  useChoices<ChapterChoice>(`disciplines/${disciplineId}/chapters`, disciplineId !== null);

export const useColleges = () => useChoices<NamedChoice>('colleges');

export const useSections = (collegeId: number) =>
  useChoices<NamedChoice>(`colleges/${collegeId}/sections`, collegeId > 0);
