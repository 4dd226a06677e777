import { useTranslation } from 'react-i18next';
import type { ScheduleSeat, SlotSeats } from '#contract/exam-schedule.ts';
import { formatDate } from '#web/base/format.ts';
import classes from './exam-schedule.module.css';
import { longDay } from './schedule-grid.tsx';
import { SeatMap } from './seat-map.tsx';

/** What is printed for a room and slot: the list on the door, a card for each seat, the plan for the supervisors. */
export const printKinds = ['doorList', 'seatCards', 'seatingPlan'] as const;
export type PrintKind = (typeof printKinds)[number];

type Seated = ScheduleSeat & { readonly student: NonNullable<ScheduleSeat['student']> };
/** Those who sit there; an annulled sitting only keeps its seat. */
const seatedIn = (seats: readonly ScheduleSeat[]) =>
  seats.filter((seat): seat is Seated => seat.student !== null && !seat.student.isAnnulled);

function Heading({ slot, title }: { readonly slot: SlotSeats; readonly title: string }) {
  return (
    <header className={classes.sheetHead}>
      <h2>{`${slot.examRoom}, ${slot.building}`}</h2>
      <p>
        <strong>{`${longDay(slot.examDate)}, ${slot.startHour}–${slot.endHour}`}</strong>
        <span>{title}</span>
      </p>
    </header>
  );
}

type SheetProps = { readonly slot: SlotSeats; readonly title: string };

/**
 * Sorted by name, as people look themselves up; without registration numbers, because it hangs on a door. Every page
 * repeats the heading, which is part of the head of the table.
 */
function DoorList({ slot, title }: SheetProps) {
  const { t } = useTranslation();
  const people = seatedIn(slot.seats).toSorted((one, other) =>
    one.student.studentName.localeCompare(other.student.studentName, 'ro'),
  );
  return (
    <table className={classes.doorList}>
      <thead>
        <tr>
          <td colSpan={4}>
            <Heading slot={slot} title={title} />
          </td>
        </tr>
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

/** As many cards as fit on a page: two columns of five. */
const cardsPerPage = 10;

function SeatCards({ slot }: Pick<SheetProps, 'slot'>) {
  const { t } = useTranslation();
  const people = seatedIn(slot.seats);
  const pages = Array.from({ length: Math.ceil(people.length / cardsPerPage) }, (_, page) =>
    people.slice(page * cardsPerPage, (page + 1) * cardsPerPage),
  );
  return pages.map((page) => (
    <ul key={page[0]?.student.appointmentId} className={classes.cards}>
      {page.map(({ student, examRow, seatNumber }) => (
        <li key={student.appointmentId} className={classes.card}>
          <span>{`${slot.examRoom} · ${formatDate(slot.examDate)}, ${slot.startHour}`}</span>
          <strong>{student.studentName}</strong>
          <span>{student.examCustom}</span>
          <b>{`${t('appointments.row')} ${examRow} · ${t('appointments.seat')} ${seatNumber}`}</b>
        </li>
      ))}
    </ul>
  ));
}

/** A4 pages, visible only in print. */
export function SlotPrint({ kind, slot }: { readonly kind: PrintKind; readonly slot: SlotSeats }) {
  const { t } = useTranslation();
  const title = t(`schedule.${kind}`);
  return (
    <section className={classes.sheet} data-kind={kind} aria-label={title}>
      {kind === 'doorList' && <DoorList slot={slot} title={title} />}
      {kind === 'seatCards' && <SeatCards slot={slot} />}
      {kind === 'seatingPlan' && (
        <>
          <Heading slot={slot} title={title} />
          <SeatMap seats={slot.seats} isPrinted />
        </>
      )}
    </section>
  );
}
