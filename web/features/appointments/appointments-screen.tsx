import '#web/ui/screen-styles.ts';
import { ActionIcon, Badge, Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment, AppointmentColumn } from '#contract/appointments.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { type ListQuery, type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import { CalendarIcon, MoreIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { type AppointmentFilters, listAddress, listQueryOf } from './appointment-address.ts';
import { appointmentSource, useAppointmentCalls, useChoices } from './appointment-calls.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ExtraTimeDialog } from './extra-time-dialog.tsx';

const shownColumns = [
  'id',
  'studentName',
  'nrMatricol',
  'year',
  'examCustom',
  'examDate',
  'examSession',
  'examRoom',
  'examRoomSlot',
  'examRow',
  'seatNumber',
  'extraTime',
] as const satisfies readonly AppointmentColumn[];
const figures: readonly AppointmentColumn[] = ['id', 'year', 'seatNumber', 'extraTime'];

function useColumns(): readonly Column<Appointment>[] {
  const { t } = useTranslation();
  const cellOf = (row: Appointment, name: AppointmentColumn) => {
    if (name === 'examDate') return formatDate(row.examDate);
    if (name === 'extraTime' && row.extraTime > 0)
      return (
        <span title={row.extraTimeReason ?? undefined}>
          {t('appointments.minutes', { count: row.extraTime })}
        </span>
      );
    return row[name] ?? '-';
  };
  return [
    ...shownColumns.map(
      (name): Column<Appointment> => ({
        name,
        label: t(`appointmentColumns.${name}`),
        cell: (row) => cellOf(row, name),
        isSortable: true,
        isFigure: figures.includes(name),
        ...(name === 'studentName' && { only: 'table' as const }),
      }),
    ),
    {
      name: 'state',
      label: t('office.state'),
      cell: ({ state, mail }) => (
        <>
          <Badge variant="light" radius="sm" tt="none" fw={500} color={state === 'missed' ? 'red' : 'brand'}>
            {t(`office.state_${state}`)}
          </Badge>
          {mail === 'failed' && ` ${t('office.mailFailed')}`}
        </>
      ),
    },
  ];
}

/** The list for the current address, and a setter that changes the address. */
function useAddressQuery(): ListQueryState<AppointmentFilters> {
  const goTo = useGoTo();
  return [
    listQueryOf(useScreenAddress('Appointments').query),
    (next) => void goTo(listAddress(next), { replace: true, resetScroll: false }),
  ];
}

type FiltersProps = {
  readonly query: ListQuery<AppointmentFilters>;
  readonly setQuery: (query: ListQuery<AppointmentFilters>) => void;
};

function ListFilters({ query, setQuery }: FiltersProps) {
  const { t } = useTranslation();
  const exams = useChoices('getExamCustom');
  const rooms = useChoices('examrooms');
  const { examCustomId, examRoomId, from, to } = query.filters;
  const text = (id: number | undefined) => (id === undefined ? undefined : String(id));
  const number = (id: string | undefined) => (id === undefined ? undefined : Number(id));
  return (
    <>
      <SearchBox
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
        label={t('crud.search')}
        withSlash
      />
      <FilterSelect<string>
        label={t('appointmentColumns.examCustom')}
        value={text(examCustomId)}
        data={exams.data ?? []}
        onChange={(id) => setQuery(withFilters(query, { examCustomId: number(id) }))}
      />
      <FilterSelect<string>
        label={t('appointmentColumns.examRoom')}
        value={text(examRoomId)}
        data={rooms.data ?? []}
        onChange={(id) => setQuery(withFilters(query, { examRoomId: number(id) }))}
      />
      <TextInput
        type="date"
        aria-label={t('office.from')}
        title={t('office.from')}
        value={from ?? ''}
        onChange={(event) => setQuery(withFilters(query, { from: event.currentTarget.value || undefined }))}
      />
      <TextInput
        type="date"
        aria-label={t('office.to')}
        title={t('office.to')}
        value={to ?? ''}
        onChange={(event) => setQuery(withFilters(query, { to: event.currentTarget.value || undefined }))}
      />
      <ExportMenu path="appointments" query={query} columns={shownColumns} />
    </>
  );
}

type RowMenuProps = { readonly row: Appointment; readonly onExtraTime: (row: Appointment) => void };

function RowMenu({ row, onExtraTime }: RowMenuProps) {
  const { t } = useTranslation();
  const { cancel } = useAppointmentCalls();
  const isAhead = row.state === 'waiting' || row.state === 'drawn';
  const remove = async () => {
    const sure = await confirm({
      title: t('appointments.cancelTitle'),
      message: t('office.cancelText', {
        name: row.studentName,
        exam: row.examCustom,
        date: formatDate(row.examDate),
      }),
      confirmLabel: t('appointments.cancelConfirm'),
      danger: true,
    });
    if (!sure) return;
    // The API client reports the error.
    await cancel(row.id).then(
      () => notifySuccess(t('appointments.cancelled')),
      () => undefined,
    );
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('office.actionsOf', { name: row.studentName })}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isAhead && (
          <Menu.Item
            component={ScreenLink}
            href={addressOf('ExamAppointments', { studentId: row.studentId, examCustomId: row.examCustomId })}
          >
            {t('appointments.move')}
          </Menu.Item>
        )}
        {row.state !== 'finished' && (
          <Menu.Item onClick={() => onExtraTime(row)}>{t('appointments.extraTime')}</Menu.Item>
        )}
        {isAhead && (
          <Menu.Item color="red" onClick={() => void remove()}>
            {t('appointments.cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The office's list of appointments: who takes which exam, where and when (APPT-3). */
export function Screen() {
  const { t } = useTranslation();
  const state = useAddressQuery();
  const list = useList<Appointment, AppointmentFilters>(appointmentSource, state);
  const [extended, setExtended] = useState<Appointment>();
  const [isBulk, setBulk] = useState(false);
  return (
    <Page
      title={t('screens.Appointments')}
      description={t('office.lead')}
      actions={
        <>
          <Button variant="default" onClick={() => setBulk(true)}>
            {t('office.bulk')}
          </Button>
          <Button component={ScreenLink} href={addressOf('ExamAppointments')}>
            {t('office.add')}
          </Button>
        </>
      }
      filters={<ListFilters query={state[0]} setQuery={state[1]} />}
    >
      <List
        list={list}
        label={t('screens.Appointments')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ studentName }) => studentName}
        empty={{ title: t('office.empty'), hint: t('office.emptyHint'), icon: <CalendarIcon size={28} /> }}
        rowActions={(row) => <RowMenu row={row} onExtraTime={setExtended} />}
      />
      {extended && <ExtraTimeDialog appointment={extended} onClose={() => setExtended(undefined)} />}
      {isBulk && <BulkDialog onClose={() => setBulk(false)} />}
    </Page>
  );
}
