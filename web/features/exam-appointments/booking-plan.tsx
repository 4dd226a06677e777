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
  /** The seat that was chosen instead of the next one. */
  readonly chosen?: Seat | undefined;
  readonly onChoose?: ((seat: Seat) => void) | undefined;
};

/** The room with the seat that a booking gets: the chosen one, or the next. */
export function BookingPlan({ plan, isOfAnother, chosen, onChoose }: BookingPlanProps) {
  const { t } = useTranslation();
  return (
    <Fetched query={plan} loading={<WaitingRows count={3} />}>
      {(seats) => (
        <>
          {onChoose && <p className={classes.quiet}>{t('appointments.chooseSeat')}</p>}
          <RoomPlan
            seats={seats.map(({ state, ...seat }) => {
              const isOwn = chosen === undefined ? state === 'next' || state === 'own' : isAt(seat, chosen);
              const other = state === 'next' ? 'free' : state === 'own' ? 'taken' : state;
              return { ...seat, state: isOwn ? 'own' : other };
            })}
            isOfAnother={isOfAnother}
            onSeat={onChoose}
            canChoose={({ state }) => state === 'free'}
          />
        </>
      )}
    </Fetched>
  );
}
