import { today } from '#web/base/today.ts';
import '#web/ui/screen-styles.ts';
import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import classes from './exam-schedule.module.css';
import { dayAfter, daysOf, type ScheduleView, scheduleAddress, viewOf } from './schedule-address.ts';
import { useRooms, useSchedule } from './schedule-calls.ts';
import { ScheduleGrid } from './schedule-grid.tsx';
import { SlotPage } from './slot-page.tsx';

type ToolbarProps = { readonly shown: ScheduleView; readonly show: (change: Partial<ScheduleView>) => void };

function Toolbar({ shown, show }: ToolbarProps) {
  const { t } = useTranslation();
  const rooms = useRooms();
  const step = shown.view === 'week' ? 7 : 1;
  return (
    <div className={classes.toolbar} data-print="hidden">
      <SegmentedControl
        aria-label={t('schedule.view')}
        value={shown.view}
        data={[
          { value: 'day', label: t('schedule.day') },
          { value: 'week', label: t('schedule.week') },
        ]}
        onChange={(view) => show({ view: view === 'week' ? 'week' : 'day' })}
      />
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`schedule.${shown.view}Before`)}
          onClick={() => show({ day: dayAfter(shown.day, -step) })}
        >
          <ChevronLeftIcon />
        </ActionIcon>
        <DayInput
          className={classes.dayInput ?? ''}
          label={t('schedule.date')}
          isLabelHidden
          value={shown.day}
          onChange={(day) => day !== undefined && show({ day })}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`schedule.${shown.view}After`)}
          onClick={() => show({ day: dayAfter(shown.day, step) })}
        >
          <ChevronRightIcon />
        </ActionIcon>
      </Group>
      <Button variant="default" onClick={() => show({ day: today() })}>
        {t('schedule.today')}
      </Button>
      <FilterSelect<number>
        label={t('appointmentColumns.examRoom')}
        value={shown.examRoomId}
        data={(rooms.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(examRoomId) => show({ examRoomId })}
      />
    </div>
  );
}

function Schedule({ shown }: { readonly shown: ScheduleView }) {
  const { t } = useTranslation();
  const days = daysOf(shown);
  const schedule = useSchedule({
    from: days[0] ?? shown.day,
    to: days.at(-1) ?? shown.day,
    examRoomId: shown.examRoomId,
  });
  if (schedule.isPending) return <WaitingRows count={4} height="4rem" />;
  if (schedule.isError)
    return (
      <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void schedule.refetch()}>
        {textsOfError(schedule.error).join(' ')}
      </ErrorPanel>
    );
  if (schedule.data.length === 0)
    return (
      <EmptyState icon={<CalendarIcon size={28} />} title={t('schedule.empty')}>
        {t('schedule.emptyHint')}
      </EmptyState>
    );
  return <ScheduleGrid days={days} rows={schedule.data} shown={shown} />;
}

/** Rooms and slots by day with their occupancy, and who sits where (APPT-5). */
export function Screen() {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const shown = viewOf(useScreenAddress('ExamSchedule').query);
  const show = (change: Partial<ScheduleView>) =>
    void goTo(scheduleAddress({ ...shown, ...change }), { resetScroll: false });
  if (shown.examRoomSlotId !== undefined)
    return <SlotPage shown={shown} examRoomSlotId={shown.examRoomSlotId} />;
  return (
    <Page
      title={t('screens.ExamSchedule')}
      description={t('schedule.lead')}
      actions={
        <Button
          variant="default"
          leftSection={<PrintIcon />}
          data-print="hidden"
          onClick={() => window.print()}
        >
          {t('schedule.print')}
        </Button>
      }
      filters={<Toolbar shown={shown} show={show} />}
    >
      <Schedule shown={shown} />
    </Page>
  );
}
