import { beforeAll, describe, expect, it } from 'vitest';
import type { ContestRow } from '#contract/contestation-list.ts';
import type { Contest } from '#contract/contestations.ts';
import { defaultSettings, type SettingName } from '#domain/settings.ts';
import { aSeries, type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  file,
  filed,
  readFiling,
  shift,
} from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
/** A second process on the same database. */
const other = useTestServer(() => ({ database: server }));
let contested: ContestedExam;
beforeAll(async () => {
  contested = await aContestedExam(server);
});

const read = async (who: SignedInPerson, id: number): Promise<Contest> =>
  (await who.get(`examContests/${id}`)).json();
const own = async ({ student }: FinishedExam): Promise<ContestRow[]> =>
  (await student.get('examContests')).json();

/** Moves the contest dates of a session, by hours from now. */
const openFor = (sessionId: number, from: number, to: number) => server.database.sql`
  update exam_sessions set contest_start_date = now() + make_interval(hours => ${from}::int),
         contest_end_date = now() + make_interval(hours => ${to}::int),
         contest_resolve_end_date = greatest(contest_resolve_end_date, now() + make_interval(hours => ${to}::int))
   where id = ${sessionId}`;

async function withSettings(
  changes: Partial<Record<SettingName, boolean | number>>,
  work: () => Promise<void>,
): Promise<void> {
  expect((await admin.put('settings', changes)).statusCode).toBe(200);
  try {
    await work();
  } finally {
    const names = Object.keys(changes) as SettingName[];
    await admin.put('settings', Object.fromEntries(names.map((name) => [name, defaultSettings[name]])));
  }
}

describe('[CONT-1] filing', () => {
  it('[CONT-1] stores what was contested, shows it as served with own ticks, and shows its status', async () => {
    const sat = await aFinishedExam(server, contested);
    const filing = await readFiling(sat);
    expect(filing).toMatchObject({ closed: null, filed: [], exam: { id: sat.exam.id } });
    expect(
      filing.questions.map(({ answerExams }) => answerExams.map(({ isChecked }) => isChecked)[0]),
    ).toEqual([true, true]);
    const response = await file(sat, [2], {
      questions: [{ examQuestionId: sat.questionId(2), reason: 'RNB', comment: '  Manualul, pagina 12 ' }],
    });
    expect(response.statusCode).toBe(201);
    const contest = response.json<Contest>();
    expect(contest).toMatchObject({
      type: 'question',
      status: 'DP',
      isOwn: true,
      exam: { id: sat.exam.id },
      scoreBefore: filing.exam.score,
      scoreAfter: null,
      questions: [
        {
          examQuestionId: sat.questionId(2),
          reason: 'RNB',
          comment: 'Manualul, pagina 12',
          accepted: null,
          served: { id: sat.questionId(2), answerExams: expect.any(Array) },
        },
      ],
    });
    expect(contest.questions[0]?.served).toEqual(filing.questions[1]);
    expect((await readFiling(sat)).filed).toEqual([{ id: contest.id, type: 'question', status: 'DP' }]);
    expect((await own(sat)).map(({ id }) => id)).toEqual([contest.id]);
  });

  it('[CONT-1] each closed gate has its own message with its dates', async () => {
    const here = await aContestedExam(server);
    const { sessionId } = here;
    const sat = await aFinishedExam(server, here);
    const refusal = async () => {
      const response = await file(sat, [1]);
      const { closed } = await readFiling(sat);
      return [...errorOf(response), closed?.why, Object.keys(response.json().params ?? {})];
    };
    await withSettings({ allowContestations: false }, async () => {
      expect(await refusal()).toEqual([409, 'contestation.switchedOff', 'switchedOff', []]);
    });
    await openFor(sessionId, 2, 5);
    expect(await refusal()).toEqual([409, 'contestation.notOpenYet', 'notOpenYet', ['opensAt']]);
    // The days for this exam end before the session's contestations open.
    await openFor(sessionId, 24 * 9, 24 * 10);
    expect(await refusal()).toEqual([409, 'contestation.neverOpen', 'neverOpen', []]);
    await openFor(sessionId, -30, -1);
    expect(await refusal()).toEqual([409, 'contestation.closed', 'closed', ['closedAt']]);
    await openFor(sessionId, -300, 5);
    await shift(server, sat, -3);
    expect(await refusal()).toEqual([409, 'contestation.daysOver', 'daysOver', ['closedAt']]);
    await withSettings({ contestationsAllowedDays: 5 }, async () => {
      const { until, gates } = await readFiling(sat);
      expect(until).not.toBeNull();
      expect(gates.contestationsAllowedDays).toBe(5);
      expect((await file(sat, [1])).statusCode).toBe(201);
    });
  });

  it('[CONT-1] filing opens when the key would, not while another student can get the same questions', async () => {
    const here = await aContestedExam(server);
    const today = await aFinishedExam(server, here, { yesterday: false });
    const closed = await readFiling(today);
    expect([closed.closed?.why, closed.questions, closed.facts]).toEqual(['keyClosed', [], null]);
    expect(errorOf(await file(today, [1]))).toEqual([409, 'contestation.keyClosed']);
    await shift(server, today, -1);
    expect((await readFiling(today)).closed).toBeNull();
    // Extra time for one appointment of yesterday evening keeps it closed for all students of that day.
    const other = await aFinishedExam(server, here);
    await server.database.sql`
      update appointments set ends_at = now() + interval '1 minute' where id = ${other.appointmentId}`;
    expect((await readFiling(today)).closed?.why).toBe('keyClosed');
  });

  it('[CONT-1] the form shows texts and own ticks, never the key, with or without previews', async () => {
    const sat = await aFinishedExam(server, await aContestedExam(server));
    for (const allowExamPreview of [true, false])
      await withSettings({ allowExamPreview }, async () => {
        const filing = await readFiling(sat);
        expect(filing.questions.map(({ answerExams }) => answerExams[0]?.isChecked)).toEqual([true, true]);
        expect(JSON.stringify(filing)).not.toContain('isCorrect');
      });
  });

  it('[CONT-1] refuses wrong reasons, missing explanations, long comments and questions of others', async () => {
    const sat = await aFinishedExam(server, contested);
    const another = await aFinishedExam(server, contested);
    const problems = async (questions: readonly object[], more: object = {}) => {
      const response = await file(sat, [], { questions, ...more });
      const { errors } = response.json<{ errors: { path: string; error: string }[] }>();
      return [response.statusCode, ...errors.map(({ path, error }) => `${path} ${error}`)];
    };
    const one = { examQuestionId: sat.questionId(1) };
    expect(await problems([])).toEqual([400, 'questions contestation.noQuestion']);
    expect(await problems([{ ...one, reason: 'XX' }])).toEqual([400, 'questions.0.reason validation.choice']);
    expect(await problems([{ ...one, reason: 'AL', comment: '  ' }])).toEqual([
      400,
      'questions.0.comment contestation.explanationMissing',
    ]);
    expect(await problems([{ ...one, reason: 'AL', comment: 'a'.repeat(1001) }])).toEqual([
      400,
      'questions.0.comment validation.tooLong',
    ]);
    expect(await problems([{ examQuestionId: another.questionId(1), reason: 'RI' }])).toEqual([
      400,
      'questions.0.examQuestionId validation.reference',
    ]);
    expect(await problems([], { type: 'technical' })).toEqual([
      400,
      'comment contestation.explanationMissing',
    ]);
    const longest = await file(sat, [1], {
      questions: [{ ...one, reason: 'AL', comment: 'ș'.repeat(1000) }],
    });
    expect(longest.statusCode).toBe(201);
  });

  it('[CONT-1] only one’s own, finished, official exam that counts', async () => {
    const sat = await aFinishedExam(server, contested);
    const stranger = await signedInAs(server, 'student');
    expect((await stranger.get(`examContests/filing/${sat.exam.id}`)).statusCode).toBe(404);
    expect(errorOf(await file({ ...sat, student: stranger }, [1]))).toEqual([404, 'resource.notFound']);
    await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: 'copiat' });
    expect(errorOf(await file(sat, [1]))).toEqual([409, 'sitting.annulled']);
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    const elsewhere = await signedInAs(server, 'student');
    expect(errorOf(await file({ ...running, student: elsewhere }, [1]))).toEqual([404, 'resource.notFound']);
  });

  it('[CONT-1] a technical complaint is its own type, with the technical facts', async () => {
    const here = await aContestedExam(server);
    const running = await aRunningExam(server, here.exam, { sessionId: here.sessionId });
    await running.save(1, [0]);
    await running.endIn(-90);
    await running.save(2, [1]);
    await server.database.sql`
      update exams set finished_at = now(), finish_cause = 'deadline', score = 0, grade = 1 where id = ${running.exam.id}`;
    const sat = { ...running, appointmentId: running.appointment.id };
    await shift(server, sat, -1);
    const { facts } = await readFiling(sat);
    expect(facts?.late).toEqual([{ at: expect.any(String), question: 2, answers: 'B' }]);
    const id = await filed(sat, [], { type: 'technical', comment: 'Calculatorul s-a blocat' });
    const contest = await read(sat.student, id);
    expect(contest).toMatchObject({
      type: 'technical',
      comment: 'Calculatorul s-a blocat',
      questions: [{ examQuestionId: 0, served: null }],
    });
    expect(contest.facts?.late).toHaveLength(1);
    expect((await file(sat, [1])).statusCode).toBe(201);
  });
});

describe('[CONT-2] once', () => {
  it('[CONT-2] [SAFE-8] two clicks at once, on two processes, make one contestation of a type, and none can be changed', async () => {
    const sat = await aFinishedExam(server, contested);
    const elsewhere = { ...sat, student: { ...sat.student, ...other.caller(sat.student.token) } };
    const responses = await Promise.all([file(sat, [1]), file(elsewhere, [2]), file(sat, [1])]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(errorOf(await file(sat, [2]))).toEqual([409, 'contestation.twice']);
    const [contest] = await own(sat);
    expect((await own(sat)).length).toBe(1);
    for (const verb of ['put', 'post'] as const)
      expect((await sat.student[verb](`examContests/${contest?.id}`, {})).statusCode).toBe(404);
    await expect(
      server.database.sql`update exam_contests set comment = 'altul' where id = ${contest?.id ?? 0}`,
    ).rejects.toThrow('never changed');
    await expect(
      server.database
        .sql`update exam_contest_questions set reason = 'RM' where contest_id = ${contest?.id ?? 0}`,
    ).rejects.toThrow('never changed');
  });
});

describe('[CONT-6] the list', () => {
  it('[CONT-6] shows a student their own, a holder their disciplines, an administrator all, filtered and paged', async () => {
    const [first, second] = [await aContestedExam(server), await aContestedExam(server)];
    const one = await aFinishedExam(server, first);
    const other = await aFinishedExam(server, second);
    const [id, otherId] = [await filed(one, [1]), await filed(other, [1, 2])];
    const ids = async (who: SignedInPerson, query = '') =>
      (await who.get(`examContests?take=500${query}`)).json<ContestRow[]>().map((row) => row.id);
    expect(await ids(one.student)).toEqual([id]);
    expect(await ids(first.holders[0] as SignedInPerson)).toEqual([id]);
    expect(await ids(await signedInAs(server, 'secretary'))).toEqual([]);
    expect(await ids(await signedInAs(server, 'teacher'))).toEqual([]);
    expect(await ids(admin)).toEqual(expect.arrayContaining([id, otherId]));
    expect(await ids(admin, `&sessionId=${second.sessionId}`)).toEqual([otherId]);
    expect(await ids(admin, `&pkDiscipline=${first.exam.disciplineIds[0]}`)).toEqual([id]);
    expect(await ids(admin, `&sessionId=${second.sessionId}&status=AC`)).toEqual([]);
    expect(await ids(admin, `&sessionId=${second.sessionId}&status=DP&dueWithin=30`)).toEqual([otherId]);
    expect(await ids(admin, `&sessionId=${second.sessionId}&dueWithin=1`)).toEqual([]);
    expect(await ids(admin, `&sessionId=${second.sessionId}&search=contestat`)).toEqual([otherId]);
    expect(await ids(admin, `&sessionId=${second.sessionId}&search=nimic`)).toEqual([]);
    // An address is found only by those who may read it in the list of students.
    const byAddress = `&search=${encodeURIComponent(one.student.email)}`;
    expect(await ids(admin, byAddress)).toEqual([id]);
    expect(await ids(first.holders[0] as SignedInPerson, byAddress)).toEqual([id]);
    const { sql } = server.database;
    const { seriesId } = await aSeries(server, first.exam.studyPlace);
    await sql`update students set series_id = ${seriesId}, matricol = 'MAT-77' where id = ${one.student.studentId ?? 0}`;
    expect(await ids(first.holders[0] as SignedInPerson, byAddress)).toEqual([]);
    expect(await ids(first.holders[0] as SignedInPerson, '&search=mat-77')).toEqual([id]);
    expect(await ids(admin, byAddress)).toEqual([id]);
    const page = await admin.get('examContests?take=1&sort=id');
    expect(page.json()).toHaveLength(1);
    expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1);
    const [row] = (await other.student.get('examContests')).json<ContestRow[]>();
    expect(row).toMatchObject({
      exam: { id: other.exam.id, date: expect.any(String) },
      status: 'DP',
      questions: 2,
    });
    expect([row?.scoreBefore, row?.scoreAfter]).toEqual([expect.any(Number), null]);
    const csv = (await admin.get(`examContests/export?format=csv&lang=en&sessionId=${second.sessionId}`))
      .body;
    expect(csv.split('\r\n')[1]).toContain(`${otherId},${other.exam.id}`);
    expect((await one.student.get(`examContests/${otherId}`)).statusCode).toBe(404);
    expect((await (first.holders[0] as SignedInPerson).get(`examContests/${otherId}`)).statusCode).toBe(404);
  });
});
