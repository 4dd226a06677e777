import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleSeat, SlotSeats } from '#contract/exam-schedule.ts';
import { isOfAny } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ShortTable } from '#web/list/short-table.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HolidayNote } from '#web/ui/holiday.tsx';
import { ChevronLeftIcon, PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import classes from './exam-schedule.module.css';
import { MoveSlotDialog } from './move-slot-dialog.tsx';
import { type ScheduleView, scheduleAddress } from './schedule-address.ts';
import { useSlotSeats } from './schedule-calls.ts';
import { longDay } from './schedule-grid.tsx';
import { SeatMap } from './seat-map.tsx';
import { type PrintKind, printKinds, SlotPrint } from './slot-print.tsx';

type Student = NonNullable<ScheduleSeat['student']>;

/** A link to the student, for users who may open the list of students. */
function StudentName({ student }: { readonly student: Student }) {
  const actor = useActor();
  if (!mayOpen(actor, 'Students', false)) return student.studentName;
  return (
    <Anchor
      component={ScreenLink}
      href={addressOf('Students', { search: student.nrMatricol ?? student.studentName })}
    >
      {student.studentName}
    </Anchor>
  );
}

function SeatTable({ seats }: { readonly seats: readonly ScheduleSeat[] }) {
  const { t } = useTranslation();
  const known = seats.flatMap(({ student, ...seat }) => (student ? [{ ...seat, student }] : []));
  if (known.length === 0) return <p className={classes.quiet}>{t('schedule.nobody')}</p>;
  return (
    <ShortTable
      label={t('schedule.people')}
      head={[
        ...(['examRow', 'seatNumber', 'studentName', 'nrMatricol', 'examCustom'] as const).map((name) =>
          t(`appointmentColumns.${name}`),
        ),
        t('office.state'),
      ]}
      rows={known.map(({ examRow, seatNumber, student }) => [
        student.appointmentId,
        [
          examRow,
          seatNumber,
          <StudentName key="name" student={student} />,
          student.nrMatricol ?? '-',
          student.examCustom,
          <>
            <span className={classes.state} data-state={student.isAnnulled ? 'missed' : student.state}>
              {student.isAnnulled ? t('schedule.annulled') : t(`office.state_${student.state}`)}
            </span>
            {student.extraTime > 0 && ` +${t('appointments.minutes', { count: student.extraTime })}`}
          </>,
        ],
      ])}
    />
  );
}

/** Renders one of the sheets, prints it, and removes it afterwards: on phones printing goes on after the call. */
function usePrinting() {
  const [kind, setKind] = useState<PrintKind>();
  useEffect(() => {
    if (kind === undefined) return;
    const remove = () => setKind(undefined);
    window.addEventListener('afterprint', remove);
    window.print();
    return () => window.removeEventListener('afterprint', remove);
  }, [kind]);
  return [kind, setKind] as const;
}

type SlotProps = { readonly slot: SlotSeats; readonly examRoomSlotId: number };

function Slot({ slot, examRoomSlotId }: SlotProps) {
  const { t } = useTranslation();
  const isOffice = isOfAny(useActor(), ['admin', 'secretary']);
  const [isMoving, setMoving] = useState(false);
  const [printing, print] = usePrinting();
  const taken = slot.seats.filter((seat) => seat.taken).length;
  const hidden = slot.seats.filter((seat) => seat.taken && !seat.student).length;
  return (
    <>
      <div data-print="hidden">
        <Group justify="space-between" mb="md" gap="sm">
          <p className={classes.summary}>
            <strong>{`${longDay(slot.examDate)}, ${slot.startHour}–${slot.endHour}`}</strong>
            <HolidayNote day={slot.examDate} className={classes.holiday ?? ''} />
            <span>{t('schedule.load', { taken, seats: slot.usableSeats })}</span>
            {hidden > 0 && (
              <span className={classes.quiet}>{t('schedule.outOfScope', { count: hidden })}</span>
            )}
          </p>
          <Group gap="xs">
            {isOffice && (
              <Button variant="default" disabled={taken === hidden} onClick={() => setMoving(true)}>
                {t('schedule.moveAll')}
              </Button>
            )}
            {printKinds.map((kind) => (
              <Button
                key={kind}
                variant="default"
                leftSection={<PrintIcon />}
                disabled={taken === hidden}
                onClick={() => print(kind)}
              >
                {t(`schedule.${kind}`)}
              </Button>
            ))}
          </Group>
        </Group>
        {slot.sharedPapers > 0 && (
          <Alert color="yellow" variant="light" mb="md">
            {t('schedule.sharedPapers', { count: slot.sharedPapers })}
          </Alert>
        )}
        <SeatMap seats={slot.seats} />
        <SeatTable seats={slot.seats} />
      </div>
      {isMoving && (
        <MoveSlotDialog slot={slot} examRoomSlotId={examRoomSlotId} onClose={() => setMoving(false)} />
      )}
      {printing && <SlotPrint kind={printing} slot={slot} />}
    </>
  );
}

type SlotPageProps = { readonly shown: ScheduleView; readonly examRoomSlotId: number };

/** Who sits where in a room and slot, with the state of each paper; prints the door list, the seat cards and the plan. */
export function SlotPage({ shown, examRoomSlotId }: SlotPageProps) {
  const { t } = useTranslation();
  const seats = useSlotSeats(shown.day, examRoomSlotId);
  const slot = seats.data;
  return (
    <Page
      title={slot ? slot.examRoom : t('screens.ExamSchedule')}
      description={slot?.building}
      actions={
        <Button
          component={ScreenLink}
          href={scheduleAddress({ ...shown, examRoomSlotId: undefined })}
          variant="subtle"
          leftSection={<ChevronLeftIcon />}
          data-print="hidden"
        >
          {t('schedule.back')}
        </Button>
      }
    >
      {slot ? (
        <Slot slot={slot} examRoomSlotId={examRoomSlotId} />
      ) : seats.isError ? (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void seats.refetch()}>
          {textsOfError(seats.error).join(' ')}
        </ErrorPanel>
      ) : (
        <WaitingRows count={5} />
      )}
    </Page>
  );
}
