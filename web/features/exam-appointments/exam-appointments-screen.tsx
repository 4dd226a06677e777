import '#web/ui/screen-styles.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import type { BookableExam } from '#contract/booking.ts';
import { isOf, isOfAny } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { isToBeSat } from '#domain/appointments/paper-state.ts';
import { formatDate } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fetched } from '#web/ui/fetched.tsx';
import { CalendarIcon, ChevronLeftIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { bookingAddress, type Chosen, chosenIn } from './booking-address.ts';
import { useBookableExams } from './booking-calls.ts';
import { DayStep, SlotStep, type StepProps } from './choosing.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import classes from './exam-appointments.module.css';
import { type BookingState, ExamCard } from './exam-card.tsx';
import { SessionStep, undecidedSessions } from './session-choice.tsx';
import { StudentChoice, useChosenStudent } from './student-choice.tsx';

type Step = 'stepDay' | 'stepSession' | 'stepSlot' | 'stepConfirm';

/** The step that the choices so far lead to, and the choices without the last one. */
function stepOf(exam: BookableExam, chosen: Chosen): readonly [step: Step, back: Chosen] {
  const { studentId, examDate, examRoomSlotId, ...rest } = chosen;
  if (examDate === undefined) return ['stepDay', { studentId }];
  if (undecidedSessions(exam, chosen).length > 0) return ['stepSession', { ...rest, studentId }];
  if (examRoomSlotId === undefined) return ['stepSlot', { ...rest, studentId }];
  return ['stepConfirm', { ...rest, studentId, examDate }];
}

/** Day, then room and hour, then seat: one choice at a time, with a way back. */
function Steps({ exam, chosen }: StepProps) {
  const { t } = useTranslation();
  const { studentId, appointmentId, examDate = '', examRoomSlotId = 0 } = chosen;
  const moved = exam.appointments.find(({ id }) => id === appointmentId);
  // There is one appointment at a time: an old address, or the way back after booking, offers no second one.
  const booked =
    appointmentId === undefined ? exam.appointments.find(({ state }) => isToBeSat(state)) : undefined;
  const [step, back] = booked ? (['stepConfirm', { studentId }] as const) : stepOf(exam, chosen);
  const name = step === 'stepConfirm' && studentId !== undefined ? 'stepConfirmFor' : step;
  return (
    <section aria-labelledby="booking-step">
      <div className={classes.stepHead}>
        <Button
          component={ScreenLink}
          className={classes.back}
          href={bookingAddress(back)}
          variant="subtle"
          leftSection={<ChevronLeftIcon />}
        >
          {t('appointments.back')}
        </Button>
        <h2 id="booking-step" className={classes.name}>
          {`${exam.examName}${t('common.colon')} ${t(`appointments.${name}`)}`}
        </h2>
        {moved && <MovedFrom appointment={moved} />}
      </div>
      {booked ? (
        <Booked appointment={booked} studentId={studentId} />
      ) : appointmentId !== undefined && !moved ? (
        <EmptyState icon={<CalendarIcon size={28} />} title={t('appointments.notMovable')}>
          {t('appointments.notMovableHint')}
        </EmptyState>
      ) : step === 'stepDay' ? (
        <DayStep exam={exam} chosen={chosen} />
      ) : step === 'stepSession' ? (
        <SessionStep exam={exam} chosen={chosen} />
      ) : step === 'stepSlot' ? (
        <SlotStep exam={exam} chosen={chosen} examDate={examDate} />
      ) : (
        <ConfirmStep
          key={`${examDate} ${examRoomSlotId}`}
          exam={exam}
          chosen={chosen}
          moved={moved}
          examDate={examDate}
          examRoomSlotId={examRoomSlotId}
        />
      )}
    </section>
  );
}

const whenOf = ({ examDate, examRoomSlot, endHour }: Appointment) =>
  `${formatDate(examDate)}, ${examRoomSlot}–${endHour}`;

type BookedProps = { readonly appointment: Appointment; readonly studentId: number | undefined };

/** The exam has its appointment already: where it is, and the way to it. */
function Booked({ appointment, studentId }: BookedProps) {
  const { t } = useTranslation();
  const { examRoom: room, examRow: row, seatNumber: seat } = appointment;
  return (
    <EmptyState
      icon={<CalendarIcon size={28} />}
      title={t(studentId === undefined ? 'appointments.alreadyBooked' : 'appointments.alreadyBookedFor')}
      action={
        <Button component={ScreenLink} href={bookingAddress({ studentId })}>
          {t('appointments.seeBooked')}
        </Button>
      }
    >
      {`${whenOf(appointment)}, ${t('appointments.offerPlace', { room, row, seat })}`}
    </EmptyState>
  );
}

function MovedFrom({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useTranslation();
  const place = `${whenOf(appointment)}, ${appointment.examRoom}`;
  return <p className={classes.movedFrom}>{t('appointments.movedFrom', { place })}</p>;
}

type OfferProps = BookingState & {
  readonly exams: readonly BookableExam[];
  readonly chosen: Chosen;
};

function Offer({ exams, chosen, ...state }: OfferProps) {
  const { t } = useTranslation();
  const isOffice = chosen.studentId !== undefined;
  if (exams.length === 0)
    return (
      <EmptyState
        icon={<CalendarIcon size={28} />}
        title={t(isOffice ? 'appointments.noExamsFor' : 'appointments.noExams')}
      >
        {t(isOffice ? 'appointments.noExamsHintFor' : 'appointments.noExamsHint')}
      </EmptyState>
    );
  return (
    <div className={classes.cards}>
      {exams.map((exam) => (
        <ExamCard key={exam.examCustomId} exam={exam} studentId={chosen.studentId} {...state} />
      ))}
    </div>
  );
}

/** Where students book their exams, and the office books for them (APPT-1, APPT-9). */
export function Screen() {
  const { t } = useTranslation();
  const chosen = chosenIn(useScreenAddress('ExamAppointments').query);
  const actor = useActor();
  const isOffice = isOfAny(actor, ['admin', 'secretary']);
  const isKnown = isOf(actor, 'student') || chosen.studentId !== undefined;
  const offer = useBookableExams(chosen.studentId, isKnown);
  const student = useChosenStudent(isOffice ? chosen.studentId : undefined).data;
  const title = () => {
    if (!isOffice) return t('screens.ExamAppointments');
    return student
      ? t('appointments.officeTitleOf', { name: `${student.lastName} ${student.firstName}` })
      : t('appointments.officeTitle');
  };
  return (
    <Page
      title={title()}
      description={
        isOffice ? (
          <DescriptionParts>
            <BackLink href={addressOf('Appointments')}>{t('screens.Appointments')}</BackLink>
            {t('appointments.officeLead')}
          </DescriptionParts>
        ) : (
          t('appointments.lead')
        )
      }
      filters={isOffice ? <StudentChoice studentId={chosen.studentId} /> : undefined}
    >
      {isKnown ? (
        <Fetched query={offer} loading={<WaitingRows count={3} />}>
          {({ allowExams, clock, isOwn, exams }) => {
            const exam = exams.find(({ examCustomId }) => examCustomId === chosen.examCustomId);
            if (exam) return <Steps exam={exam} chosen={chosen} />;
            return (
              <>
                {!allowExams && !isOffice && <p className={classes.closed}>{t('appointments.notAllowed')}</p>}
                <Offer exams={exams} chosen={chosen} allowExams={allowExams} clock={clock} isOwn={isOwn} />
              </>
            );
          }}
        </Fetched>
      ) : (
        <EmptyState icon={<CalendarIcon size={28} />} title={t('appointments.chooseStudentFirst')} />
      )}
    </Page>
  );
}
