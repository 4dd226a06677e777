import { beforeAll, describe, expect, it } from 'vitest';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { beat } from '#server/exams/outages.ts';
import {
  anAccount,
  anAssignment,
  anEnrolment,
  aSeries,
  type Person,
  type SignedInPerson,
  type Student,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import {
  aCustomExam,
  aCustomExamOf,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { slope } from '#server/testing/png.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam, runningExam } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
let custom: CustomExam;
let practised: { id: number; chapterId: number };
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3, parts: 2 });
  practised = await aTaughtDiscipline(server, { studyPlace: custom.studyPlace, questions: 2 });
  await aSession(server, { simulation: true });
});

const sitting = [409, 'exam.sitting'];

/** The calls an exam needs, listed by hand: any other call is refused during a sitting. */
const needed = [
  'POST logout',
  'POST renewToken',
  'GET profile',
  'PUT profile/language',
  'GET canSimulate',
  'GET checkExam',
  'GET getExamUserDetail',
  'POST prepareExam',
  'GET getExamById',
  'GET fullExam',
  'GET examGroups/:id',
  'PUT examSave',
  'PUT examNext',
  'PUT examBack',
  'PUT examQuestion',
  'PUT examFinish',
  'PUT examReviewMarks',
  'PUT examScore',
  'GET imageLinks',
  'POST uploadExamRecording',
];
/** Public calls; images are served by signed URL or to people who may see them. */
const open = [
  'POST login',
  'POST forgotPassword',
  'POST setPassword',
  'GET applicationUiSettings',
  'GET img/quest/:name',
  'GET img/ans/:name',
];

/** A person with all roles: student, collaborator, secretary and administrator. */
async function everything(): Promise<Person & { student: Student }> {
  const person = await anAccount(server, { isAdmin: true, isTeacher: true });
  const student = await anEnrolment(server, person, { studyPlace: custom.studyPlace });
  await anAssignment(server, person, { collegeId: custom.studyPlace.collegeId });
  await server.database.sql`insert into discipline_teachers (discipline_id, email, part)
    select id, ${person.email}, 'collaborator' from unnest(${[...custom.disciplineIds, practised.id]}::int[]) id`;
  return { ...person, student };
}

type Sitter = SignedInPerson & { readonly student: Student; begin(): Promise<RunningExam> };

/** The same person with an appointment that can begin. */
async function aSitter(): Promise<Sitter> {
  const { student } = await everything();
  const caller = await signedIn(server, student);
  const { examId } = await anAppointment(server, { student, customExamId: custom.id });
  const begin = async () => {
    const begun = await caller.post(`prepareExam/?examId=${examId}`);
    return runningExam(server, caller, begun.json<PreparedExam>());
  };
  return { ...caller, student, begin };
}

const simulate = async (caller: Caller): Promise<PreparedExam> =>
  (await caller.post('prepareSimulation/', { pkDiscipline: practised.id })).json<PreparedExam>();

type Send = (caller: Caller) => ReturnType<Caller['get']>;

/** The calls an exam needs that name an exam or a sitting. */
const about = ({ id, groupId }: Pick<PreparedExam, 'id' | 'groupId'>): Readonly<Record<string, Send>> => {
  const question = runningExam(server, {} as never, { id, writer: null } as never);
  const reading = { examId: id, prevQuestId: 0 };
  return {
    'GET getExamById': (caller) => caller.get(`getExamById/?groupId=${groupId}`),
    'GET fullExam': (caller) => caller.get(`fullExam?groupId=${groupId}`),
    'GET examGroups/:id': (caller) => caller.get(`examGroups/${groupId}`),
    'PUT examSave': (caller) => caller.put('examSave/', question.body(1, [0])),
    'PUT examNext': (caller) => caller.put('examNext/', question.body(1, [0])),
    'PUT examBack': (caller) => caller.put('examBack/', question.body(2, [0])),
    'PUT examQuestion': (caller) => caller.put('examQuestion/?questionIndex=1', reading),
    'POST uploadExamRecording': (caller) =>
      upload(caller, 'uploadExamRecording', Buffer.from('[]'), { fileName: `${groupId}.json` }),
    'PUT examScore': (caller) => caller.put(`examScore/?examId=${id}`),
    'PUT examReviewMarks': (caller) => caller.put(`examReviewMarks/?examId=${id}`, { indexes: [1], seq: 1 }),
    'PUT examFinish': (caller) => caller.put(`examFinish/?examId=${id}`),
  };
};

const served = () => {
  const prefix = `/api/${server.services.process.INSTITUTION}/`;
  return server.app.servedRoutes
    .filter(({ url, method }) => url.startsWith(prefix) && method !== 'HEAD')
    .flatMap(({ call }) => call ?? []);
};
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('[SAFE-16] every call of the running server', () => {
  it('[SAFE-16] is needed by an exam, is public, or is refused during a sitting', async () => {
    const sitter = await aSitter();
    await sitter.begin();
    // One has every right, the other almost none: a missing right must not sign a student out during an exam.
    const sitters = [await signedIn(server, sitter.student), (await aRunningExam(server, custom)).student];
    const others = served().filter((call) => call.access !== 'public' && !needed.includes(nameOf(call)));
    expect(others.length).toBeGreaterThan(70);
    for (const call of others) {
      const path = call.path.replaceAll(/:\w+/g, '1');
      const method = call.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      for (const caller of sitters)
        expect([nameOf(call), errorOf(await caller[method](path))]).toEqual([nameOf(call), sitting]);
    }
    const publicCalls = served().filter(({ access }) => access === 'public');
    expect(publicCalls.map(nameOf).sort()).toEqual([...open].sort());
    const names = served().map(nameOf);
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('[SAFE-16] works again after the sitting', async () => {
    const sitter = await aSitter();
    const refused: string[] = [];
    for (const call of served().filter(({ access, method }) => access !== 'public' && method === 'GET')) {
      const response = await sitter.get(call.path.replaceAll(/:\w+/g, '1'));
      if (response.body.includes('exam.sitting')) refused.push(nameOf(call));
    }
    expect(refused).toEqual([]);
  });

  it('[SAFE-16] [EXAM-9] is served throughout when the exam needs it, from every sign-in', async () => {
    const sitter = await aSitter();
    const { exam } = await sitter.begin();
    const elsewhere = await signedIn(server, sitter.student);
    const email = sitter.email;
    expect((await elsewhere.post('login', { email, password: testPassword })).statusCode).toBe(200);
    const freely: Readonly<Record<string, Send>> = {
      'POST renewToken': (caller) => caller.post('renewToken', {}),
      'GET profile': (caller) => caller.get('profile'),
      'PUT profile/language': (caller) => caller.put('profile/language', { language: 'fr' }),
      'GET canSimulate': (caller) => caller.get('canSimulate'),
      'GET checkExam': (caller) => caller.get('checkExam/'),
      'GET getExamUserDetail': (caller) => caller.get('getExamUserDetail/'),
      'POST prepareExam': (caller) => caller.post(`prepareExam/?examId=${exam.id}`),
      'GET imageLinks': (caller) => caller.get('imageLinks?names=00000000-0000-4000-8000-000000000000'),
      'POST logout': (caller) => caller.post('logout'),
    };
    const calls = Object.entries({ ...about(exam), ...freely });
    expect(calls.map(([name]) => name).sort()).toEqual([...needed].sort());
    // The result is available once the exam has ended; the other part is still running.
    const late = ['PUT examFinish', 'PUT examScore', 'POST logout'];
    for (const [name, send] of calls.filter(([name]) => !late.includes(name)))
      expect([name, (await send(elsewhere)).statusCode]).toEqual([name, expect.toBeOneOf([200, 201, 204])]);
    for (const name of ['PUT examFinish', 'PUT examScore'] as const)
      expect([name, (await about(exam)[name]?.(elsewhere))?.statusCode]).toEqual([name, 200]);
    expect((await elsewhere.post('logout')).statusCode).toBe(204);
  });
});

describe('[SAFE-16] during an official exam', () => {
  it('[SAFE-16] [EXAM-14] refuses to read, change or end any other exam of the student', async () => {
    const sitter = await aSitter();
    const finished = await simulate(sitter);
    await sitter.put(`examFinish/?examId=${finished.id}`);
    const running = await simulate(sitter);
    const trial = (
      await sitter.post('prepareExamForTeach/', { PKDiscipline: practised.id })
    ).json<PreparedExam>();
    const earlier = await sitter.begin();
    for (const id of earlier.exam.groupExams) await sitter.put(`examFinish/?examId=${id}`);
    await server.database
      .sql`update appointments set exam_date = exam_date - 1, starts_at = starts_at - interval '1 day',
      ends_at = ends_at - interval '1 day' where student_id = ${sitter.student.studentId}`;
    const { examId } = await anAppointment(server, {
      student: sitter.student,
      customExamId: (await anotherExam()).id,
    });
    const waiting = await anAppointment(server, {
      student: sitter.student,
      customExamId: (await anotherExam()).id,
      from: 130,
      to: 190,
    });
    const current = (await sitter.post(`prepareExam/?examId=${examId}`)).json<PreparedExam>();
    expect(current.status).toBe('Started');

    const stateOf = ({ id }: PreparedExam) =>
      server.database.sql`select e.finished_at, e.writer, e.takeovers, q.ticks, q.seq
        from exams e join exam_questions q on q.exam_id = e.id where e.id = ${id} order by q.position`;
    for (const other of [finished, running, trial]) {
      const before = await stateOf(other);
      for (const [name, send] of Object.entries(about(other)))
        expect([name, other.kind, errorOf(await send(sitter))]).toEqual([name, other.kind, sitting]);
      expect(await stateOf(other)).toEqual(before);
    }
    // An answer of an earlier official exam is kept as late evidence; nothing of that exam is shown.
    const ticks = (await earlier.stored()).map((question) => question.ticks);
    for (const [name, send] of Object.entries(about(earlier.exam)))
      expect([name, errorOf(await send(sitter))]).toEqual([name, sitting]);
    expect((await earlier.stored()).map((question) => question.ticks)).toEqual(ticks);
    expect((await earlier.events()).at(-1)).toMatchObject({ kind: 'l' });
    expect(errorOf(await sitter.post(`prepareExam/?examId=${waiting.examId}`))).toEqual(sitting);
    expect((await about(current)['GET getExamById']?.(sitter))?.statusCode).toBe(200);
    expect((await sitter.get('canSimulate')).json()).toEqual({ canSimulate: false });
  });

  it('[SAFE-16] [SAFE-12] refuses practice also while an outage holds the exam open, recorded or not', async () => {
    const { sql } = server.database;
    const sitter = await aSitter();
    const practice = about(await simulate(sitter));
    const moves = ['PUT examSave', 'PUT examNext', 'PUT examBack', 'GET getExamById'];
    const sent = async () => {
      const answers = [];
      for (const move of moves) answers.push((await practice[move]?.(sitter))?.statusCode);
      return answers;
    };
    expect(await sent()).toEqual([200, 200, 200, 200]);
    const { exam } = await sitter.begin();
    await sql`update exams set started_at = now() - interval '30 minutes', deadline = now() - interval '5 minutes'
               where group_id = ${exam.groupId} and started_at is not null`;
    expect(await sent()).toEqual([200, 200, 200, 200]);
    await sql`insert into heartbeats (beat_at) values (now()) on conflict do nothing`;
    await sql`update heartbeats set beat_at = now() - interval '10 minutes'`;
    expect(await sent()).toEqual([409, 409, 409, 409]);
    await beat(server.database);
    expect(await sent()).toEqual([409, 409, 409, 409]);
    await sql`update outages set state = 'expired', decided_at = now()`;
    expect(await sent()).toEqual([200, 200, 200, 200]);
  });

  it('[SAFE-16] names the sitting in the refusal, so the page can return to it', async () => {
    const sitter = await aSitter();
    const { exam } = await sitter.begin();
    const simulated = { examId: 1, prevQuestId: 0 };
    expect((await sitter.get('colleges')).json()).toEqual({
      error: 'exam.sitting',
      params: { groupId: exam.groupId },
    });
    expect(errorOf(await sitter.put('examNext/', simulated))).toEqual([404, 'resource.notFound']);
  });

  it('[SAFE-16] reports another person’s exam as not found', async () => {
    const [sitter, neighbour] = [await aSitter(), await aSitter()];
    await sitter.begin();
    const { exam } = await neighbour.begin();
    for (const other of [exam, { id: 2_000_000_000, groupId: 2_000_000_000 }])
      for (const [name, send] of Object.entries(about(other)))
        expect([name, errorOf(await send(sitter))]).toEqual([name, [404, 'resource.notFound']]);
  });

  it('[SAFE-16] ignores other roles: no bank, no images, no neighbour’s questions', async () => {
    const [sitter, neighbour] = [await aSitter(), await aSitter()];
    const image = (await upload(sitter, 'questionImages', slope(8, 8))).json<{ name: string }>().name;
    const { exam: theirs } = await neighbour.begin();
    for (const id of theirs.groupExams) await neighbour.put(`examFinish/?examId=${id}`);
    const open = [`questions?pkDiscipline=${practised.id}`, `exams/${theirs.id}/events`];
    for (const path of open) expect([path, (await sitter.get(path)).statusCode]).toEqual([path, 200]);
    // Closed before as well: they have yet to sit the same exam.
    const preview = `previewExam/?examId=${theirs.id}`;
    expect(errorOf(await sitter.get(preview))).toEqual([409, 'exam.previewClosed']);
    expect((await sitter.get(`img/quest/${image}`)).statusCode).toBe(200);
    await sitter.begin();
    for (const path of [...open, preview])
      expect([path, errorOf(await sitter.get(path))]).toEqual([path, sitting]);
    expect((await sitter.get(`img/quest/${image}`)).statusCode).toBe(404);
    expect((await sitter.get(`imageLinks?names=${image}`)).json().links).toEqual({});
  });

  it('[SAFE-16] applies to every enrolment and every sign-in of the person', async () => {
    const sitter = await aSitter();
    await sitter.begin();
    const second = await anEnrolment(server, sitter, { studyPlace: await aSeries(server) });
    const caller = await signedIn(server, second);
    expect(errorOf(await caller.get('examsPreview'))).toEqual(sitting);
    expect(errorOf(await caller.get('questions'))).toEqual(sitting);
  });

  it('[SAFE-16] lasts until the last part has finished', async () => {
    const sitter = await aSitter();
    const { exam, save } = await sitter.begin();
    const [first = 0, second = 0] = exam.groupExams;
    await sitter.put(`examFinish/?examId=${first}`);
    expect(errorOf(await save(1, [0]))).toEqual([409, 'exam.finished']);
    expect(errorOf(await sitter.get('examsPreview'))).toEqual(sitting);
    expect((await sitter.put(`examScore/?examId=${first}`)).json()).toMatchObject({ questionExams: [] });
    await sitter.put(`examFinish/?examId=${second}`);
    expect((await sitter.get('examsPreview')).statusCode).toBe(200);
  });

  it('[SAFE-16] lasts to the end of the grace, even when the exam has not been closed yet', async () => {
    const sitter = await aSitter();
    const exam = await sitter.begin();
    await exam.endIn(-50);
    expect(errorOf(await sitter.get('examsPreview'))).toEqual(sitting);
    await exam.endIn(-61);
    expect((await sitter.get('examsPreview')).statusCode).toBe(200);
    expect((await exam.save(1, [0])).statusCode).toBe(409);
  });

  it('[SAFE-16] [EXAM-14] withholds the result of an expired simulation until the exam has ended', async () => {
    const sitter = await aSitter();
    const simulated = await simulate(sitter);
    const { exam } = await sitter.begin();
    await runningExam(server, sitter, simulated).endIn(-66);
    await closeOverdue(server.database);
    for (const response of [
      await sitter.put(`examScore/?examId=${simulated.id}`),
      await sitter.put(`examFinish/?examId=${simulated.id}`),
      await sitter.get(`previewExam/?examId=${simulated.id}`),
      await sitter.get('examsPreview?kind=simulation'),
    ])
      expect(errorOf(response)).toEqual(sitting);
    for (const id of exam.groupExams) await sitter.put(`examFinish/?examId=${id}`);
    const score = (await sitter.put(`examScore/?examId=${simulated.id}`)).json();
    expect(score.questionExams).toHaveLength(2);
  });
});

/** Another exam of the same series. */
const anotherExam = async (): Promise<{ id: number }> => ({
  id: await aCustomExamOf(
    server,
    custom.studyPlace,
    [{ disciplineId: practised.id, questions: 2 }],
    'Alt examen',
  ),
});
