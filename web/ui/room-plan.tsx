import { useTranslation } from 'react-i18next';
import classes from './room-plan.module.css';

export type PlanSeat = {
  /** A row's number, or '-' for seats outside the rows. */
  readonly examRow: number | '-';
  readonly seatNumber: number;
  readonly state: 'free' | 'taken' | 'own';
};

const words = { free: 'planFree', taken: 'planTaken', own: 'planOwn' } as const;

/** The seats of a room, row by row from the front; the user's own seat is highlighted. */
export function RoomPlan({ seats }: { readonly seats: readonly PlanSeat[] }) {
  const { t } = useTranslation();
  const rows = [...new Set(seats.map(({ examRow }) => examRow))];
  return (
    <figure className={classes.plan} aria-label={t('appointments.plan')}>
      <figcaption className={classes.front}>{t('appointments.planFront')}</figcaption>
      {rows.map((row) => (
        <ol key={row} className={classes.row} aria-label={`${t('appointments.row')} ${row}`}>
          <li className={classes.rowNumber} aria-hidden="true">
            {row}
          </li>
          {seats
            .filter(({ examRow }) => examRow === row)
            .map(({ seatNumber, state }) => (
              <li
                key={seatNumber}
                className={classes.seat}
                data-state={state}
                aria-current={state === 'own' || undefined}
                title={t('appointments.planSeat', {
                  row,
                  seat: seatNumber,
                  state: t(`appointments.${words[state]}`),
                })}
              >
                {seatNumber}
              </li>
            ))}
        </ol>
      ))}
      <ul className={classes.key}>
        {(['own', 'free', 'taken'] as const).map((state) => (
          <li key={state}>
            <span className={classes.seat} data-state={state} aria-hidden="true" />{' '}
            {t(`appointments.${words[state]}`)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
