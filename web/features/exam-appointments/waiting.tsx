import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BookableExam } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { lateDays, lateOfferHours, offerHours } from '#domain/appointments/waiting-list.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { type Queued, useBookingCalls, useWaitingPlaces } from './booking-calls.ts';
import classes from './exam-appointments.module.css';
import { OtherExam } from './other-exam.tsx';

/** The API client reports the error. */
const reported = () => undefined;

const isFor = ({ examCustomId, examSessionId, examDate, slot, room }: WaitingPlace, wanted: Queued) =>
  examCustomId === wanted.examCustomId &&
  examSessionId === wanted.examSessionId &&
  examDate === wanted.examDate &&
  room?.examRoomId === wanted.examRoomId &&
  slot?.examRoomSlotId === wanted.examRoomSlotId;

type WaitProps = { readonly name: string; readonly wanted: Queued };

/** Queues for a day, a room or a slot that is full; shows the position once in the queue. */
export function Wait({ name, wanted }: WaitProps) {
  const { t } = useTranslation();
  const { queue } = useBookingCalls();
  const { data: places = [] } = useWaitingPlaces(wanted.studentId);
  const isOffice = wanted.studentId !== undefined;
  const own = places.find((place) => isFor(place, wanted));
  if (own)
    return (
      <p className={classes.position}>
        {own.offer
          ? t(isOffice ? 'appointments.offerTitleFor' : 'appointments.offerTitle')
          : t('appointments.position', { position: own.position })}
      </p>
    );
  const join = () =>
    queue(wanted).then(
      ({ position }) =>
        notifySuccess(t(isOffice ? 'appointments.queuedFor' : 'appointments.queued', { position })),
      reported,
    );
  return (
    <Button variant="subtle" aria-label={t('appointments.waitOf', { name })} onClick={() => void join()}>
      {t('appointments.wait')}
    </Button>
  );
}

/** Explains how waiting students get seats. */
export function WaitingRule() {
  const { t } = useTranslation();
  return (
    <p className={classes.quiet}>
      {t('appointments.waitingRule', { hours: offerHours, lateHours: lateOfferHours, days: lateDays })}
    </p>
  );
}

type OfStudent = {
  readonly exam: BookableExam;
  /** The student the office looks at. */
  readonly studentId: number | undefined;
};
type PlaceProps = OfStudent & { readonly place: WaitingPlace };

function useLeaving({ place, studentId }: PlaceProps) {
  const { t } = useTranslation();
  const { leave } = useBookingCalls();
  const words = studentId === undefined ? 'appointments.left' : 'appointments.leftFor';
  return () => leave(place.id).then(() => notifySuccess(t(words)), reported);
}

/** The session of a place, named where its day belongs to several: the student may wait in each. */
const sessionNameOf = ({ sessions }: BookableExam, { examSessionId, examDate }: WaitingPlace) => {
  const ofDay = sessions.filter(({ startDate, endDate }) => startDate <= examDate && examDate <= endDate);
  return ofDay.length > 1 ? ofDay.find(({ id }) => id === examSessionId)?.description : undefined;
};

function Offer(props: PlaceProps & { readonly name: string }) {
  const { place, exam, studentId, name } = props;
  const isOffice = studentId !== undefined;
  const { t } = useTranslation();
  const decline = useLeaving(props);
  const { accept } = useBookingCalls();
  const { offer } = place;
  const session = sessionNameOf(exam, place);
  if (!offer) return null;
  const take = () =>
    accept(place.id).then(
      ({ examRoom, examRow, seatNumber }) =>
        notifySuccess(
          t(isOffice ? 'appointments.bookedFor' : 'appointments.booked', {
            ...{ room: examRoom, row: examRow, seat: seatNumber },
          }),
        ),
      reported,
    );
  const { examRoom: room, examRow: row, seatNumber: seat } = offer;
  return (
    <div className={classes.offer}>
      <strong>{t(isOffice ? 'appointments.offerTitleFor' : 'appointments.offerTitle')}</strong>
      <span>{`${formatDate(place.examDate)}, ${offer.startHour}–${offer.endHour}`}</span>
      {session && <span>{session}</span>}
      <span>{`${t('appointments.offerPlace', { room, row, seat })}, ${offer.building}`}</span>
      <span>{t('appointments.offerUntil', { moment: formatDateTime(offer.until) })}</span>
      <OtherExam name={offer.otherExam} isOffice={isOffice} />
      {exam.appointments.some(({ examSessionId }) => examSessionId === place.examSessionId) && (
        <span>{t(isOffice ? 'appointments.acceptMovesFor' : 'appointments.acceptMoves')}</span>
      )}
      <div className={classes.buttons}>
        <Button aria-label={t('appointments.acceptOf', { name })} onClick={() => void take()}>
          {t('appointments.accept')}
        </Button>
        <Button
          variant="default"
          aria-label={t('appointments.declineOf', { name })}
          onClick={() => void decline()}
        >
          {t('appointments.decline')}
        </Button>
      </div>
    </div>
  );
}

function Place(props: PlaceProps) {
  const { t } = useTranslation();
  const leaveQueue = useLeaving(props);
  const { place, exam } = props;
  const { examDate, slot, room } = place;
  const anyHour = room ? t('appointments.anyHourIn', { room: room.examRoom }) : t('appointments.anyHour');
  const what = slot ? `${slot.startHour}–${slot.endHour}, ${slot.examRoom}` : anyHour;
  const session = sessionNameOf(exam, place);
  const name = [formatDate(examDate), what, ...(session === undefined ? [] : [session])].join(', ');
  if (place.offer) return <Offer {...props} name={name} />;
  return (
    <>
      <span>
        {name}
        <br />
        <strong>{t('appointments.position', { position: place.position })}</strong>
      </span>
      <Button
        variant="subtle"
        color="red"
        aria-label={t('appointments.leaveOf', { name })}
        onClick={() => void leaveQueue()}
      >
        {t('appointments.leave')}
      </Button>
    </>
  );
}

type PlacesProps = OfStudent & { readonly places: readonly WaitingPlace[] };

/** What a student waits for, with the position or the seat that is offered. */
export function WaitingPlaces({ places, ...rest }: PlacesProps) {
  const { t } = useTranslation();
  if (places.length === 0) return null;
  return (
    <section className={classes.waiting} aria-label={t('appointments.waitingTitle')}>
      <h3 className={classes.smallName}>{t('appointments.waitingTitle')}</h3>
      <ul className={classes.places}>
        {places.map((place) => (
          <li key={place.id} data-offered={place.offer !== null || undefined}>
            <Place place={place} {...rest} />
          </li>
        ))}
      </ul>
      <WaitingRule />
    </section>
  );
}
