import { aStudent, type SignedInPerson, type Student, type StudyPlace } from './accounts.ts';
import { dayFromToday } from './booking.ts';
import { aCustomExamOf, anAppointment } from './exams.ts';
import type { Caller, TestServer } from './server.ts';
import { absentId, type Ownership, type Side, type WalkCalls } from './walk-ownership.ts';

type SideOf = { readonly student: Student; readonly disciplineId: number };

export type WalkedAppointments = {
  /** Calls about a student's appointments, with their bodies. */
  readonly calls: WalkCalls;
  /** Appointments that no call deletes. */
  readonly ids: Readonly<Record<Side, number>>;
};

/** Students of two colleges with future appointments, and the calls about them. */
export async function walkAppointments(
  server: TestServer,
  admin: Caller,
  sides: Readonly<Record<Side, SideOf>>,
): Promise<WalkedAppointments> {
  const day = await dayFromToday(server, 2);
  const room = (
    await admin.post('examrooms', { name: 'Sala drepturilor', building: 'W', seatNumbers: 500, priority: 5 })
  ).json<{ id: number }>();
  const slot = (
    await admin.post('examroomslots', { examRoomId: room.id, startHour: '08:00', endHour: '10:00' })
  ).json<{ id: number }>();
  const slotOnDay = { examDate: day, examRoomId: room.id, examRoomSlotId: slot.id };
  const anExam = (side: Side) =>
    aCustomExamOf(server, sides[side].student.studyPlace, [
      { disciplineId: sides[side].disciplineId, questions: 1 },
    ]);
  const exams = { own: await anExam('own'), foreign: await anExam('foreign') };
  const examOf = (whose: Ownership) => exams[whose === 'foreign' ? 'foreign' : 'own'];
  const classmate = (studyPlace: StudyPlace) => aStudent(server, { studyPlace });

  // A slot whose only seat is taken, to queue for.
  const full = (
    await admin.post('examrooms', { name: 'Sala plină', building: 'W', seatNumbers: 1, priority: 6 })
  ).json<{ id: number }>();
  const fullSlot = (
    await admin.post('examroomslots', { examRoomId: full.id, startHour: '12:00', endHour: '14:00' })
  ).json<{ id: number }>();
  await admin.post('appointments', {
    examDate: day,
    examRoomId: full.id,
    examRoomSlotId: fullSlot.id,
    examCustomId: exams.own,
    studentId: (await classmate(sides.own.student.studyPlace)).studentId,
  });
  const queue = async (caller: Caller, whose: Ownership, studentId: number) =>
    caller.post('waitingPlaces', {
      examDate: day,
      examRoomSlotId: fullSlot.id,
      examCustomId: await anExam(whose === 'foreign' ? 'foreign' : 'own'),
      studentId,
    });

  /** The caller if they are a student with their own appointment; otherwise a student of that side. */
  const studentFor = async (caller: Caller, whose: Ownership): Promise<number> => {
    if (whose === 'absent') return absentId;
    const { studentId } = caller as Partial<SignedInPerson>;
    if (whose === 'own' && studentId !== undefined) return studentId;
    return (await classmate(sides[whose].student.studyPlace)).studentId;
  };
  const read = (path: string) => (whose: Ownership) => async (caller: Caller) => {
    const studentId = await studentFor(caller, whose);
    return caller.get(`${path}studentId=${studentId}`);
  };
  const placeFor = async (caller: Caller, whose: Ownership): Promise<number> => {
    if (whose === 'absent') return absentId;
    return (await queue(admin, whose, await studentFor(caller, whose))).json<{ id: number }>().id;
  };
  const later = { from: 4 * 24 * 60, to: 4 * 24 * 60 + 120 };
  const anAppointmentFor = async (caller: Caller, whose: Ownership): Promise<number> => {
    if (whose === 'absent') return absentId;
    const own = whose === 'own' && (caller as Partial<SignedInPerson>).studentId !== undefined;
    const student = own ? sides.own.student : await classmate(sides[whose].student.studyPlace);
    return (await anAppointment(server, { student, customExamId: await anExam(whose), ...later })).id;
  };
  const appointmentOf = async (side: Side) =>
    (
      await anAppointment(server, {
        student: sides[side].student,
        customExamId: exams[side],
        from: 6 * 1440,
        to: 6 * 1440 + 60,
      })
    ).id;

  const ids = { own: await appointmentOf('own'), foreign: await appointmentOf('foreign') };
  /** The slot of an appointment that no call deletes. */
  const slotOf = async (whose: Ownership) => {
    if (whose === 'absent') return `examDate=${day}&examRoomSlotId=${absentId}`;
    const { examDate, examRoomSlotId } = (await admin.get(`appointments/${ids[whose]}`)).json<{
      examDate: string;
      examRoomSlotId: number;
    }>();
    return `examDate=${examDate}&examRoomSlotId=${examRoomSlotId}`;
  };
  const examAndSession = async (whose: Ownership) => {
    const examCustomId = whose === 'absent' ? absentId : examOf(whose);
    const [session] = (await admin.get('sessions?take=1')).json<{ id: number }[]>();
    return `examCustomId=${examCustomId}&examSessionId=${session?.id ?? 0}`;
  };
  let rooms = 0;
  const aRoomFor = async (whose: Ownership): Promise<number> => {
    if (whose === 'absent') return absentId;
    rooms += 1;
    const draft = { name: `Sala de mers ${rooms}`, building: 'W', seatNumbers: 10, priority: 5 };
    return (await admin.post('examrooms', draft)).json<{ id: number }>().id;
  };

  return {
    ids,
    calls: {
      'GET examSchedule': () => (caller) => caller.get(`examSchedule?from=${day}&to=${day}`),
      'GET examSchedule/seats': (whose) => async (caller) =>
        caller.get(`examSchedule/seats?${await slotOf(whose)}`),
      'POST examrooms/:id/generate': (whose) => async (caller) =>
        caller.post(`examrooms/${await aRoomFor(whose)}/generate`, { rows: { count: 1, seats: 2 } }),
      'PUT examrooms/:id/seats': (whose) => async (caller) =>
        caller.put(`examrooms/${await aRoomFor(whose)}/seats`, { marks: [] }),
      'GET bookableExams': read('bookableExams?'),
      'GET freeDays': (whose) => read(`freeDays?examCustomId=${examOf(whose)}&`)(whose),
      'GET freeRooms': (whose) => read(`freeRooms?examCustomId=${examOf(whose)}&examDate=${day}&`)(whose),
      'GET seatPlan': read(`seatPlan?examRoomSlotId=${slot.id}&examDate=${day}&`),
      'GET waitingPlaces': read('waitingPlaces?'),
      'POST waitingPlaces': (whose) => async (caller) =>
        queue(caller, whose, await studentFor(caller, whose)),
      'DELETE waitingPlaces/:id': (whose) => async (caller) =>
        caller.delete(`waitingPlaces/${await placeFor(caller, whose)}`),
      'POST waitingPlaces/:id/accept': (whose) => async (caller) =>
        caller.post(`waitingPlaces/${await placeFor(caller, whose)}/accept`),
      'POST appointments': (whose) => async (caller) => {
        const studentId = await studentFor(caller, whose);
        const examCustomId = await anExam(whose === 'foreign' ? 'foreign' : 'own');
        return caller.post('appointments', { ...slotOnDay, studentId, examCustomId });
      },
      'PUT appointments/:id': (whose) => async (caller) => {
        const id = await anAppointmentFor(caller, whose);
        const moved = await caller.put(`appointments/${id}`, {
          ...slotOnDay,
          examDate: await dayFromToday(server, 3),
        });
        if (moved.statusCode === 200) await caller.delete(`appointments/${id}`);
        return moved;
      },
      'POST appointments/bulk': (whose) => async (caller) => {
        const examCustomId = whose === 'absent' ? absentId : examOf(whose);
        return caller.post('appointments/bulk?dryRun', { examCustomId, examDate: day, matricols: ['M0'] });
      },
      'GET appointments/unbooked': (whose) => async (caller) =>
        caller.get(`appointments/unbooked?${await examAndSession(whose)}`),
      'GET appointments/unbooked/export': (whose) => async (caller) =>
        caller.get(`appointments/unbooked/export?${await examAndSession(whose)}&format=csv`),
      'POST appointments/extraTime': (whose) => async (caller) => {
        const id = await anAppointmentFor(caller, whose);
        const found = (await admin.get(`appointments/${id}`)).json<{
          examDate?: string;
          examRoomSlotId?: number;
        }>();
        const { examDate = day, examRoomSlotId = absentId } = found;
        return caller.post('appointments/extraTime', {
          examDate,
          examRoomSlotId,
          minutes: 5,
          extraTimeReason: 'Pană de curent',
        });
      },
      'POST appointments/moveSlot': (whose) => async (caller) => {
        const found = new URLSearchParams(await slotOf(whose));
        return caller.post('appointments/moveSlot?dryRun', {
          examDate: found.get('examDate'),
          examRoomSlotId: Number(found.get('examRoomSlotId')),
          ...{ toDate: await dayFromToday(server, 4), toRoomSlotId: slot.id },
        });
      },
      'POST appointments/cancelSelected': (whose) => async (caller) => {
        const id = await anAppointmentFor(caller, whose);
        const response = await caller.post('appointments/cancelSelected', { ids: [id] });
        // One that stays would overlap the next appointment of the same student.
        if (response.statusCode >= 400) await admin.delete(`appointments/${id}`);
        return response;
      },
      'DELETE appointments/:id': (whose) => async (caller) =>
        caller.delete(`appointments/${await anAppointmentFor(caller, whose)}`),
    },
  };
}
