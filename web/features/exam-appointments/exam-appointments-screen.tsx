import '#web/ui/screen-styles.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BookableExam } from '#contract/booking.ts';
import { isOf, isOfAny } from '#domain/access/actor.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
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
import { ExamCard } from './exam-card.tsx';
import { StudentChoice } from './student-choice.tsx';

/** Day, then room and hour, then seat: one choice at a time, with a way back. */
function Steps({ exam, chosen }: StepProps) {
  const { t } = useTranslation();
  const { studentId, examDate, examRoomSlotId, ...rest } = chosen;
  const [step, back] =
    examDate === undefined
      ? (['stepDay', { studentId }] as const)
      : examRoomSlotId === undefined
        ? (['stepSlot', { ...rest, studentId }] as const)
        : (['stepConfirm', { ...rest, studentId, examDate }] as const);
  return (
    <section aria-labelledby="booking-step">
      <div className={classes.stepHead}>
        <Button
          component={ScreenLink}
          href={bookingAddress(back)}
          variant="subtle"
          leftSection={<ChevronLeftIcon />}
        >
          {t('appointments.back')}
        </Button>
        <h2 id="booking-step" className={classes.name}>
          {`${exam.examName}: ${t(`appointments.${step}`)}`}
        </h2>
      </div>
      {examDate === undefined ? (
        <DayStep exam={exam} chosen={chosen} />
      ) : examRoomSlotId === undefined ? (
        <SlotStep exam={exam} chosen={chosen} examDate={examDate} />
      ) : (
        <ConfirmStep
          key={`${examDate} ${examRoomSlotId}`}
          exam={exam}
          chosen={chosen}
          examDate={examDate}
          examRoomSlotId={examRoomSlotId}
        />
      )}
    </section>
  );
}

type OfferProps = { readonly exams: readonly BookableExam[]; readonly chosen: Chosen };

function Offer({ exams, chosen }: OfferProps) {
  const { t } = useTranslation();
  if (exams.length === 0)
    return (
      <EmptyState icon={<CalendarIcon size={28} />} title={t('appointments.noExams')}>
        {t('appointments.noExamsHint')}
      </EmptyState>
    );
  return (
    <div className={classes.cards}>
      {exams.map((exam) => (
        <ExamCard key={exam.examCustomId} exam={exam} studentId={chosen.studentId} />
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
  return (
    <Page
      title={t('screens.ExamAppointments')}
      description={t(isOffice ? 'appointments.officeLead' : 'appointments.lead')}
      filters={isOffice ? <StudentChoice studentId={chosen.studentId} /> : undefined}
    >
      {isKnown ? (
        <Fetched query={offer} loading={<WaitingRows count={3} />}>
          {({ allowExams, exams }) => {
            const exam = exams.find(({ examCustomId }) => examCustomId === chosen.examCustomId);
            if (exam) return <Steps exam={exam} chosen={chosen} />;
            return (
              <>
                {!allowExams && !isOffice && <p className={classes.closed}>{t('appointments.notAllowed')}</p>}
                <Offer exams={exams} chosen={chosen} />
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
