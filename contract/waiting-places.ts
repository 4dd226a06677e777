import { z } from 'zod';
import { appointment, seatRow } from './appointments.ts';
import { forStudent, gateRefusals, seatRefusals } from './booking.ts';
import { defineCall } from './call.ts';
import { byId, count, givenId } from './common.ts';
import { day } from './draft.ts';

const waitingPlace = z.strictObject({
  id: z.int(),
  studentId: z.int(),
  examCustomId: z.int(),
  examCustom: z.string(),
  examSessionId: z.int(),
  examDate: z.string(),
  /** Absent when any slot of the day, or of the room, will do. */
  slot: z
    .strictObject({
      examRoomSlotId: z.int(),
      examRoom: z.string(),
      startHour: z.string(),
      endHour: z.string(),
    })
    .nullable(),
  /** Set when any slot of a room will do. */
  room: z.strictObject({ examRoomId: z.int(), examRoom: z.string() }).nullable(),
  /** 1 is next. */
  position: count,
  /** A seat that is held for the student. */
  offer: z
    .strictObject({
      examRoom: z.string(),
      building: z.string(),
      startHour: z.string(),
      endHour: z.string(),
      examRow: seatRow,
      seatNumber: z.int(),
      until: z.string(),
      /** Another exam of the student on that day. */
      otherExam: z.string().nullable(),
    })
    .nullable(),
});
export type WaitingPlace = z.output<typeof waitingPlace>;

export const listWaitingPlaces = defineCall({
  method: 'GET',
  path: 'waitingPlaces',
  summary: 'List a student’s waiting places, with position and offered seat',
  access: 'appointment.book',
  query: z.object(forStudent),
  response: z.array(waitingPlace),
  workload: 'booking',
  refusals: ['resource.notFound'],
});

export const queueForSeat = defineCall({
  method: 'POST',
  path: 'waitingPlaces',
  summary: 'Queue for a seat on a full day, or in a full room or slot of it',
  access: 'appointment.book',
  body: z.strictObject({
    examCustomId: givenId,
    examDate: day(),
    /** Any slot of the room will do, unless one is given. */
    examRoomId: givenId.optional(),
    examRoomSlotId: givenId.optional(),
    examSessionId: givenId.optional(),
    studentId: givenId.optional(),
  }),
  response: waitingPlace,
  status: 201,
  workload: 'booking',
  refusals: [
    'resource.notFound',
    'customExam.notFound',
    'appointment.begun',
    'appointment.examTwice',
    'appointment.toSitElsewhere',
    'appointment.outsideSession',
    'appointment.slotTooShort',
    'appointment.tooLate',
    'appointment.keyOpened',
    'appointment.tooManyChanges',
    'waitingPlace.notFull',
    'waitingPlace.twice',
    'waitingPlace.tooMany',
    'waitingPlace.alreadyThere',
    ...gateRefusals,
  ],
});

export const leaveQueue = defineCall({
  method: 'DELETE',
  path: 'waitingPlaces/:id',
  summary: 'Leave the queue; an offered seat goes to the next student',
  access: 'appointment.book',
  params: byId,
  workload: 'booking',
  refusals: ['resource.notFound'],
});

export const acceptOffer = defineCall({
  method: 'POST',
  path: 'waitingPlaces/:id/accept',
  summary: 'Accept the offered seat; an appointment for the same exam moves to it',
  access: 'appointment.book',
  params: byId,
  response: appointment,
  workload: 'booking',
  refusals: [
    'resource.notFound',
    'waitingPlace.notOffered',
    'waitingPlace.offerEnded',
    'appointment.begun',
    'appointment.examTwice',
    'appointment.toSitElsewhere',
    'appointment.seatTaken',
    ...gateRefusals,
    ...seatRefusals,
  ],
});
