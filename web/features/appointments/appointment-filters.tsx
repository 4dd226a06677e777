import { useTranslation } from 'react-i18next';
import { studyYears } from '#domain/calendar/study-years.ts';
import { useSelectOptions } from '#web/api/select-options.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { type Filters, type ListQuery, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import classes from './appointments.module.css';

/** The filters of the list, by their names in the address and the request. */
export const filterNames = ['examCustomId', 'examSessionId', 'examRoomId', 'year', 'from', 'to'] as const;

const numberOf = (filters: Filters, name: string) =>
  typeof filters[name] === 'number' ? filters[name] : undefined;
const dayOf = (filters: Filters, name: string) =>
  typeof filters[name] === 'string' ? filters[name] : undefined;

type FiltersProps = { readonly query: ListQuery; readonly setQuery: (query: ListQuery) => void };

export function AppointmentFilters({ query, setQuery }: FiltersProps) {
  const { t } = useTranslation();
  const exams = useSelectOptions('getExamCustom');
  const sessions = useSelectOptions('sessions');
  const rooms = useSelectOptions('examrooms');
  const { filters } = query;
  const filterBy = (change: Filters) => setQuery(withFilters(query, change));
  const selects = [
    ['examCustomId', 'examCustom', exams.data ?? []],
    ['examSessionId', 'examSession', sessions.data ?? []],
    ['examRoomId', 'examRoom', rooms.data ?? []],
    ['year', 'year', studyYears.map((year) => ({ value: year, label: String(year) }))],
  ] as const;
  return (
    <>
      <SearchBox
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
        label={t('crud.search')}
        className={classes.search}
        withSlash
      />
      {selects.map(([name, column, data]) => (
        <FilterSelect<number>
          key={name}
          width="narrow"
          label={t(`appointmentColumns.${column}`)}
          value={numberOf(filters, name)}
          data={data}
          onChange={(value) => filterBy({ [name]: value })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <DayInput
          key={name}
          className={classes.day}
          label={t(`office.${name}`)}
          isLabelHidden
          value={dayOf(filters, name)}
          opensAt={name === 'to' ? dayOf(filters, 'from') : undefined}
          onChange={(day) => filterBy({ [name]: day })}
        />
      ))}
    </>
  );
}
