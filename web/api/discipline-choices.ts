import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChildListOf, ListOf } from '#contract/crud-calls.ts';
import type { chapter, discipline } from '#contract/entities/discipline.ts';
import type { college, section } from '#contract/entities/faculty.ts';
import type { DisciplineListRow, disciplineList } from '#contract/structure.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { callList, type ListResponse } from './client.ts';

/** The server's limit per request; a discipline has a few dozen chapters, a teacher a few disciplines. */
const maxChoices = 500;

/** Fetches all rows of a short list; kept for a minute. */
function useListChoices<Row>(
  path: string,
  fetchRows: (signal: AbortSignal) => Promise<ListResponse<readonly Row[]>>,
  enabled = true,
) {
  return useQuery({
    queryKey: ['choices', path],
    queryFn: ({ signal }) => fetchRows(signal),
    select: (response) => response.data,
    enabled,
    staleTime: 60_000,
  });
}
const all = { query: { take: maxChoices }, handled: true } as const;

/** The disciplines whose questions the user may work with. */
export const useDisciplines = () =>
  useListChoices('disciplineList/ownBank', (signal) =>
    listDisciplines({ ownBank: 'true', take: maxChoices }, signal),
  );

export const useChapters = (disciplineId: number | null) =>
  useListChoices(
    `disciplines/${disciplineId}/chapters`,
    (signal) =>
      callList<ChildListOf<typeof discipline, typeof chapter>>('GET disciplines/:id/chapters', {
        ...all,
        params: { id: disciplineId ?? 0 },
        signal,
      }),
    disciplineId !== null,
  );

export const useColleges = () =>
  useListChoices('colleges', (signal) =>
    callList<ListOf<typeof college>>('GET colleges', { ...all, signal }),
  );

export const useSections = (collegeId: number) =>
  useListChoices(
    `colleges/${collegeId}/sections`,
    (signal) =>
      callList<ChildListOf<typeof college, typeof section>>('GET colleges/:id/sections', {
        ...all,
        params: { id: collegeId },
        signal,
      }),
    collegeId > 0,
  );

type StudyPlace = { readonly pkCollege?: number; readonly pkSection?: number; readonly year?: number };
type DisciplineQuery = StudyPlace & {
  readonly id?: number;
  readonly ownBank?: 'true';
  readonly held?: 'true';
  readonly search?: string;
  readonly take: number;
};

const listDisciplines = (query: DisciplineQuery, signal: AbortSignal) =>
  callList<typeof disciplineList>('GET disciplineList', { query, signal, handled: true });

/** One discipline by its id, wherever it is in the list. */
export function useDiscipline(id: number | null): DisciplineListRow | undefined {
  const found = useQuery({
    queryKey: ['choices', 'disciplineList', 'one', id],
    queryFn: ({ signal }) => listDisciplines({ id: id ?? 0, take: 1 }, signal),
    enabled: id !== null,
    staleTime: 60_000,
  });
  return found.data?.data.find((row) => row.id === id);
}

/** Whether the user may import questions into some discipline. */
export function useHoldsDiscipline(): boolean {
  const found = useQuery({
    queryKey: ['choices', 'disciplineList', 'held'],
    queryFn: ({ signal }) => listDisciplines({ held: 'true', take: 1 }, signal),
    staleTime: 60_000,
  });
  return (found.data?.total ?? 0) > 0;
}

/** A discipline's name, distinct from others of the same name; next year’s has the same code. */
const disciplineName = (row: DisciplineListRow) =>
  `${row.disciplineDescription} (${row.disciplineCode}, ${row.universityYear})`;

/** How many options are offered; the others are found by typing. */
const offered = 50;

/**
 * The props of a select for disciplines whose questions the user may write, or whose chapters. The server filters while
 * typing, and the selected one always has its name.
 */
export function useDisciplineSelect(
  chosen: number | null,
  studyPlace: StudyPlace = {},
  which: 'ownBank' | 'held' = 'ownBank',
) {
  const { t } = useTranslation();
  const [searchValue, setSearchValue] = useState('');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, typingPauses.options);
  const list = useQuery({
    queryKey: ['choices', 'disciplineList', 'some', which, search, studyPlace],
    queryFn: ({ signal }) =>
      listDisciplines({ ...studyPlace, [which]: 'true', search, take: offered }, signal),
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  });
  const rows = list.data?.data ?? [];
  const own = useDiscipline(chosen);
  const named = own && !rows.some(({ id }) => id === own.id) ? [own] : [];
  const hidden = Math.max(0, (list.data?.total ?? 0) - rows.length);
  const data: ComboboxItem<number>[] = [
    ...[...named, ...rows].map((row) => ({ value: row.id, label: disciplineName(row) })),
    ...(hidden > 0 ? [{ value: 0, label: t('crud.moreOptions', { count: hidden }), disabled: true }] : []),
  ];
  // The server has filtered already; a selected discipline that did not match is present only for its name.
  const filter: OptionsFilter<number> = ({ options }) =>
    (options as ComboboxItem<number>[]).filter(({ value }) => !named.some(({ id }) => id === value));
  return {
    data,
    filter,
    searchable: true,
    searchValue,
    onSearchChange: (text: string) => {
      setSearchValue(text);
      // Selecting an option writes its label into the field; that is not a search.
      setTyped(data.some(({ label }) => label === text) ? '' : text.trim());
    },
    nothingFoundMessage: list.isFetching ? undefined : t('crud.noOptions'),
  };
}
