import { instantOf } from '#domain/calendar/moment.ts';
import { daysAfter, workdaysAfter } from '#seed/calendar.ts';
import { known } from '#seed/known.ts';
import { insertAppointments } from '#server/appointments/appointments.ts';
import { selectRoomSlots } from '#server/appointments/room-slots.ts';
import type { Transaction } from '#server/db/database.ts';
import type { ExamKey } from './custom-exams.ts';

type TimetableEntry = {
  readonly exam: ExamKey;
  /** Working days from today. */
  readonly day: number;
  /** The rooms in filling order, each with the start of its slot. */
  readonly at: readonly (readonly [room: string, from: string])[];
  /** How many have an appointment so far; by default the whole cohort. */
  readonly appointments?: number;
  /** How many more wait for a seat in the first slot, which is full. */
  readonly waiting?: number;
};

const hall = 'Sala mare de lectură';
const [one, two, pharmacy] = ['Sala de examinare 1', 'Sala de examinare 2', 'Sala „Hipocrate”'];
const laboratory = 'Laborator de calcul 214';

/** The exams of the last and next days. */
const timetable: readonly TimetableEntry[] = [
  { exam: 'foundations', day: -6, at: [[hall, '08:00']] },
  {
    exam: 'microbiology',
    day: -5,
    at: [
      [one, '08:00'],
      [one, '10:15'],
    ],
  },
  { exam: 'pharmacognosy', day: -4, at: [[pharmacy, '10:15']] },
  {
    exam: 'pharmacology',
    day: -3,
    at: [
      [one, '12:30'],
      [two, '12:30'],
    ],
  },
  { exam: 'toxicology', day: -2, at: [[pharmacy, '12:30']] },
  {
    exam: 'pathophysiology',
    day: 2,
    at: [
      [one, '10:15'],
      [two, '10:15'],
    ],
  },
  { exam: 'biochemistry', day: 3, at: [[hall, '08:00']] },
  {
    exam: 'integrated',
    day: 4,
    at: [
      [one, '15:00'],
      [one, '17:15'],
    ],
  },
  { exam: 'drugPlants', day: 5, at: [[pharmacy, '10:15']] },
  {
    exam: 'microscopy',
    day: 6,
    at: [
      [laboratory, '10:15'],
      [laboratory, '12:30'],
    ],
    appointments: 36,
    waiting: 5,
  },
  { exam: 'anatomy', day: 7, at: [[hall, '10:15']] },
  { exam: 'poisons', day: 8, at: [[pharmacy, '08:00']] },
];

/** Students with separately planned appointments, and the day from which they have none here. */
const plannedUntil: Readonly<Record<string, number>> = { 'student@exam.test': 0, 'student2@exam.test': -10 };

type Sitting = { readonly studentId: number; readonly userId: number; readonly email: string };

async function selectCohort(tx: Transaction, customExamId: number): Promise<Sitting[]> {
  return tx<Sitting[]>`
    select p.id as "studentId", u.id as "userId", p.email from students p join users u on u.email = p.email
      join custom_exam_series s on s.series_id = p.series_id
     where s.custom_exam_id = ${customExamId} order by p.id`;
}

/** An appointment of the demo, with everything needed to simulate its exam. */
export type Appointment = {
  readonly appointmentId: number;
  readonly firstExamId: number;
  readonly studentId: number;
  readonly userId: number;
  readonly email: string;
  readonly customExamId: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly extraMinutes: number;
  readonly isPast: boolean;
};

/** A few students have extra time; where somebody sits there next, not more than the break between two slots. */
const extraMinutesOf = (index: number, isUsedNext: boolean) => {
  if (index % 29 === 11) return isUsedNext ? breakMinutes : 30;
  return index % 23 === 7 ? breakMinutes : 0;
};
const breakMinutes = 15;

/** Inserts the appointments of the last and next days. */
export async function insertTimetable(
  tx: Transaction,
  customExams: ReadonlyMap<ExamKey, number>,
  examSessionId: number,
  today: string,
): Promise<readonly Appointment[]> {
  const slots = new Map((await selectRoomSlots(tx)).map((slot) => [`${slot.room} ${slot.from}`, slot]));
  const all: Appointment[] = [];
  for (const { exam, day: distance, at, appointments, waiting = 0 } of timetable) {
    const customExamId = known(customExams, exam);
    const day = workdaysAfter(today, distance);
    const seats = at.flatMap(([room, from]) => {
      const { seats, ...slot } = known(slots, `${room} ${from}`);
      return seats.map((seat) => ({ ...slot, ...seat }));
    });
    const students = (await selectCohort(tx, customExamId)).filter(
      ({ email }) => distance < (plannedUntil[email] ?? distance + 1),
    );
    const cohort = students.slice(0, appointments);
    const queue = students.slice(cohort.length, cohort.length + waiting).map(({ studentId }, index) => ({
      student_id: studentId,
      custom_exam_id: customExamId,
      exam_session_id: examSessionId,
      exam_date: day,
      room_slot_id: seats[0]?.slotId ?? 0,
      made_at: `${today} 00:0${index}`,
    }));
    if (queue.length > 0) await tx`insert into waiting_places ${tx(queue)}`;
    const used = seats.slice(0, cohort.length);
    const rows = cohort.map(({ studentId, userId }, index) => {
      const seat = seats[index];
      if (!seat) throw new Error(`${exam} has more candidates than seats`);
      const isUsedNext = used.some(
        ({ roomId, row, seat: number, from }) =>
          roomId === seat.roomId && row === seat.row && number === seat.seat && from > seat.from,
      );
      return {
        studentId,
        customExamId,
        examSessionId,
        roomId: seat.roomId,
        slotId: seat.slotId,
        row: seat.row,
        seat: seat.seat,
        startsAt: `${day} ${seat.from}`,
        endsAt: `${day} ${seat.to}`,
        extraMinutes: extraMinutesOf(index, isUsedNext),
        madeBy: userId,
        madeAt: `${daysAfter(day, -12)} 1${index % 10}:${10 + (index % 50)}`,
      };
    });
    const written = await insertAppointments(tx, rows);
    const idsOf = new Map(
      written.map(({ studentId, id, examId }) => [studentId, { appointmentId: id, firstExamId: examId }]),
    );
    all.push(
      ...cohort.map((person, index) => ({
        ...person,
        ...known(idsOf, person.studentId),
        customExamId,
        startsAt: instantOf(`${day}T${seats[index]?.from}:00`),
        endsAt: instantOf(`${day}T${seats[index]?.to}:00`),
        extraMinutes: rows[index]?.extraMinutes ?? 0,
        isPast: distance < 0,
      })),
    );
  }
  return all;
}
