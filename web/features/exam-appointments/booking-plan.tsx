import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlanSeat } from '#contract/booking.ts';
import { Fetched } from '#web/ui/fetched.tsx';
import { RoomPlan } from '#web/ui/room-plan.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import type { Seat } from './booking-calls.ts';
import classes from './exam-appointments.module.css';

const isAt = (one: Seat, other: Seat | undefined) =>
  one.examRow === other?.examRow && one.seatNumber === other.seatNumber;

type BookingPlanProps = {
  readonly plan: UseQueryResult<PlanSeat[]>;
  /** The office looks at the seat of a student. */
  readonly isOfAnother: boolean;
  /** The appointment is in this slot already: its seat is shown, and the next one can be chosen. */
  readonly isOwnSlot?: boolean;
  /** The seat that was chosen instead of the next one. */
  readonly chosen?: Seat | undefined;
  readonly onChoose?: ((seat: Seat) => void) | undefined;
  /** Only accessible seats can be chosen. */
  readonly isAccessible?: boolean;
};

/** The room with the seat that a booking gets: the chosen one, or the next. */
export function BookingPlan(props: BookingPlanProps) {
  const { plan, isOfAnother, isOwnSlot = false, chosen, onChoose, isAccessible = false } = props;
  const { t } = useTranslation();
  return (
    <Fetched query={plan} loading={<WaitingRows count={3} />}>
      {(seats) => (
        <>
          {onChoose && (
            <p className={classes.quiet}>
              {t(isOwnSlot ? 'appointments.chooseOtherSeat' : 'appointments.chooseSeat')}
            </p>
          )}
          <RoomPlan
            seats={seats.map(({ state, ...seat }) => {
              const isGiven = state === 'own' || (state === 'next' && !isOwnSlot);
              const isOwn = chosen === undefined ? isGiven : isAt(seat, chosen);
              const other = state === 'next' ? 'free' : state === 'own' ? 'taken' : state;
              return { ...seat, state: isOwn ? 'own' : other };
            })}
            isOfAnother={isOfAnother}
            onSeat={onChoose}
            canChoose={({ state, accessible }) => state === 'free' && (accessible || !isAccessible)}
          />
        </>
      )}
    </Fetched>
  );
}
