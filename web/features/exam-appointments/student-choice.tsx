import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListOf, ReadOf } from '#contract/crud-calls.ts';
import type { student } from '#contract/entities/people.ts';
import type { ItemOf } from '#contract/item.ts';
import { call, callList } from '#web/api/client.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { bookingAddress } from './booking-address.ts';

const nameOf = ({ lastName, firstName, nrMatricol }: ItemOf<typeof student>) =>
  [`${lastName} ${firstName}`, nrMatricol].filter(Boolean).join(' · ');

/** The student the office books for. */
export const useChosenStudent = (studentId: number | undefined) =>
  useQuery({
    queryKey: ['students', 'chosen', studentId],
    queryFn: ({ signal }) =>
      call<ReadOf<typeof student>>('GET students/:id', {
        params: { id: studentId ?? 0 },
        signal,
        handled: true,
      }),
    enabled: studentId !== undefined,
  });

/** The student the office books for, searched in its scope by name or registration number. */
export function StudentChoice({ studentId }: { readonly studentId: number | undefined }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['students', 'choice', search],
    queryFn: ({ signal }) =>
      callList<ListOf<typeof student>>('GET students', {
        query: { search, take: 20 },
        signal,
        handled: true,
      }),
  });
  const chosen = useChosenStudent(studentId);
  const all = [...(found.data?.data ?? []), ...(chosen.data ? [chosen.data] : [])];
  const offered = new Map(all.map((row) => [row.id, row]));
  return (
    <FilterSelect<string>
      width="wide"
      label={t('appointments.chooseStudent')}
      value={studentId === undefined ? undefined : String(studentId)}
      data={[...offered.values()].map((row) => ({ value: String(row.id), label: nameOf(row) }))}
      // The server has already filtered the options.
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(id) => void goTo(bookingAddress(id === undefined ? {} : { studentId: Number(id) }))}
    />
  );
}
