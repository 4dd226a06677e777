import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './seat-rows.module.css';

type Seat = { readonly examRow: number | '-'; readonly seatNumber: number };

type SeatRowsProps<S extends Seat> = {
  readonly label: string;
  readonly seats: readonly S[];
  readonly children: (seat: S) => ReactNode;
  /** What the colours of the seats mean, as list items; none on paper. */
  readonly legend: ReactNode | undefined;
};

/** The seats of a room, row by row from the front. */
export function SeatRows<S extends Seat>({ label, seats, children, legend }: SeatRowsProps<S>) {
  const { t } = useTranslation();
  const rows = [...new Set(seats.map(({ examRow }) => examRow))];
  return (
    <figure className={classes.plan} aria-label={label}>
      <figcaption className={classes.front}>{t('appointments.planFront')}</figcaption>
      {rows.map((row) => (
        <ol key={row} className={classes.row} aria-label={`${t('appointments.row')} ${row}`}>
          <li className={classes.rowNumber} aria-hidden="true">
            {row}
          </li>
          {seats.filter(({ examRow }) => examRow === row).map(children)}
        </ol>
      ))}
      {legend !== undefined && <ul className={classes.legend}>{legend}</ul>}
    </figure>
  );
}
