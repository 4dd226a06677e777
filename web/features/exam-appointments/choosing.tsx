import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BookableExam } from '#contract/booking.ts';
import type { Address } from '#domain/access/addresses.ts';
import { formatLongDate } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fetched } from '#web/ui/fetched.tsx';
import { HolidayNote } from '#web/ui/holiday.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { bookingAddress, type Chosen } from './booking-address.ts';
import { type Queued, useFreeDays, useFreeRooms } from './booking-calls.ts';
import classes from './exam-appointments.module.css';
import { OtherExam } from './other-exam.tsx';
import { openSessions, SessionFilter, sessionOf } from './session-choice.tsx';
import { Wait, WaitingRule } from './waiting.tsx';

export type StepProps = { readonly exam: BookableExam; readonly chosen: Chosen };

const longDay = (day: string) => formatLongDate(new Date(`${day}T12:00:00Z`), currentLanguage());

type FreeChoiceProps = {
  readonly name: string;
  readonly free: number;
  readonly href: Address;
  readonly wanted: Queued;
  /** A further choice comes first, so that one cannot wait here yet. */
  readonly isOpenWhenFull?: boolean;
};

/** A day or an hour with its free seats; a link while there are any, otherwise a button to wait. */
function FreeChoice({ name, free, href, wanted, isOpenWhenFull = false }: FreeChoiceProps) {
  const { t } = useTranslation();
  const buttonProps = {
    variant: 'default',
    fullWidth: true,
    classNames: {
      root: classes.choice ?? '',
      inner: classes.choiceInner ?? '',
      label: classes.choiceLabel ?? '',
    },
  } as const;
  const words = (
    <>
      <span className={classes.day}>{name}</span>
      <span className={classes.quiet}>
        {free === 0 ? t('appointments.full') : t('appointments.free', { count: free })}
      </span>
    </>
  );
  if (free === 0 && !isOpenWhenFull)
    return (
      <div className={classes.fullChoice}>
        <span className={classes.choiceLabel}>{words}</span>
        <Wait name={name} wanted={wanted} />
      </div>
    );
  return (
    <Button {...buttonProps} component={ScreenLink} href={href}>
      {words}
    </Button>
  );
}

export function DayStep({ exam, chosen }: StepProps) {
  const { t } = useTranslation();
  const { studentId, appointmentId, examSessionId } = chosen;
  const open = new Set(openSessions(exam, appointmentId).map(({ id }) => id));
  const days = useFreeDays({ studentId, examCustomId: exam.examCustomId, examSessionId, appointmentId });
  return (
    <>
      <SessionFilter exam={exam} chosen={chosen} />
      <Fetched query={days} loading={<WaitingRows count={3} />}>
        {(days) => {
          const all = days.filter(({ examSessionIds }) => examSessionIds.some((id) => open.has(id)));
          return all.length > 0 ? (
            <>
              <ul className={classes.choices}>
                {all.map(({ examDate, free, otherExam, examSessionIds }) => (
                  <li key={examDate}>
                    <FreeChoice
                      name={longDay(examDate)}
                      free={free}
                      href={bookingAddress({ ...chosen, examDate })}
                      wanted={{
                        ...{ studentId, examCustomId: exam.examCustomId, examDate },
                        examSessionId: sessionOf(exam, { ...chosen, examDate })?.id,
                      }}
                      isOpenWhenFull={examSessionIds.filter((id) => open.has(id)).length > 1}
                    />
                    <HolidayNote day={examDate} className={classes.holiday ?? ''} />
                    <OtherExam name={otherExam} isOffice={studentId !== undefined} />
                  </li>
                ))}
              </ul>
              {all.some(({ free }) => free === 0) && <WaitingRule />}
            </>
          ) : (
            <EmptyState icon={<CalendarIcon size={28} />} title={t('appointments.noDays')}>
              {t('appointments.noDaysHint')}
            </EmptyState>
          );
        }}
      </Fetched>
    </>
  );
}

export function SlotStep({ exam, chosen, examDate }: StepProps & { readonly examDate: string }) {
  const { t } = useTranslation();
  const { studentId, appointmentId } = chosen;
  const examSessionId = sessionOf(exam, chosen)?.id;
  const { examCustomId } = exam;
  const rooms = useFreeRooms({ studentId, examCustomId, examSessionId, appointmentId, examDate });
  return (
    <Fetched query={rooms} loading={<WaitingRows count={3} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState icon={<CalendarIcon size={28} />} title={t('appointments.noRooms')}>
            {t('appointments.noRoomsHint')}
          </EmptyState>
        ) : (
          <div className={classes.cards}>
            <HolidayNote day={examDate} className={classes.holiday ?? ''} />
            {all.some(({ slots }) => slots.some(({ free }) => free === 0)) && <WaitingRule />}
            {all.map(({ examRoomId, examRoom, building, slots }) => (
              <section key={examRoomId} className={classes.card} aria-label={examRoom}>
                <h3 className={classes.name}>{examRoom}</h3>
                <p className={classes.quiet}>{building}</p>
                {slots.length > 1 && slots.every(({ free }) => free === 0) && (
                  <Wait
                    name={examRoom}
                    wanted={{
                      studentId,
                      examCustomId: exam.examCustomId,
                      examSessionId,
                      examDate,
                      examRoomId,
                    }}
                  />
                )}
                <ul className={classes.slots}>
                  {slots.map(({ examRoomSlotId, startHour, endHour, free }) => (
                    <li key={examRoomSlotId}>
                      <FreeChoice
                        name={`${startHour}–${endHour}`}
                        free={free}
                        href={bookingAddress({ ...chosen, examRoomSlotId })}
                        wanted={{
                          studentId,
                          examCustomId: exam.examCustomId,
                          examSessionId,
                          examDate,
                          examRoomSlotId,
                        }}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )
      }
    </Fetched>
  );
}
