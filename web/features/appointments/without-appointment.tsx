import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentWithoutAppointment } from '#contract/students-without-appointment.ts';
import { type Address, addressOf } from '#domain/access/addresses.ts';
import { useSelectOptions } from '#web/api/select-options.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { type Filters, type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { withoutAppointmentSource } from './appointment-calls.ts';

const idIn = (filters: Filters, name: string) =>
  typeof filters[name] === 'number' ? filters[name] : undefined;

/** The students without an appointment, for the exam and session that a list is filtered by. */
export const withoutAppointmentAddress = (filters: Filters): Address =>
  addressOf('Appointments', {
    view: 'unbooked',
    examCustomId: idIn(filters, 'examCustomId'),
    examSessionId: idIn(filters, 'examSessionId'),
  });

type Chosen = { readonly examCustomId: number; readonly examSessionId: number };

function Students({ state, chosen }: { readonly state: ListQueryState; readonly chosen: Chosen }) {
  const { t } = useTranslation();
  const columns: readonly Column<StudentWithoutAppointment>[] = [
    {
      name: 'studentName',
      label: t('appointmentColumns.studentName'),
      cell: ({ studentName }) => studentName,
      isSortable: true,
      isRowName: true,
    },
    {
      name: 'nrMatricol',
      label: t('appointmentColumns.nrMatricol'),
      cell: ({ nrMatricol }) => nrMatricol ?? '-',
      isSortable: true,
    },
    {
      name: 'series',
      label: t('entities.student.seriesName'),
      cell: ({ series }) => series,
      isSortable: true,
    },
    {
      name: 'groupNumber',
      label: t('entities.student.groupeNumber'),
      cell: ({ groupNumber }) => groupNumber ?? '-',
      isSortable: true,
    },
  ];
  return (
    <List
      list={useList(withoutAppointmentSource, state)}
      label={t('office.without')}
      columns={columns}
      idOf={({ studentId }) => studentId}
      nameOf={({ studentName }) => studentName}
      empty={{
        title: t('office.withoutNone'),
        hint: t('office.withoutNoneHint'),
        icon: <CalendarIcon size={28} />,
      }}
      actionsWidth="9rem"
      rowActions={({ studentId, studentName }) => (
        <Button
          component={ScreenLink}
          variant="light"
          size="compact-sm"
          href={addressOf('ExamAppointments', { studentId, ...chosen })}
          aria-label={t('office.withoutBookFor', { name: studentName })}
        >
          {t('office.withoutBook')}
        </Button>
      )}
    />
  );
}

/** The students who have no appointment for an exam in a session, each with a link to book for them. */
export function StudentsWithoutAppointment() {
  const { t } = useTranslation();
  const exams = useSelectOptions('getExamCustom');
  const sessions = useSelectOptions('sessions');
  const state = useAddressQuery('Appointments', ['examCustomId', 'examSessionId']);
  const [query, setQuery] = state;
  const [examCustomId, examSessionId] = [
    idIn(query.filters, 'examCustomId'),
    idIn(query.filters, 'examSessionId'),
  ];
  const select = (name: 'examCustomId' | 'examSessionId', label: string, options: typeof exams) => (
    <FilterSelect<number>
      label={label}
      value={idIn(query.filters, name)}
      data={options.data ?? []}
      onChange={(value) => setQuery(withFilters(query, { [name]: value }))}
    />
  );
  return (
    <Page
      title={t('office.without')}
      description={t('office.withoutLead')}
      actions={
        <Button variant="default" component={ScreenLink} href={addressOf('Appointments')}>
          {t('screens.Appointments')}
        </Button>
      }
      filters={
        <>
          <SearchBox
            search={query.search}
            onSearch={(search) => setQuery({ ...query, search, page: 1 })}
            label={t('crud.search')}
            withSlash
          />
          {select('examCustomId', t('appointmentColumns.examCustom'), exams)}
          {select('examSessionId', t('appointmentColumns.examSession'), sessions)}
          {examCustomId !== undefined && examSessionId !== undefined && (
            <ExportMenu path="appointments/unbooked" query={query} columns={[]} />
          )}
        </>
      }
    >
      {examCustomId !== undefined && examSessionId !== undefined ? (
        <Students state={state} chosen={{ examCustomId, examSessionId }} />
      ) : (
        <EmptyState title={t('office.withoutChoose')} icon={<CalendarIcon size={28} />}>
          {t('office.withoutChooseHint')}
        </EmptyState>
      )}
    </Page>
  );
}
