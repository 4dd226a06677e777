import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import { api } from '#web/api/client.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { bookingAddress } from './booking-address.ts';

const nameOf = ({ lastName, firstName, nrMatricol }: Item) =>
  [`${lastName} ${firstName}`, nrMatricol].filter(Boolean).join(' · ');

/** The student the office books for, searched in its scope by name or registration number. */
export function StudentChoice({ studentId }: { readonly studentId: number | undefined }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['students', 'choice', search],
    queryFn: ({ signal }) =>
      api.get<readonly Item[]>('students', { query: { search, take: 20 }, signal, handled: true }),
  });
  const chosen = useQuery({
    queryKey: ['students', 'chosen', studentId],
    queryFn: ({ signal }) => api.get<Item>(`students/${studentId}`, { signal, handled: true }),
    enabled: studentId !== undefined,
  });
  const all = [...(found.data?.data ?? []), ...(chosen.data ? [chosen.data.data] : [])];
  const offered = new Map(all.map((student) => [student.id, student]));
  return (
    <FilterSelect<string>
      label={t('appointments.chooseStudent')}
      value={studentId === undefined ? undefined : String(studentId)}
      data={[...offered.values()].map((student) => ({ value: String(student.id), label: nameOf(student) }))}
      // The server has already filtered the options.
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(id) => void goTo(bookingAddress(id === undefined ? {} : { studentId: Number(id) }))}
    />
  );
}
