import { useTranslation } from 'react-i18next';
import type { ScheduleSeat } from '#contract/exam-schedule.ts';
import { SeatRows } from '#web/ui/seat-rows.tsx';
import classes from './exam-schedule.module.css';

const keyStates = ['waiting', 'drawn', 'running', 'finished', 'missed'] as const;

/** Last name and initials, to fit onto a seat. */
function shortName(name: string): string {
  const [last = '', ...first] = name.split(' ');
  return [last, ...first.map((one) => `${one.charAt(0)}.`)].join(' ');
}

/** The room from the front, each seat with who sits there and how far their paper is. */
export function SeatMap({ seats }: { readonly seats: readonly ScheduleSeat[] }) {
  const { t } = useTranslation();
  const wordsOf = ({ taken, student, mark }: ScheduleSeat) => {
    if (student)
      return `${student.studentName}, ${student.examCustom}, ${t(`office.state_${student.state}`)}`;
    if (taken) return t('schedule.somebody');
    return mark === 'outOfOrder' ? t('schedule.outOfOrder') : t('appointments.planFree');
  };
  return (
    <div className={classes.map}>
      <SeatRows
        label={t('schedule.map')}
        seats={seats}
        legend={
          <>
            {keyStates.map((state) => (
              <li key={state}>
                <span className={classes.keySeat} data-state={state} aria-hidden="true" />
                {t(`office.state_${state}`)}
              </li>
            ))}
            <li>
              <span className={classes.keySeat} data-state="broken" aria-hidden="true" />
              {t('schedule.outOfOrder')}
            </li>
          </>
        }
      >
        {(seat) => (
          <li
            key={seat.seatNumber}
            className={classes.seat}
            data-state={
              seat.student?.state ?? (seat.taken ? 'other' : seat.mark === 'outOfOrder' ? 'broken' : 'free')
            }
            title={t('appointments.planSeat', {
              row: seat.examRow,
              seat: seat.seatNumber,
              state: wordsOf(seat),
            })}
          >
            <span className={classes.seatNumber}>
              {seat.seatNumber}
              {seat.mark === 'accessible' && <abbr title={t('schedule.accessible')}> ♿</abbr>}
            </span>
            {seat.student && <span className={classes.seatName}>{shortName(seat.student.studentName)}</span>}
          </li>
        )}
      </SeatRows>
    </div>
  );
}
