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

function stateOf({ student, taken, heldFor, mark }: ScheduleSeat) {
  if (student) return student.isAnnulled ? 'missed' : student.state;
  return taken || heldFor ? 'other' : mark === 'outOfOrder' ? 'broken' : 'free';
}

type SeatMapProps = {
  readonly seats: readonly ScheduleSeat[];
  /** On paper: without the states, which change, and with the exams where there are several. */
  readonly isPrinted?: boolean;
};

/** The room from the front, each seat with who sits there and how far their paper is. */
export function SeatMap({ seats, isPrinted = false }: SeatMapProps) {
  const { t } = useTranslation();
  const exams = new Set(seats.flatMap(({ student }) => student?.examCustom ?? []));
  const namesExams = isPrinted && exams.size > 1;
  const wordsOf = ({ taken, heldFor, student, mark }: ScheduleSeat) => {
    if (student)
      return [
        student.studentName,
        student.examCustom,
        student.isAnnulled ? t('schedule.annulled') : t(`office.state_${student.state}`),
      ].join(', ');
    if (taken) return t('schedule.somebody');
    if (heldFor) return t(`schedule.heldFor_${heldFor}`);
    return mark === 'outOfOrder' ? t('schedule.outOfOrder') : t('appointments.planFree');
  };
  return (
    <div className={classes.map}>
      <SeatRows
        label={t('schedule.map')}
        seats={seats}
        legend={
          isPrinted ? undefined : (
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
          )
        }
      >
        {(seat) => (
          <li
            key={seat.seatNumber}
            className={classes.seat}
            data-state={stateOf(seat)}
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
            {seat.student && (
              <span className={classes.seatName} data-annulled={seat.student.isAnnulled || undefined}>
                {shortName(seat.student.studentName)}
              </span>
            )}
            {namesExams && seat.student && (
              <span className={classes.seatExam}>{seat.student.examCustom}</span>
            )}
          </li>
        )}
      </SeatRows>
    </div>
  );
}
