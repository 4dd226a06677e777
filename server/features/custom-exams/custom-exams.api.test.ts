import { describe, expect, it } from 'vitest';
import type { CustomExamItem, ExamDisciplines, SamplePart } from '#contract/custom-exams.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import type { Item } from '#contract/item.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aSecretary, aSeries, aStudent, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { editSession } from '#server/testing/booking.ts';
import { disciplineOf, put, useComposing } from '#server/testing/composing.ts';
import { anAppointment, aSession, aTaughtDiscipline } from '#server/testing/exams.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { admin, office, bodyOf, made, papersOf, book } = useComposing(server);
/** An administrator forbids percents in the section. */
async function lockPercents() {
  const path = `sections/${office.studyPlace.sectionId}`;
  const section = (await admin.get(path)).json<Item>();
  expect((await admin.put(path, { ...section, allowEditPercent: false })).statusCode).toBe(200);
}
const tomorrow = { from: 24 * 60, to: 26 * 60 };

describe('composing a custom exam', () => {
  it('[CUST-1] [API-1] [UX-5] is created, listed, read, changed and deleted under both names, with the sums of its questions and credits', async () => {
    const item = await made();
    expect(item).toMatchObject({
      examName: 'Examen de semestru',
      seriesIds: [office.studyPlace.seriesId],
      questions: 17,
      credits: 8,
      examDuration: 60,
      futureAppointmentsCount: 0,
      version: 1,
      frozen: null,
      integrativeGroups: [
        { groupName: 'Clinică', questions: 11, credits: 6, percentSimple: null, position: 1 },
      ],
      sumativeDisciplines: [{ pkDiscipline: office.disciplineIds[2], questions: 6, credits: 2, position: 2 }],
    });
    expect(item.sumativeDisciplines[0]?.disciplineCode).toMatch(/^D\d+$/);
    expect(item.integrativeGroups[0]?.disciplines.map(({ pkDiscipline }) => pkDiscipline)).toEqual(
      office.disciplineIds.slice(0, 2),
    );
    for (const path of ['getExamCustom', 'examCustom']) {
      const list = await office.secretary.get(`${path}?search=semestru`);
      expect([list.headers['x-total-count'], list.json()]).toEqual(['1', [item]]);
      expect((await office.secretary.get(`${path}/${item.id}`)).json()).toEqual(item);
    }
    const changed = await put(office.secretary, item, { examName: 'Examen final', examDuration: 90 });
    expect(changed.json()).toMatchObject({ examName: 'Examen final', examDuration: 90, version: 2 });
    expect((await office.secretary.delete(`getExamCustom/${item.id}`)).statusCode).toBe(204);
    const gone = await office.secretary.get(`examCustom/${item.id}`);
    expect([gone.statusCode, gone.json()]).toEqual([404, { error: 'customExam.notFound', params: {} }]);
  });

  it('[CUST-1] parts are sat in the order of their positions, groups and disciplines mixed', async () => {
    const { sumativeDisciplines, integrativeGroups } = bodyOf();
    const item = await made({
      sumativeDisciplines: [{ ...sumativeDisciplines[0], position: 1 }],
      integrativeGroups: [{ ...integrativeGroups[0], position: 2 }],
    });
    expect([item.sumativeDisciplines[0]?.position, item.integrativeGroups[0]?.position]).toEqual([1, 2]);
    const moved = await put(office.secretary, item, {
      sumativeDisciplines: [{ ...item.sumativeDisciplines[0], position: 9 }],
    });
    expect(moved.json<CustomExamItem>().sumativeDisciplines[0]?.position).toBe(2);
  });

  it('[CUST-1] the credits of a group stay the sum of its disciplines when the exam is read and sent back', async () => {
    const [group] = bodyOf().integrativeGroups;
    const item = await made({ integrativeGroups: [{ ...group, credits: null }] });
    expect(item.integrativeGroups).toMatchObject([{ credits: 4, ownCredits: null }]);
    const again = (await put(office.secretary, item, { examName: 'Redenumit' })).json<CustomExamItem>();
    expect(again.integrativeGroups).toMatchObject([{ credits: 4, ownCredits: null }]);
    const [first, ...others] = again.integrativeGroups[0]?.disciplines ?? [];
    const more = [{ ...again.integrativeGroups[0], disciplines: [{ ...first, credits: 3.5 }, ...others] }];
    const changed = await put(office.secretary, again, { integrativeGroups: more });
    expect(changed.json<CustomExamItem>()).toMatchObject({
      credits: 7.5,
      integrativeGroups: [{ credits: 5.5 }],
    });
    const own = await put(office.secretary, changed.json<CustomExamItem>(), {
      integrativeGroups: [{ ...changed.json<CustomExamItem>().integrativeGroups[0], ownCredits: 9 }],
    });
    expect(own.json<CustomExamItem>().integrativeGroups).toMatchObject([{ credits: 9, ownCredits: 9 }]);
  });

  it('[CUST-1] each wrong field is named, and nothing is saved', async () => {
    const wrong = async (changed: object, by = office.secretary) => {
      const response = await by.post('examCustom', bodyOf(changed));
      const { errors } = response.json<ErrorBody>();
      return [response.statusCode, ...(errors ?? []).map(({ path, error }) => `${path} ${error}`)];
    };
    const foreign = await aSeries(server);
    expect(await wrong({ examName: ' ' })).toEqual([400, 'examName validation.required']);
    expect(await wrong({ seriesIds: [] })).toEqual([400, 'seriesIds validation.selectOne']);
    expect(await wrong({ seriesIds: [foreign.seriesId] })).toEqual([400, 'seriesIds validation.reference']);
    // A series belongs to its year, and the refusal says so.
    const year = office.studyPlace.year === 1 ? 2 : 1;
    expect(await wrong({ year }, admin)).toEqual([400, 'seriesIds validation.otherYear']);
    expect(await wrong({ integrativeGroups: [], sumativeDisciplines: [] })).toEqual([
      400,
      'sumativeDisciplines customExam.empty',
    ]);
    expect(await wrong({ sumativeDisciplines: [disciplineOf(office.disciplineIds[0])] })).toEqual([
      400,
      'sumativeDisciplines.0.pkDiscipline customExam.disciplineTwice',
    ]);
    const other = await aTaughtDiscipline(server);
    expect(await wrong({ sumativeDisciplines: [disciplineOf(other.id)] })).toEqual([
      400,
      'sumativeDisciplines.0.pkDiscipline validation.reference',
    ]);
    const group = { ...bodyOf().integrativeGroups[0], percentSimple: 40, percentComplex: 50 };
    expect(await wrong({ integrativeGroups: [group] })).toEqual([
      400,
      'integrativeGroups.0.percentSimple validation.percentSum',
    ]);
    expect((await office.secretary.get('examCustom')).json()).toEqual([]);
  });

  it('[CUST-3] [DISC-8] asking more than the bank holds is refused, naming the discipline', async () => {
    const response = await office.secretary.post(
      'examCustom',
      bodyOf({ sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 11)] }),
    );
    expect(response.json()).toMatchObject({
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
      sumativeDisciplines: [{ ...disciplineOf(office.disciplineIds[0], 8), percentSimple: 25 }],
    });
    const { examId } = await book(id, { from: -5, to: 120 });
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
    await lockPercents();
    const group = { ...bodyOf().integrativeGroups[0], percentSimple: 40 };
    const response = await office.secretary.post('examCustom', bodyOf({ integrativeGroups: [group] }));
    expect(response.json<ErrorBody>().errors).toEqual([
      { path: 'integrativeGroups.0.percentSimple', error: 'structure.percentLocked', params: {} },
    ]);
  });

  it('[DISC-4] percents from before are kept or removed, also when the group gets another discipline', async () => {
    const [group] = bodyOf().integrativeGroups;
    const [anatomy, biology] = group?.disciplines ?? [];
    const item = await made({
      integrativeGroups: [{ ...group, percentSimple: 40, disciplines: [anatomy] }],
    });
    await lockPercents();
    const wider = (percents: object) => [
      { ...item.integrativeGroups[0], ...percents, disciplines: [anatomy, biology] },
    ];
    const widened = await put(office.secretary, item, { integrativeGroups: wider({}) });
    expect(widened.json<CustomExamItem>().integrativeGroups).toMatchObject([
      { percentSimple: 40, questions: 11 },
    ]);
    const other = await put(office.secretary, widened.json<CustomExamItem>(), {
      integrativeGroups: wider({ percentSimple: 50, percentComplex: 50 }),
    });
    expect(other.statusCode).toBe(400);
    const cleared = await put(office.secretary, widened.json<CustomExamItem>(), {
      integrativeGroups: wider({ percentSimple: null, percentComplex: null }),
    });
    expect(cleared.json<CustomExamItem>().integrativeGroups).toMatchObject([{ percentSimple: null }]);
  });
});

describe('what an exam is composed from', () => {
  it('[DISC-6] the disciplines of the section come with what their banks can serve', async () => {
    const offered = (
      await office.secretary.get(`examCustom/disciplines?sectionId=${office.studyPlace.sectionId}`)
    ).json<ExamDisciplines>();
    expect(offered.mayEditPercent).toBe(true);
    expect(offered.disciplines.map(({ pkDiscipline }) => pkDiscipline).sort()).toEqual(
      [...office.disciplineIds].sort(),
    );
    expect(offered.disciplines[0]).toMatchObject({
      questions: 6,
      chapters: [{ questions: 6, percentSimple: 50, available: 10, simple: 10, multiple: 10, either: 10 }],
    });
    const foreign = await aSeries(server);
    const response = await office.secretary.get(`examCustom/disciplines?sectionId=${foreign.sectionId}`);
    expect(response.statusCode).toBe(404);
  });

  it('[DISC-6] a sample paper shows chapters, kinds and points in order, and no question', async () => {
    const sample = (await office.secretary.post('examCustom/sample', bodyOf())).json<SamplePart[]>();
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
    const tooMany = bodyOf({ sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 11)] });
    expect((await office.secretary.post('examCustom/sample', tooMany)).statusCode).toBe(400);
  });
});

describe('who reaches a custom exam', () => {
  it('[ROLE-11] a secretary reaches those of their scope only, to read and to write', async () => {
    const item = await made();
    const other = await signedInAs(server, 'secretary');
    expect((await other.get('examCustom')).json()).toEqual([]);
    for (const response of [
      await other.get(`examCustom/${item.id}`),
      await put(other, item, { examName: 'Altul' }),
      await other.delete(`examCustom/${item.id}`),
    ])
      expect([response.statusCode, response.json<ErrorBody>().error]).toEqual([404, 'customExam.notFound']);
    const foreign = await other.post('examCustom', bodyOf());
    expect(foreign.json<ErrorBody>().errors?.[0]).toMatchObject({
      path: 'sectionId',
      error: 'validation.reference',
    });
    expect((await admin.get(`examCustom/${item.id}`)).statusCode).toBe(200);
  });

  it('[ROLE-7] a student gets those of their series that can be booked now, and changes none', async () => {
    const item = await made();
    const person = await aStudent(server, { studyPlace: office.studyPlace });
    const student = await signedIn(server, person);
    const other = await signedInAs(server, 'student');
    const listed = async (caller: Caller) =>
      (await caller.get('getExamCustom')).json<CustomExamItem[]>().map(({ id }) => id);
    const examScheduleEnd = new Date(Date.now() - 60_000).toISOString();
    for (const { id } of (await admin.get('sessions?take=500')).json<Item[]>())
      await editSession(server, admin, id, { examScheduleEnd });
    expect(await listed(student)).toEqual([]);
    const sessionId = await aSession(server);
    expect([await listed(student), await listed(other)]).toEqual([[item.id], []]);
    // Who works on it is the office's business.
    const authors = [office.secretary, student].map(async (one) =>
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
  it('[CUST-2] the second gets the name of the first author, and neither loses anything', async () => {
    const item = await made();
    const colleague = await signedIn(
      server,
      await aSecretary(server, { name: 'Ion Vlad', collegeId: office.studyPlace.collegeId }),
    );
    expect((await put(colleague, item, { examName: 'Al colegului' })).statusCode).toBe(200);
    const refused = await put(office.secretary, item, { examName: 'Al meu' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'customExam.changed', params: { by: 'Ion Vlad' } },
    ]);
    const current = (await office.secretary.get(`examCustom/${item.id}`)).json<CustomExamItem>();
    expect(current).toMatchObject({ examName: 'Al colegului', changedBy: 'Ion Vlad', version: 2 });
    expect((await put(office.secretary, current, { examName: 'Al meu' })).statusCode).toBe(200);
  });

  it('[CUST-2] of two concurrent saves one wins and the other gets a conflict', async () => {
    const item = await made();
    const responses = await Promise.all([
      put(office.secretary, item, { examName: 'Unu' }),
      put(admin, item, { examName: 'Doi' }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});
