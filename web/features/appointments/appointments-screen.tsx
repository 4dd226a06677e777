import './appointment-styles.ts';
import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { type AppointmentColumn, appointmentColumns } from '#domain/appointments/appointment-columns.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { useColumnChoice } from '#web/list/column-choice.ts';
import { ColumnChooser } from '#web/list/column-chooser.tsx';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import { useSelection } from '#web/list/selection.ts';
import { SelectionBar } from '#web/list/selection-bar.tsx';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import { CalendarIcon, MoreIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { appointmentSource, useAppointmentCalls } from './appointment-calls.ts';
import { AppointmentFilters, filterNames } from './appointment-filters.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { ExtraTimeDialog } from './extra-time-dialog.tsx';
import { isChangeable, useCancelSelected } from './selected-appointments.ts';
import { StudentsWithoutAppointment, withoutAppointmentAddress } from './without-appointment.tsx';

/** Shown only when chosen. */
const hiddenColumns = ['id', 'examSession'] as const satisfies readonly AppointmentColumn[];
const figures: readonly AppointmentColumn[] = ['id', 'year', 'seatNumber', 'extraTime'];

function useColumns(): readonly Column<Appointment>[] {
  const { t } = useTranslation();
  const cellOf = (row: Appointment, name: AppointmentColumn) => {
    if (name === 'examDate') return formatDate(row.examDate);
    if (name === 'extraTime')
      return row.extraTime === 0 ? (
        '-'
      ) : (
        <span title={row.extraTimeReason ?? undefined}>
          {t('appointments.minutes', { count: row.extraTime })}
        </span>
      );
    return row[name] ?? '-';
  };
  return [
    ...appointmentColumns.map(
      (name): Column<Appointment> => ({
        name,
        label: t(`appointmentColumns.${name}`),
        cell: (row) => cellOf(row, name),
        isSortable: true,
        isFigure: figures.includes(name),
        ...(name === 'studentName' && { isRowName: true }),
        ...(name === 'examDate' && {
          inLine: ({ examDate, examRoomSlot, examRoom }) =>
            `${formatDate(examDate)}, ${examRoomSlot}, ${examRoom}`,
        }),
      }),
    ),
    {
      name: 'state',
      label: t('office.state'),
      cell: ({ state, mail, isAnnulled }) => (
        <>
          <Badge color={isAnnulled || state === 'missed' ? 'red' : 'brand'}>
            {isAnnulled ? t('schedule.annulled') : t(`office.state_${state}`)}
          </Badge>
          {mail === 'failed' && ` ${t('office.mailFailed')}`}
        </>
      ),
    },
  ];
}

/** A card begins with day, hour and room, then the exam; a phone cuts what follows. */
const cardFirst: readonly string[] = ['examCustom', 'examDate'];
const forCards = (columns: readonly Column<Appointment>[]) =>
  columns.toSorted((one, other) => cardFirst.indexOf(other.name) - cardFirst.indexOf(one.name));

type RowMenuProps = { readonly row: Appointment; readonly onExtraTime: (row: Appointment) => void };

function RowMenu({ row, onExtraTime }: RowMenuProps) {
  const { t } = useTranslation();
  const { cancel } = useAppointmentCalls();
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
  const mayExtend = row.own === undefined;
  if (row.state === 'finished' || row.isAnnulled || !(mayExtend || isChangeable(row))) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('office.actionsOf', { name: row.studentName })}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isChangeable(row) && (
          <Menu.Item
            component={ScreenLink}
            href={addressOf('ExamAppointments', {
              studentId: row.studentId,
              appointmentId: row.id,
              examCustomId: row.examCustomId,
              examSessionId: row.examSessionId,
            })}
          >
            {t('appointments.move')}
          </Menu.Item>
        )}
        {mayExtend && <Menu.Item onClick={() => onExtraTime(row)}>{t('appointments.extraTime')}</Menu.Item>}
        {isChangeable(row) && (
          <Menu.Item color="red" onClick={() => void remove()}>
            {t('appointments.cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The appointments, or the students without one for the exam and session in the address. */
export function Screen() {
  const { view } = useScreenAddress('Appointments').query;
  return view === 'unbooked' ? <StudentsWithoutAppointment /> : <AppointmentList />;
}

/** The office's list of appointments: who takes which exam, where and when (APPT-3). */
function AppointmentList() {
  const { t } = useTranslation();
  const state = useAddressQuery('Appointments', filterNames);
  const list = useList(appointmentSource, state);
  const phone = usePhone();
  const columns = useColumns();
  const names = columns.map(({ name }) => name);
  const { shown, toggle } = useColumnChoice('appointments.columns', names, hiddenColumns);
  const [extended, setExtended] = useState<Appointment>();
  const [isBulk, setBulk] = useState(false);
  const selected = useSelection<Appointment>({
    idOf: ({ id }) => id,
    label: ({ studentName }) => t('office.selectOf', { name: studentName }),
  });
  const cancelSelected = useCancelSelected(selected.clear);
  return (
    <Page
      title={t('screens.Appointments')}
      description={t('office.lead')}
      actions={
        <>
          <Button variant="default" component={ScreenLink} href={addressOf('ExamSchedule')}>
            {t('screens.ExamSchedule')}
          </Button>
          <Button variant="default" component={ScreenLink} href={withoutAppointmentAddress(state[0].filters)}>
            {t('office.without')}
          </Button>
          <Button variant="default" onClick={() => setBulk(true)}>
            {t('office.bulk')}
          </Button>
          <Button component={ScreenLink} href={addressOf('ExamAppointments')}>
            {t('office.add')}
          </Button>
        </>
      }
      filters={
        <>
          <AppointmentFilters query={state[0]} setQuery={state[1]} />
          <ColumnChooser columns={columns} shown={shown} onToggle={toggle} />
          <ExportMenu
            path="appointments"
            query={state[0]}
            columns={appointmentColumns.filter((name) => shown.includes(name))}
          />
        </>
      }
    >
      <List
        list={list}
        label={t('screens.Appointments')}
        columns={(phone ? forCards(columns) : columns).filter(({ name }) => shown.includes(name))}
        idOf={({ id }) => id}
        nameOf={({ studentName }) => studentName}
        defaultSort={{ name: 'examDate', label: t('appointmentColumns.examDate') }}
        empty={{ title: t('office.empty'), hint: t('office.emptyHint'), icon: <CalendarIcon size={28} /> }}
        rowActions={(row) => <RowMenu row={row} onExtraTime={setExtended} />}
        selection={{ ...selected.selection, canSelect: isChangeable }}
      />
      <SelectionBar count={selected.rows.length} onClear={selected.clear}>
        <Button color="red" variant="light" onClick={() => void cancelSelected(selected.rows)}>
          {t('office.cancelSelected')}
        </Button>
      </SelectionBar>
      {extended && <ExtraTimeDialog appointment={extended} onClose={() => setExtended(undefined)} />}
      {isBulk && <BulkDialog onClose={() => setBulk(false)} />}
    </Page>
  );
}
