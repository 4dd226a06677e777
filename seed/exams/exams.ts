import { instantOf } from '#domain/calendar/moment.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { deadlineOf } from '#domain/exam-taking/time.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { DemoEmail } from '#seed/accounts.ts';
import { dayOf, daysAfter } from '#seed/calendar.ts';
import type { StudyPlace } from '#seed/faculties.ts';
import type { Transaction } from '#server/db/database.ts';
import { normal, share } from './answering.ts';
import { insertContestations } from './contestations.ts';
import { insertCustomExams } from './custom-exams.ts';
import { insertFinishedExams, type TakenSitting } from './finished-exams.ts';
import { insertRecording } from './recording.ts';
import { type Appointment, insertTimetable } from './timetable.ts';

const minute = 60_000;

type Session = { readonly id: number; readonly scoringMode: ScoringMode };

async function selectSession(tx: Transaction, today: string): Promise<Session> {
  const [session] = await tx<Session[]>`
    select id, scoring_mode as "scoringMode" from exam_sessions where ${today}::date between start_date and end_date`;
  if (!session) throw new Error('no session of the demo holds today');
  return session;
}

/** The demo's named student always does well. */
const wellKnown: DemoEmail = 'student@exam.test';

/** The sitting of a past appointment; undefined when the student did not come. */
function takenSitting(appointment: Appointment, session: Session): TakenSitting | undefined {
  const { email, isPast, customExamId, startsAt, endsAt, extraMinutes, ...given } = appointment;
  const random = seededRandom(`${email} sits ${customExamId}`);
  const isAbsent = share(random) < 0.04 && email !== wellKnown;
  if (!isPast || isAbsent) return undefined;
  const startedAt = startsAt + Math.round(minute * (0.5 + 6 * share(random)));
  // Ability belongs to the student and varies from day to day.
  const ability = 0.5 + normal(seededRandom(`ability of ${email}`)) * 0.8 + normal(random) * 0.3;
  return {
    ...given,
    kind: 'official',
    subject: { of: 'customExam', id: customExamId },
    examSessionId: session.id,
    scoringMode: session.scoringMode,
    seed: `${email} ${customExamId}`,
    startedAt,
    deadline: (seconds) => deadlineOf(startedAt, seconds, { startsAt, endsAt, extraMinutes }),
    success: email === wellKnown ? { grades: [7.6, 9.2] } : { ability },
    haste: share(random) < 0.03 ? 1.2 : 0.4 + 0.4 * share(random),
  };
}

/** Practice sittings: user, exam, days ago, hour and grade. */
const practice: readonly (readonly [DemoEmail, string, number, string, readonly [number, number]])[] = [
  ['student@exam.test', 'MG302', 9, '19:40', [4.6, 5.4]],
  ['student@exam.test', 'MG303', 8, '20:10', [5.6, 6.4]],
  ['student@exam.test', 'MG302', 6, '18:25', [6.2, 6.9]],
  ['student@exam.test', 'MG303', 6, '20:30', [7.2, 8]],
  ['student@exam.test', 'MG302', 3, '21:05', [7.6, 8.3]],
  ['student@exam.test', 'MG302', 1, '20:15', [8.7, 9.5]],
  ['teacher@exam.test', 'MG301', 2, '16:35', [9.2, 10]],
];

async function practiceSittings(tx: Transaction, today: string, session: Session): Promise<TakenSitting[]> {
  const people = await tx<{ email: string; userId: number; studentId: number | null }[]>`
    select u.email, u.id as "userId", (select min(p.id) from students p where p.email = u.email) as "studentId"
      from users u where u.email = any(${practice.map(([email]) => email)})`;
  const disciplines = await tx<{ id: number; code: string }[]>`select id, code from disciplines`;
  return practice.map(([email, code, daysAgo, hour, grades]): TakenSitting => {
    const person = people.find((one) => one.email === email);
    const discipline = disciplines.find((one) => one.code === code);
    if (!person || !discipline) throw new Error(`${email} cannot try ${code}`);
    const startedAt = instantOf(`${daysAfter(today, -daysAgo)}T${hour}:00`);
    return {
      kind: person.studentId === null ? 'trial' : 'simulation',
      userId: person.userId,
      studentId: person.studentId,
      appointmentId: null,
      firstExamId: null,
      subject: { of: 'discipline', id: discipline.id },
      examSessionId: session.id,
      scoringMode: session.scoringMode,
      seed: `${email} ${code} ${daysAgo}`,
      startedAt,
      deadline: (seconds) => deadlineOf(startedAt, seconds),
      success: { grades },
      haste: 0.6,
    };
  });
}

/** Inserts custom exams, their appointments and the finished exams of the last days. */
export async function insertExams(
  tx: Transaction,
  studyPlaces: readonly StudyPlace[],
  now: Date,
): Promise<void> {
  const today = dayOf(now);
  const session = await selectSession(tx, today);
  const customExams = await insertCustomExams(tx, studyPlaces);
  const appointments = await insertTimetable(tx, customExams, session.id, today);
  await insertFinishedExams(tx, [
    ...appointments.flatMap((appointment) => takenSitting(appointment, session) ?? []),
    ...(await practiceSittings(tx, today, session)),
  ]);
  await insertRecording(tx, wellKnown);
  await insertContestations(tx, session.id, wellKnown);
}
