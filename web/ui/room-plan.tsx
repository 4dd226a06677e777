import { useTranslation } from 'react-i18next';
import classes from './room-plan.module.css';
import { SeatRows } from './seat-rows.tsx';

export type PlanSeat = {
  /** A row's number, or '-' for seats outside the rows. */
  readonly examRow: number | '-';
  readonly seatNumber: number;
  readonly state: 'free' | 'taken' | 'own' | 'outOfOrder';
  readonly accessible?: boolean;
};

const words = {
  free: 'planFree',
  taken: 'planTaken',
  own: 'planOwn',
  outOfOrder: 'planOutOfOrder',
} as const;

type RoomPlanProps = {
  readonly seats: readonly PlanSeat[];
  /** The states the key explains. */
  readonly states?: readonly PlanSeat['state'][];
  /** Makes every seat a button. */
  readonly onSeat?: (seat: PlanSeat) => void;
};

/** The seats of a room, row by row from the front; the user's own seat is highlighted. */
export function RoomPlan({ seats, states = ['own', 'free', 'taken'], onSeat }: RoomPlanProps) {
  const { t } = useTranslation();
  const explained = [
    ...states,
    ...(!states.includes('outOfOrder') && seats.some(({ state }) => state === 'outOfOrder')
      ? (['outOfOrder'] as const)
      : []),
  ];
  const nameOf = ({ examRow, seatNumber, state, accessible }: PlanSeat) =>
    t('appointments.planSeat', {
      row: examRow,
      seat: seatNumber,
      state: [
        t(`appointments.${words[state]}`),
        ...(accessible ? [t('appointments.planAccessible')] : []),
      ].join(', '),
    });
  return (
    <SeatRows
      label={t('appointments.plan')}
      seats={seats}
      legend={
        <>
          {explained.map((state) => (
            <li key={state}>
              <span className={classes.seat} data-state={state} aria-hidden="true" />{' '}
              {t(`appointments.${words[state]}`)}
            </li>
          ))}
          {(onSeat !== undefined || seats.some(({ accessible }) => accessible)) && (
            <li>
              <span className={classes.seat} data-state="free" data-accessible aria-hidden="true" />{' '}
              {t('appointments.planAccessible')}
            </li>
          )}
        </>
      }
    >
      {(seat) => (
        <li
          key={seat.seatNumber}
          className={classes.seat}
          data-state={seat.state}
          data-accessible={seat.accessible || undefined}
          aria-current={seat.state === 'own' || undefined}
          title={nameOf(seat)}
        >
          {onSeat ? (
            <button
              type="button"
              className={classes.button}
              aria-label={nameOf(seat)}
              onClick={() => onSeat(seat)}
            >
              {seat.seatNumber}
            </button>
          ) : (
            seat.seatNumber
          )}
        </li>
      )}
    </SeatRows>
  );
}
