import { beforeAll, describe, expect, it } from 'vitest';
import type { BookableExam, FreeDay, FreeRoom } from '#contract/booking.ts';
import type { ContestGroup } from '#contract/contestation-desk.ts';
import type { ContestRow } from '#contract/contestation-list.ts';
import type { ResultRow } from '#contract/exam-results.ts';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { type AnsweredQuestion, scoreExam } from '#domain/scoring/score-exam.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { demoPassword } from '#seed/accounts.ts';
import { loadDemo } from '#seed/demo.ts';
import { selectServed } from '#server/exams/scoring.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
beforeAll(async () => {
  await loadDemo(server.database, new Date());
});

async function enter(email: string): Promise<Caller> {
  const response = await server.caller().post('login', { email, password: demoPassword });
  return server.caller(response.json().accessToken);
}

/** The ticks after replaying the events, by exam and position. */
async function replayed(): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const rows = await server.database.sql<{ examId: number; position: number; ticks: number }[]>`
    select distinct on (exam_id, position) exam_id as "examId", position, ticks from exam_events
     where kind = ${eventLetters.saved} and ticks is not null order by exam_id, position, seq desc`;
  const exams = new Map<number, Map<number, number>>();
  for (const { examId, position, ticks } of rows)
    exams.set(examId, (exams.get(examId) ?? new Map()).set(position, ticks));
  return exams;
}

describe('the finished exams of the demo', () => {
  it('[REC-2] include one with a recording to play', async () => {
    const [recorded] = await server.database.sql<{ groupId: number }[]>`
      select exam_group_id as "groupId" from recordings`;
    const admin = await enter('admin@exam.test');
    const outline = (await admin.get(`recordings/${recorded?.groupId}.json/outline`)).json();
    expect(outline.parts).toMatchObject([{ isCut: false, pieces: [{ keyframe: true }] }]);
    expect(outline.marks.length).toBeGreaterThan(10);
    for (const { at } of outline.marks) expect(at).toBeGreaterThanOrEqual(outline.parts[0].from - 1000);
  });

  it('[SCORE-10] have the score that their events give', async () => {
    const exams = await server.database.sql<
      { id: number; scoringMode: ScoringMode; score: number; grade: number }[]
    >`select id, scoring_mode as "scoringMode", score::float8 as score, grade::float8 as grade from exams e
       where finished_at is not null and not exists (select from settlements s where s.exam_id = e.id)`;
    expect(exams.length).toBeGreaterThan(300);
    const [questions, ticks] = await Promise.all([
      selectServed(
        server.database.sql,
        exams.map(({ id }) => id),
      ),
      replayed(),
    ]);
    for (const { id, scoringMode, score, grade } of exams) {
      const stored = questions.get(id) ?? [];
      const replayed: AnsweredQuestion[] = stored.map((question, index) => ({
        ...question,
        ticks: ticks.get(id)?.get(index + 1) ?? 0,
      }));
      expect(replayed.map((question) => question.ticks)).toEqual(stored.map((question) => question.ticks));
      expect(scoreExam(replayed, scoringMode)).toMatchObject({ score, grade });
    }
  });

  it('[EXAM-15] begin and end once, with all events in between, in time and in order', async () => {
    const { sql } = server.database;
    const replayed = await sql`
      select e.id from exams e where e.finished_at is not null and not exists (
        select from (
          select count(*) filter (where kind = ${eventLetters.begun} and at = e.started_at) as begun,
                 count(*) filter (where kind = ${eventLetters.finished} and at = e.finished_at) as finished,
                 bool_and(at between e.started_at and e.finished_at) as within,
                 bool_and(kind in ('b', 'f') or at <= e.deadline) as in_time,
                 bool_and(kind in ('b', 's', 'k', 'f')) as known
            from exam_events v where v.exam_id = e.id and v.kind <> 'g') replayed
         where begun = 1 and finished = 1 and within and in_time and known)`;
    expect(replayed.map(({ id }) => id)).toEqual([]);
    const disordered = await sql`
      select from (select at > lag(at) over one as later, seq > lag(seq) over one as higher from exam_events
                    where seq is not null window one as (partition by exam_id order by at)) step where not later or not higher`;
    expect(disordered.count).toBe(0);
    const [deadlines] = await sql`
      select count(*) filter (where e.deadline <= a.ends_at + make_interval(mins => a.extra_minutes)) as held, count(*) as all
        from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
       where e.finished_at is not null`;
    expect(deadlines?.held).toBe(deadlines?.all);
  });

  it('have a realistic spread of grades, from failed to nearly perfect', async () => {
    const [spread] = await server.database.sql<
      { average: number; deviation: number; failed: number; top: number }[]
    >`
      select avg(grade)::float8 as average, stddev(grade)::float8 as deviation,
             (avg((grade < 5)::int))::float8 as failed, (avg((grade >= 9)::int))::float8 as top
        from exams e join exam_groups g on g.id = e.group_id where g.kind = 'official' and e.finished_at is not null`;
    expect(spread?.average).toBeGreaterThan(6);
    expect(spread?.average).toBeLessThan(8.5);
    expect(spread?.deviation).toBeGreaterThan(1);
    expect(spread?.failed).toBeGreaterThan(0.02);
    expect(spread?.top).toBeGreaterThan(0.05);
  });
});

describe('the timetable of the demo', () => {
  it('gives a few hundred students existing seats in the coming days', async () => {
    const { sql } = server.database;
    const [coming] = await sql`
      select count(distinct student_id) as people, count(distinct exam_date) as days from appointments where starts_at > now()`;
    expect(coming?.people).toBeGreaterThanOrEqual(200);
    expect(coming?.days).toBeGreaterThanOrEqual(3);
    const impossible = await sql`
      select a.id from appointments a join rooms r on r.id = a.room_id
        left join seat_rows w on w.room_id = r.id and w.row_number = a.row_number
       where case when a.row_number = 0
                  then a.seat_number > r.seat_numbers - (select coalesce(sum(seats), 0) from seat_rows where room_id = r.id)
                  else w.id is null or a.seat_number > w.seats end`;
    expect(impossible.count).toBe(0);
    const outside = await sql`
      select a.id from appointments a join exam_sessions s on s.id = a.exam_session_id
       where a.exam_date not between s.start_date and s.end_date`;
    expect(outside.count).toBe(0);
  });

  it('has a session with booking open, and a full slot with a queue', async () => {
    const [queue] = await server.database.sql<
      { examCustomId: number; examDate: string; slotId: number; students: number; studentId: number }[]
    >`
      select custom_exam_id as "examCustomId", exam_date as "examDate", room_slot_id as "slotId",
             count(*)::int as students, min(student_id) as "studentId"
        from waiting_places group by custom_exam_id, exam_date, room_slot_id`;
    expect(queue?.students).toBe(5);
    const [admin, student] = await Promise.all([enter('admin@exam.test'), enter('student2@exam.test')]);
    const query = `examCustomId=${queue?.examCustomId}&examDate=${queue?.examDate}&studentId=${queue?.studentId}`;
    const slots = (await admin.get(`freeRooms?${query}`)).json<FreeRoom[]>().flatMap((room) => room.slots);
    expect(slots.find(({ examRoomSlotId }) => examRoomSlotId === queue?.slotId)).toMatchObject({ free: 0 });
    const { exams } = (await student.get('bookableExams')).json<{ exams: BookableExam[] }>();
    expect(exams.length).toBeGreaterThan(0);
    const days = (await student.get(`freeDays?examCustomId=${exams[0]?.examCustomId}`)).json<FreeDay[]>();
    expect(days.some(({ free }) => free > 0)).toBe(true);
  });

  it('gives one named student an exam now and another none', async () => {
    const [first, second] = await Promise.all([enter('student@exam.test'), enter('student2@exam.test')]);
    expect((await first.get('checkExam/')).json()).toMatchObject({ status: 'NotStarted' });
    const { exams } = (await first.get('getExamUserDetail/')).json<{ exams: ExamAppointment[] }>();
    expect(exams).toMatchObject([
      { durationMinutes: 60, questions: 28, integrativeGroups: [{ questions: 20 }] },
    ]);
    expect((await second.get('checkExam/')).statusCode).toBe(204);
    expect((await second.get('examsPreview')).json()).toEqual([]);
  });
});

describe('the history of the named accounts', () => {
  const rowsOf = async (caller: Caller, path: string) => (await caller.get(path)).json<ResultRow[]>();

  it('has results and simulations with rising grades for the student', async () => {
    const student = await enter('student@exam.test');
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: true });
    const official = await rowsOf(student, 'examsPreview');
    expect(official.map(({ examName }) => examName).sort()).toEqual([
      'Farmacologie, examen parțial',
      'Microbiologie, colocviu',
    ]);
    const simulations = await rowsOf(student, 'examsPreview?kind=simulation');
    const grades = simulations
      .filter(({ disciplineName }) => disciplineName === 'Fiziopatologie')
      .map(({ grade }) => grade ?? 0)
      .toReversed();
    expect(grades).toHaveLength(4);
    expect(grades).toEqual(grades.toSorted((one, other) => one - other));
    const [newest] = official;
    const results = (await student.put(`examScore/?examId=${newest?.exam.id}`)).json();
    expect(results).toMatchObject({ exam: { grade: newest?.grade }, keyFrom: null });
    expect(results.questionExams).toHaveLength(results.exam.questionDisplayCount);
  });

  it('has a finished trial for the teacher, who reads the events of exams in held disciplines', async () => {
    const teacher = await enter('teacher@exam.test');
    const trials = await rowsOf(teacher, 'teacherExams');
    expect(trials).toMatchObject([{ disciplineName: 'Farmacologie', exam: { status: 'Finished' } }]);
    const student = await enter('student@exam.test');
    const [exam] = (await rowsOf(student, 'examsPreview')).filter(
      ({ disciplineName }) => disciplineName === 'Farmacologie',
    );
    const events = (await teacher.get(`exams/${exam?.exam.id}/events`)).json<{ event: string }[]>();
    expect([events.at(0)?.event, events.at(-1)?.event]).toEqual(['begun', 'finished']);
  });

  it('[CONT-6] has contestations in every status, for the holder and for the student', async () => {
    const teacher = await enter('teacher@exam.test');
    const rows = (await teacher.get('examContests?take=100')).json<ContestRow[]>();
    for (const status of ['DP', 'RS', 'AC', 'PAC'])
      expect(rows.filter((row) => row.status === status).length).toBeGreaterThan(0);
    const [accepted] = rows.filter(({ status }) => status === 'AC');
    expect(accepted?.scoreAfter).toBeGreaterThan(accepted?.scoreBefore ?? 100);
    const groups = (await teacher.get('examContests/groups')).json<ContestGroup[]>();
    expect(Math.max(...groups.map(({ contests }) => contests.length))).toBeGreaterThan(1);
    const student = await enter('student@exam.test');
    expect((await student.get('examContests')).json()).toMatchObject([{ status: 'DP' }]);
    const admin = await enter('admin@exam.test');
    expect((await admin.get('examContests?type=technical')).json()).toMatchObject([{ status: 'DP' }]);
  });
});
