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
  ofAnother: 'planOwnFor',
  outOfOrder: 'planOutOfOrder',
} as const;

type RoomPlanProps = {
  readonly seats: readonly PlanSeat[];
  /** The states the key explains. */
  readonly states?: readonly PlanSeat['state'][];
  /** The office looks at the seat of a student. */
  readonly isOfAnother?: boolean;
  /** Makes seats buttons. */
  readonly onSeat?: ((seat: PlanSeat) => void) | undefined;
  /** Which seats are buttons; all of them unless given. */
  readonly canChoose?: (seat: PlanSeat) => boolean;
};

/** The seats of a room, row by row from the front; the user's own seat is highlighted. */
export function RoomPlan(props: RoomPlanProps) {
  const { seats, states = ['own', 'free', 'taken'], isOfAnother = false, onSeat, canChoose } = props;
  const { t } = useTranslation();
  const wordOf = (state: PlanSeat['state']) =>
    t(`appointments.${words[state === 'own' && isOfAnother ? 'ofAnother' : state]}`);
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
      state: [wordOf(state), ...(accessible ? [t('appointments.planAccessible')] : [])].join(', '),
    });
  return (
    <SeatRows
      label={t('appointments.plan')}
      seats={seats}
      legend={
        <>
          {explained.map((state) => (
            <li key={state}>
              <span className={classes.seat} data-state={state} aria-hidden="true" /> {wordOf(state)}
            </li>
          ))}
          {((onSeat !== undefined && canChoose === undefined) ||
            seats.some(({ accessible }) => accessible)) && (
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
          {onSeat && (canChoose?.(seat) ?? true) ? (
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
