import { useTranslation } from 'react-i18next';
import type { ScheduleSeat, SlotSeats } from '#contract/exam-schedule.ts';
import { formatDate } from '#web/base/format.ts';
import classes from './exam-schedule.module.css';
import { SeatMap } from './seat-map.tsx';

/** What is printed for a room and slot: the list on the door, a card for each seat, the plan for the supervisors. */
export const printKinds = ['doorList', 'seatCards', 'seatingPlan'] as const;
export type PrintKind = (typeof printKinds)[number];

type Seated = ScheduleSeat & { readonly student: NonNullable<ScheduleSeat['student']> };
const seatedIn = (seats: readonly ScheduleSeat[]) =>
  seats.filter((seat): seat is Seated => seat.student !== null);

function Heading({ slot, title }: { readonly slot: SlotSeats; readonly title: string }) {
  return (
    <header className={classes.sheetHead}>
      <h2>{`${slot.examRoom}, ${slot.building}`}</h2>
      <p>{`${formatDate(slot.examDate)}, ${slot.startHour}–${slot.endHour} · ${title}`}</p>
    </header>
  );
}

/** Sorted by name, as people look themselves up; without registration numbers, because it hangs on a door. */
function DoorList({ slot }: { readonly slot: SlotSeats }) {
  const { t } = useTranslation();
  const people = seatedIn(slot.seats).toSorted((one, other) =>
    one.student.studentName.localeCompare(other.student.studentName, 'ro'),
  );
  return (
    <table className={classes.doorList}>
      <thead>
        <tr>
          {(['studentName', 'examCustom', 'examRow', 'seatNumber'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`appointmentColumns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ student, examRow, seatNumber }) => (
          <tr key={student.appointmentId}>
            <td>{student.studentName}</td>
            <td>{student.examCustom}</td>
            <td>{examRow}</td>
            <td>{seatNumber}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SeatCards({ slot }: { readonly slot: SlotSeats }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards}>
      {seatedIn(slot.seats).map(({ student, examRow, seatNumber }) => (
        <li key={student.appointmentId} className={classes.card}>
          <span>{`${slot.examRoom} · ${formatDate(slot.examDate)}, ${slot.startHour}`}</span>
          <strong>{student.studentName}</strong>
          <span>{student.examCustom}</span>
          <b>{`${t('appointments.row')} ${examRow} · ${t('appointments.seat')} ${seatNumber}`}</b>
        </li>
      ))}
    </ul>
  );
}

/** An A4 sheet, visible only in print. */
export function SlotPrint({ kind, slot }: { readonly kind: PrintKind; readonly slot: SlotSeats }) {
  const { t } = useTranslation();
  return (
    <section className={classes.sheet} data-kind={kind} aria-label={t(`schedule.${kind}`)}>
      {kind !== 'seatCards' && <Heading slot={slot} title={t(`schedule.${kind}`)} />}
      {kind === 'doorList' && <DoorList slot={slot} />}
      {kind === 'seatCards' && <SeatCards slot={slot} />}
      {kind === 'seatingPlan' && <SeatMap seats={slot.seats} />}
    </section>
  );
}
