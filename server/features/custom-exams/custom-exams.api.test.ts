import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomExamItem, ExamDisciplines, ExamImpact, SamplePart } from '#contract/custom-exams.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import {
  aSecretary,
  aSeries,
  aStudent,
  type SignedInPerson,
  type StudyPlace,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { anAppointment, aSession, aTaughtDiscipline } from '#server/testing/exams.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let admin: SignedInPerson;
let studyPlace: StudyPlace;
let secretary: SignedInPerson;
/** Three disciplines of the section, each with ten questions and a structure of six. */
let disciplineIds: readonly [number, number, number];

beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});
beforeEach(async () => {
  studyPlace = await aSeries(server);
  const make = async () => (await aTaughtDiscipline(server, { studyPlace })).id;
  disciplineIds = [await make(), await make(), await make()];
  secretary = await signedIn(
    server,
    await aSecretary(server, {
      name: 'Maria Rus',
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: studyPlace.year,
    }),
  );
});

const asked = (pkDiscipline: number, questions = 6, credits = 2) => ({ pkDiscipline, questions, credits });
const bodyOf = (changed: object = {}) => ({
  examName: 'Examen de semestru',
  collegeId: studyPlace.collegeId,
  sectionId: studyPlace.sectionId,
  seriesIds: [studyPlace.seriesId],
  year: studyPlace.year,
  examDuration: 60,
  integrativeGroups: [
    { groupName: 'Clinică', credits: 6, disciplines: [asked(disciplineIds[0], 5), asked(disciplineIds[1])] },
  ],
  sumativeDisciplines: [asked(disciplineIds[2])],
  ...changed,
});

async function made(changed: object = {}): Promise<CustomExamItem> {
  const answer = await secretary.post('examCustom', bodyOf(changed));
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
  return answer.json();
}
const put = (caller: Caller, item: Pick<CustomExamItem, 'id'>, changed: object, query = '') =>
  caller.put(`examCustom/${item.id}${query}`, { ...item, ...changed });
/** The papers that wait for an exam, by their seeds: a paper that is drawn again has another. */
const papersOf = async (customExamId: number) =>
  (
    await server.database.sql<{ seed: string; name: string; seconds: number }[]>`
      select seed, name, duration_s as seconds from exam_groups where custom_exam_id = ${customExamId} order by appointment_id`
  ).map((row) => ({ ...row }));
async function booked(customExamId: number, times: { from: number; to: number }) {
  const student = await aStudent(server, { studyPlace, lastName: 'Moldovan', firstName: 'Dan' });
  return anAppointment(server, { student, customExamId, ...times });
}
const tomorrow = { from: 24 * 60, to: 26 * 60 };
const tonight = { from: 11 * 60, to: 13 * 60 };

describe('composing a custom exam', () => {
  it('[CUST-1] [API-1] [UX-5] is created, listed, read, changed and deleted under both names, with the sums of its questions and credits', async () => {
    const item = await made();
    expect(item).toMatchObject({
      examName: 'Examen de semestru',
      seriesIds: [studyPlace.seriesId],
      questions: 17,
      credits: 8,
      examDuration: 60,
      futureAppointmentsCount: 0,
      version: 1,
      frozen: null,
      integrativeGroups: [
        { groupName: 'Clinică', questions: 11, credits: 6, percentSimple: null, position: 1 },
      ],
      sumativeDisciplines: [{ pkDiscipline: disciplineIds[2], questions: 6, credits: 2, position: 2 }],
    });
    expect(item.sumativeDisciplines[0]?.disciplineCode).toMatch(/^D\d+$/);
    expect(item.integrativeGroups[0]?.disciplines.map(({ pkDiscipline }) => pkDiscipline)).toEqual(
      disciplineIds.slice(0, 2),
    );
    for (const path of ['getExamCustom', 'examCustom']) {
      const list = await secretary.get(`${path}?search=semestru`);
      expect([list.headers['x-total-count'], list.json()]).toEqual(['1', [item]]);
      expect((await secretary.get(`${path}/${item.id}`)).json()).toEqual(item);
    }
    const changed = await put(secretary, item, { examName: 'Examen final', examDuration: 90 });
    expect(changed.json()).toMatchObject({ examName: 'Examen final', examDuration: 90, version: 2 });
    expect((await secretary.delete(`getExamCustom/${item.id}`)).statusCode).toBe(204);
    const gone = await secretary.get(`examCustom/${item.id}`);
    expect([gone.statusCode, gone.json()]).toEqual([404, { error: 'customExam.notFound', params: {} }]);
  });

  it('[CUST-1] parts are sat in the order of their positions, groups and disciplines mixed', async () => {
    const { sumativeDisciplines, integrativeGroups } = bodyOf();
    const item = await made({
      sumativeDisciplines: [{ ...sumativeDisciplines[0], position: 1 }],
      integrativeGroups: [{ ...integrativeGroups[0], position: 2 }],
    });
    expect([item.sumativeDisciplines[0]?.position, item.integrativeGroups[0]?.position]).toEqual([1, 2]);
    const moved = await put(secretary, item, {
      sumativeDisciplines: [{ ...item.sumativeDisciplines[0], position: 9 }],
    });
    expect(moved.json<CustomExamItem>().sumativeDisciplines[0]?.position).toBe(2);
  });

  it('[CUST-1] each wrong field is named, and nothing is saved', async () => {
    const wrong = async (changed: object) => {
      const answer = await secretary.post('examCustom', bodyOf(changed));
      const { errors } = answer.json<ErrorBody>();
      return [answer.statusCode, ...(errors ?? []).map(({ path, error }) => `${path} ${error}`)];
    };
    const foreign = await aSeries(server);
    expect(await wrong({ examName: ' ' })).toEqual([400, 'examName validation.required']);
    expect(await wrong({ seriesIds: [] })).toEqual([400, 'seriesIds validation.selectOne']);
    expect(await wrong({ seriesIds: [foreign.seriesId] })).toEqual([400, 'seriesIds validation.reference']);
    expect(await wrong({ integrativeGroups: [], sumativeDisciplines: [] })).toEqual([
      400,
      'sumativeDisciplines customExam.empty',
    ]);
    expect(await wrong({ sumativeDisciplines: [asked(disciplineIds[0])] })).toEqual([
      400,
      'sumativeDisciplines.0.pkDiscipline customExam.disciplineTwice',
    ]);
    const other = await aTaughtDiscipline(server);
    expect(await wrong({ sumativeDisciplines: [asked(other.id)] })).toEqual([
      400,
      'sumativeDisciplines.0.pkDiscipline validation.reference',
    ]);
    const group = { ...bodyOf().integrativeGroups[0], percentSimple: 40, percentComplex: 50 };
    expect(await wrong({ integrativeGroups: [group] })).toEqual([
      400,
      'integrativeGroups.0.percentSimple validation.percentSum',
    ]);
    expect((await secretary.get('examCustom')).json()).toEqual([]);
  });

  it('[CUST-3] [DISC-8] asking more than the bank holds is refused, naming the discipline', async () => {
    const answer = await secretary.post(
      'examCustom',
      bodyOf({ sumativeDisciplines: [asked(disciplineIds[2], 11)] }),
    );
    expect(answer.json()).toMatchObject({
      error: 'validation.failed',
      errors: [
        {
          path: 'sumativeDisciplines.0.questions',
          error: 'customExam.aboveBank',
          params: { asked: 11, entered: 10 },
        },
      ],
    });
  });

  it('[CUST-3] in a sitting the questions and the duration of the custom exam count, scaled from the structure', async () => {
    const { id } = await made({
      examDuration: 45,
      integrativeGroups: [],
      sumativeDisciplines: [{ ...asked(disciplineIds[0], 8), percentSimple: 25 }],
    });
    const { examId } = await booked(id, { from: -5, to: 120 });
    await prepareDuePapers(server.services);
    const kinds = await server.database.sql<{ kind: string; count: number }[]>`
      select kind, count(*)::int as count from exam_questions where exam_id = ${examId} group by kind order by kind`;
    expect(kinds.map((row) => ({ ...row }))).toEqual([
      { kind: 'm', count: 6 },
      { kind: 's', count: 2 },
    ]);
    expect((await papersOf(id))[0]?.seconds).toBe(45 * 60);
  });

  it('[DISC-4] percents are refused where the section does not allow them', async () => {
    await server.database
      .sql`update sections set allow_edit_percent = false where id = ${studyPlace.sectionId}`;
    const group = { ...bodyOf().integrativeGroups[0], percentSimple: 40 };
    const answer = await secretary.post('examCustom', bodyOf({ integrativeGroups: [group] }));
    expect(answer.json<ErrorBody>().errors).toEqual([
      { path: 'integrativeGroups.0.percentSimple', error: 'structure.percentLocked', params: {} },
    ]);
  });
});

describe('what an exam is composed from', () => {
  it('[DISC-6] the disciplines of the section come with what their banks can serve', async () => {
    const offered = (
      await secretary.get(`examCustom/disciplines?sectionId=${studyPlace.sectionId}`)
    ).json<ExamDisciplines>();
    expect(offered.mayEditPercent).toBe(true);
    expect(offered.disciplines.map(({ pkDiscipline }) => pkDiscipline).sort()).toEqual(
      [...disciplineIds].sort(),
    );
    expect(offered.disciplines[0]).toMatchObject({
      questions: 6,
      chapters: [{ questions: 6, percentSimple: 50, available: 10, simple: 10, multiple: 10, either: 10 }],
    });
    const foreign = await aSeries(server);
    const answer = await secretary.get(`examCustom/disciplines?sectionId=${foreign.sectionId}`);
    expect(answer.statusCode).toBe(404);
  });

  it('[DISC-6] a sample paper shows chapters, kinds and points in order, and no question', async () => {
    const sample = (await secretary.post('examCustom/sample', bodyOf())).json<SamplePart[]>();
    expect(sample.map(({ name, questions }) => [name, questions.length])).toEqual([
      ['Clinică', 11],
      [sample[1]?.questions[0]?.disciplineName, 6],
    ]);
    expect(Object.keys(sample[0]?.questions[0] ?? {}).sort()).toEqual([
      'chapter',
      'disciplineName',
      'kind',
      'points',
    ]);
    const tooMany = bodyOf({ sumativeDisciplines: [asked(disciplineIds[2], 11)] });
    expect((await secretary.post('examCustom/sample', tooMany)).statusCode).toBe(400);
  });
});

describe('who reaches a custom exam', () => {
  it('[ROLE-11] a secretary reaches those of their scope only, to read and to write', async () => {
    const item = await made();
    const other = await signedInAs(server, 'secretary');
    expect((await other.get('examCustom')).json()).toEqual([]);
    for (const answer of [
      await other.get(`examCustom/${item.id}`),
      await put(other, item, { examName: 'Altul' }),
      await other.delete(`examCustom/${item.id}`),
    ])
      expect([answer.statusCode, answer.json<ErrorBody>().error]).toEqual([404, 'customExam.notFound']);
    const foreign = await other.post('examCustom', bodyOf());
    expect(foreign.json<ErrorBody>().errors?.[0]).toMatchObject({
      path: 'sectionId',
      error: 'validation.reference',
    });
    expect((await admin.get(`examCustom/${item.id}`)).statusCode).toBe(200);
  });

  it('[ROLE-7] a student gets those of their series that can be booked now, and changes none', async () => {
    const item = await made();
    const person = await aStudent(server, { studyPlace });
    const student = await signedIn(server, person);
    const other = await signedInAs(server, 'student');
    const listed = async (caller: Caller) =>
      (await caller.get('getExamCustom')).json<CustomExamItem[]>().map(({ id }) => id);
    await server.database.sql`update exam_sessions set exam_schedule_end = now() - interval '1 minute'`;
    expect(await listed(student)).toEqual([]);
    const sessionId = await aSession(server);
    expect([await listed(student), await listed(other)]).toEqual([[item.id], []]);
    // Who works on it is the office's business.
    const authors = [secretary, student].map(async (one) =>
      (await one.get(`getExamCustom/${item.id}`)).json(),
    );
    expect((await Promise.all(authors)).map(({ changedBy }) => changedBy)).toEqual(['Maria Rus', null]);
    await server.set({ allowExams: false });
    expect(await listed(student)).toEqual([]);
    await server.set({ allowExams: true });
    await anAppointment(server, { student: person, customExamId: item.id, sessionId, ...tomorrow });
    expect(await listed(student)).toEqual([]);
    expect((await student.delete(`examCustom/${item.id}`)).statusCode).toBe(403);
  });
});

describe('two who edit at once', () => {
  it('[CUST-2] the second is told by whom it was changed, and nothing of either is lost', async () => {
    const item = await made();
    const colleague = await signedIn(
      server,
      await aSecretary(server, { name: 'Ion Vlad', collegeId: studyPlace.collegeId }),
    );
    expect((await put(colleague, item, { examName: 'Al colegului' })).statusCode).toBe(200);
    const refused = await put(secretary, item, { examName: 'Al meu' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'customExam.changed', params: { by: 'Ion Vlad' } },
    ]);
    const current = (await secretary.get(`examCustom/${item.id}`)).json<CustomExamItem>();
    expect(current).toMatchObject({ examName: 'Al colegului', changedBy: 'Ion Vlad', version: 2 });
    expect((await put(secretary, current, { examName: 'Al meu' })).statusCode).toBe(200);
  });

  it('[CUST-2] of two saves in the same moment one wins and the other is told', async () => {
    const item = await made();
    const answers = await Promise.all([
      put(secretary, item, { examName: 'Unu' }),
      put(admin, item, { examName: 'Doi' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('an exam with appointments', () => {
  it('[CUST-2] a new name or duration redraws no paper, another count redraws those of this exam only', async () => {
    const item = await made();
    const untouched = await made({ examName: 'Alt examen' });
    // Papers are drawn when the freeze begins, so that an administrator changes what is asked here.
    await booked(item.id, tonight);
    await booked(untouched.id, tonight);
    await prepareDuePapers(server.services);
    const [before, others] = [await papersOf(item.id), await papersOf(untouched.id)];
    expect([before.length, others.length]).toEqual([1, 1]);

    const renamed = (await put(secretary, item, { examName: 'Nume nou' })).json<CustomExamItem>();
    expect(await papersOf(item.id)).toEqual([{ ...before[0], name: 'Nume nou' }]);
    const longer = await put(admin, renamed, { examDuration: 100 }, '?override=true');
    expect(await papersOf(item.id)).toEqual([{ ...before[0], name: 'Nume nou', seconds: 6000 }]);
    const fewer = { sumativeDisciplines: [asked(disciplineIds[2], 4)] };
    expect((await put(admin, longer.json(), fewer, '?override=true')).statusCode).toBe(200);
    expect(await papersOf(item.id)).toEqual([]);
    expect(await papersOf(untouched.id)).toEqual(others);
  });

  it('[CUST-2] from twelve hours before the first slot what is asked is frozen; an administrator sees the papers and overrides', async () => {
    const item = await made();
    const appointment = await booked(item.id, { from: 13 * 60, to: 15 * 60 });
    const fewer = { sumativeDisciplines: [asked(disciplineIds[2], 4)] };
    const before = (await put(secretary, item, fewer)).json<CustomExamItem>();
    expect(before).toMatchObject({ version: 2, frozen: null });

    await server.database.sql`
      update appointments set starts_at = starts_at - interval '2 hours' where id = ${appointment.id}`;
    await prepareDuePapers(server.services);
    const frozen = (await secretary.get(`examCustom/${item.id}`)).json<CustomExamItem>();
    expect(frozen.frozen).toMatchObject({ session: 'Sesiunea de azi' });
    for (const change of [
      { sumativeDisciplines: [asked(disciplineIds[2], 5)] },
      { sumativeDisciplines: [] },
      { sumativeDisciplines: [{ ...asked(disciplineIds[2], 4), percentSimple: 100 }] },
      { examDuration: 30 },
    ])
      for (const query of ['', '?override=true']) {
        const refused = await put(secretary, frozen, change, query);
        expect(refused.json()).toMatchObject({
          error: 'customExam.frozen',
          params: { session: 'Sesiunea de azi', until: frozen.frozen?.until },
        });
      }
    const renamed = (await put(secretary, frozen, { examName: 'Redenumit' })).json<CustomExamItem>();
    expect(renamed.examName).toBe('Redenumit');

    const next = { ...renamed, sumativeDisciplines: [asked(disciplineIds[2], 5)] };
    const impact = (await admin.post(`examCustom/${item.id}/impact`, next)).json<ExamImpact>();
    expect(impact).toMatchObject({
      changes: ['counts'],
      papers: 1,
      frozen: { session: 'Sesiunea de azi' },
      students: [{ studentName: 'Moldovan Dan' }],
    });
    expect((await put(admin, next, {})).json()).toMatchObject({ error: 'customExam.frozen' });
    expect((await put(admin, next, {}, '?override=true')).statusCode).toBe(200);
    expect(await papersOf(item.id)).toEqual([]);
  });

  it('[CUST-2] the structures of its disciplines and the scoring mode of its session are frozen with it', async () => {
    const item = await made();
    const student = await aStudent(server, { studyPlace });
    const sessionId = await aSession(server);
    await anAppointment(server, { student, customExamId: item.id, sessionId, ...tonight });
    const path = `disciplines/${disciplineIds[0]}/structure`;
    const structure = (await admin.get(path)).json();
    const draft = {
      questions: 5,
      examDuration: 60,
      automaticDistribution: false,
      chapters: [{ id: structure.chapters[0].id, questions: 5, percentSimple: 50, percentComplex: 50 }],
    };
    expect((await admin.put(path, draft)).json()).toMatchObject({
      error: 'structure.frozen',
      params: { exam: 'Examen de semestru' },
    });
    expect(await prepareDuePapers(server.services)).toBeGreaterThan(0);
    expect((await admin.get(`${path}/papers`)).json()).toMatchObject({
      frozen: { exam: 'Examen de semestru' },
      papers: 1,
      students: [{ studentName: 'Pop Ana' }],
    });
    expect((await admin.put(`${path}?override=true`, draft)).statusCode).toBe(200);
    expect((await admin.get(`${path}/papers`)).json()).toMatchObject({ papers: 0, students: [] });
    const session = (await admin.get(`sessions/${sessionId}`)).json();
    const modules = (await admin.post('modules', { index: 1, name: `Modul ${sessionId}` })).json();
    await server.set({ allowOverlappingSession: true });
    const body = { ...session, examSessionModules: [modules.id] };
    const refused = await admin.put(`sessions/${sessionId}`, { ...body, gradE_CALC_MODE: 'JUST_CORRECT' });
    expect(refused.json()).toMatchObject({ error: 'session.scoringFrozen' });
    expect((await admin.put(`sessions/${sessionId}`, { ...body, description: 'Alt nume' })).statusCode).toBe(
      200,
    );
  });

  it('[CUST-2] what would break appointments is refused, saying how many', async () => {
    const item = await made();
    await booked(item.id, tomorrow);
    const sibling = await aSeries(server, studyPlace);
    expect((await put(secretary, item, { examDuration: 121 })).json()).toEqual({
      error: 'customExam.slotTooShort',
      params: { count: 1, minutes: 121 },
    });
    expect((await put(secretary, item, { seriesIds: [sibling.seriesId] })).json()).toEqual({
      error: 'customExam.cohortBooked',
      params: { count: 1 },
    });
    expect((await secretary.delete(`examCustom/${item.id}`)).json()).toEqual({
      error: 'customExam.hasAppointments',
      params: { count: 1 },
    });
    const wider = await put(secretary, item, {
      seriesIds: [studyPlace.seriesId, sibling.seriesId],
      examDuration: 120,
    });
    expect(wider.json()).toMatchObject({ examDuration: 120, futureAppointmentsCount: 1 });
  });

  it('[CUST-2] a longer duration is held neither by an annulled sitting nor by somebody booked from another series', async () => {
    const item = await made();
    const annulled = await aStudent(server, { studyPlace });
    const { examId } = await anAppointment(server, { student: annulled, customExamId: item.id });
    const candidate = await signedIn(server, annulled);
    const { groupId } = (await candidate.post(`prepareExam/?examId=${examId}`)).json();
    const longer = () => put(admin, item, { examDuration: 180 }, '?override=true');
    expect((await longer()).json()).toMatchObject({ error: 'customExam.slotTooShort' });
    const annul = await admin.post(`sittings/${groupId}/annul`, { reason: 'Fraudă' });
    expect([annul.statusCode, annul.body]).toEqual([204, '']);
    const sibling = await aSeries(server, studyPlace);
    const repeating = await aStudent(server, { studyPlace: sibling });
    await anAppointment(server, {
      student: repeating,
      customExamId: item.id,
      ...{ from: 24 * 60, to: 28 * 60 },
    });
    expect((await longer()).json()).toMatchObject({ examDuration: 180 });
  });

  it('[CUST-2] a part that was sat keeps its disciplines; the exam itself is only taken out of the lists', async () => {
    const item = await made();
    const student = await aStudent(server, { studyPlace });
    const { id, examId } = await anAppointment(server, { student, customExamId: item.id });
    const candidate = await signedIn(server, student);
    expect((await candidate.post(`prepareExam/?examId=${examId}`)).statusCode).toBe(200);
    await server.database.sql`
      update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = ${id}`;
    await server.database.sql`
      update exams set finished_at = now(), finish_cause = 'staff', score = 0, grade = 1
       where group_id = (select id from exam_groups where appointment_id = ${id})`;
    const fewer = await put(secretary, item, { sumativeDisciplines: [] });
    expect(fewer.json()).toMatchObject({ error: 'customExam.partSat', params: { count: 1 } });
    const more = await put(secretary, item, { sumativeDisciplines: [asked(disciplineIds[2], 3)] });
    expect(more.statusCode).toBe(200);
    expect((await secretary.delete(`examCustom/${item.id}`)).statusCode).toBe(204);
    expect((await secretary.get('examCustom')).json()).toEqual([]);
    const [kept] = await server.database.sql`select from custom_exams where id = ${item.id}`;
    expect(kept).toBeDefined();
  });
});
