import { describe, expect, it } from 'vitest';
import type { CustomExamItem, ExamImpact } from '#contract/custom-exams.ts';
import type { StudentExam } from '#contract/students-exams.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aSeries, aStudent, signedIn } from '#server/testing/accounts.ts';
import { disciplineOf, put, useComposing } from '#server/testing/composing.ts';
import { anAppointment, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { admin, office, made, papersOf, book } = useComposing(server);
const tomorrow = { from: 24 * 60, to: 26 * 60 };
const tonight = { from: 11 * 60, to: 13 * 60 };

describe('an exam with appointments', () => {
  it('[CUST-2] a new name or duration redraws no paper, another count redraws those of this exam only', async () => {
    const item = await made();
    const untouched = await made({ examName: 'Alt examen' });
    // Papers are drawn when the freeze begins, so that an administrator changes what is asked here.
    await book(item.id, tonight);
    await book(untouched.id, tonight);
    await prepareDuePapers(server.services);
    const [before, others] = [await papersOf(item.id), await papersOf(untouched.id)];
    expect([before.length, others.length]).toEqual([1, 1]);

    const renamed = (await put(office.secretary, item, { examName: 'Nume nou' })).json<CustomExamItem>();
    expect(await papersOf(item.id)).toEqual([{ ...before[0], name: 'Nume nou' }]);
    const longer = await put(admin, renamed, { examDuration: 100 }, '?override=true');
    expect(await papersOf(item.id)).toEqual([{ ...before[0], name: 'Nume nou', seconds: 6000 }]);
    const fewer = { sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 4)] };
    expect((await put(admin, longer.json(), fewer, '?override=true')).statusCode).toBe(200);
    expect(await papersOf(item.id)).toEqual([]);
    expect(await papersOf(untouched.id)).toEqual(others);
  });

  it('[CUST-2] from twelve hours before the first slot what is asked is frozen; an administrator sees the papers and overrides', async () => {
    const item = await made();
    const appointment = await book(item.id, { from: 13 * 60, to: 15 * 60 });
    const fewer = { sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 4)] };
    const before = (await put(office.secretary, item, fewer)).json<CustomExamItem>();
    expect(before).toMatchObject({ version: 2, frozen: null });

    await server.database.sql`
      update appointments set starts_at = starts_at - interval '2 hours' where id = ${appointment.id}`;
    await prepareDuePapers(server.services);
    const frozen = (await office.secretary.get(`examCustom/${item.id}`)).json<CustomExamItem>();
    expect(frozen.frozen).toMatchObject({ session: 'Sesiunea de azi' });
    for (const change of [
      { sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 5)] },
      { sumativeDisciplines: [] },
      { sumativeDisciplines: [{ ...disciplineOf(office.disciplineIds[2], 4), percentSimple: 100 }] },
      { examDuration: 30 },
    ])
      for (const query of ['', '?override=true']) {
        const refused = await put(office.secretary, frozen, change, query);
        expect(refused.json()).toMatchObject({
          error: 'customExam.frozen',
          params: { session: 'Sesiunea de azi', until: frozen.frozen?.until },
        });
      }
    const renamed = (await put(office.secretary, frozen, { examName: 'Redenumit' })).json<CustomExamItem>();
    expect(renamed.examName).toBe('Redenumit');

    const next = { ...renamed, sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 5)] };
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
    const student = await aStudent(server, { studyPlace: office.studyPlace });
    const sessionId = await aSession(server);
    await anAppointment(server, { student, customExamId: item.id, sessionId, ...tonight });
    const path = `disciplines/${office.disciplineIds[0]}/structure`;
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
    expect(refused.json()).toMatchObject({ error: 'session.scoringFrozen', params: { count: 1 } });
    expect((await admin.put(`sessions/${sessionId}`, { ...body, description: 'Alt nume' })).statusCode).toBe(
      200,
    );
  });

  it('[CUST-2] an administrator overrides the frozen scoring mode until an exam has begun; no paper is drawn again', async () => {
    const item = await made();
    const [waiting, first] = [
      await aStudent(server, { studyPlace: office.studyPlace }),
      await aStudent(server, { studyPlace: office.studyPlace }),
    ];
    const sessionId = await aSession(server);
    await anAppointment(server, { student: waiting, customExamId: item.id, sessionId, ...tonight });
    const { id, examId } = await anAppointment(server, {
      student: first,
      customExamId: item.id,
      sessionId,
    });
    await prepareDuePapers(server.services);
    const papers = await papersOf(item.id);
    expect(papers).toHaveLength(2);
    const module = (await admin.post('modules', { index: 1, name: `Modul ${sessionId}` })).json();
    await server.set({ allowOverlappingSession: true });
    const session = { ...(await admin.get(`sessions/${sessionId}`)).json(), examSessionModules: [module.id] };
    const score = (gradE_CALC_MODE: string, query = '') =>
      admin.put(`sessions/${sessionId}${query}`, { ...session, gradE_CALC_MODE });
    // The mode of the session applies to all its exams, also to those that are not frozen.
    const later = await anAppointment(server, {
      student: await aStudent(server, { studyPlace: office.studyPlace }),
      customExamId: (await made({ examName: 'Examen de peste trei zile' })).id,
      sessionId,
      ...{ from: 3000, to: 3100 },
    });
    expect((await score('JUST_CORRECT')).json()).toMatchObject({
      ...{ error: 'session.scoringFrozen', params: { exam: 'Examen de semestru', count: 3 } },
    });
    await admin.delete(`appointments/${later.id}`);
    expect((await score('JUST_CORRECT', '?override=true')).json()).toMatchObject({
      gradE_CALC_MODE: 'JUST_CORRECT',
    });
    expect(await papersOf(item.id)).toEqual(papers);
    const modes = await server.database.sql`
      select distinct e.scoring_mode as mode from exams e join exam_groups g on g.id = e.group_id
       where g.custom_exam_id = ${item.id}`;
    expect(modes.map(({ mode }) => mode)).toEqual(['JUST_CORRECT']);
    const [entry] = await server.database.sql`
      select actor_id as "actorId" from audit_log where entity = 'exam_sessions' and entity_id = ${String(sessionId)} order by id desc limit 1`;
    expect(entry).toEqual({ actorId: admin.userId });

    // On paper an exam begins with its slot, before anything is entered.
    const begun = { error: 'session.scoringBegun', params: { count: 1 } };
    expect((await admin.post('examPrint', { appointments: [id], key: false })).statusCode).toBe(200);
    expect((await score('FULL_MATCH', '?override=true')).json()).toEqual(begun);
    const candidate = await signedIn(server, first);
    expect((await candidate.post(`prepareExam/?examId=${examId}`)).statusCode).toBe(200);
    for (const query of ['', '?override=true'])
      expect((await score('FULL_MATCH', query)).json()).toEqual({
        ...{ error: 'session.scoringBegun', params: { count: 1 } },
      });
  });

  it('[CUST-2] a chapter without questions in the structure can be added and deleted during the freeze; the papers stay', async () => {
    const item = await made();
    const [disciplineId] = office.disciplineIds;
    const path = `disciplines/${disciplineId}/structure`;
    const [used] = (await admin.get(path)).json().chapters;
    await book(item.id, tonight);
    await prepareDuePapers(server.services);
    const papers = await papersOf(item.id);
    expect(papers).toHaveLength(1);

    const chapter = { disciplineId, code: 'Z', description: 'Fără întrebări', examOnly: false };
    const { id } = (await admin.post('chapters', chapter)).json();
    const percents = { percentSimple: used.percentSimple, percentComplex: used.percentComplex };
    const saved = await admin.put(`${path}?override=true`, {
      ...{ questions: 6, examDuration: 60, automaticDistribution: false },
      chapters: [
        { id: used.id, questions: 6, ...percents },
        { id, questions: 0, percentSimple: 40, percentComplex: 60 },
      ],
    });
    expect(saved.statusCode).toBe(200);
    expect((await admin.delete(`chapters/${id}`)).statusCode).toBe(204);
    expect(await papersOf(item.id)).toEqual(papers);
  });

  it('[CUST-2] what would break appointments is refused, saying how many', async () => {
    const item = await made();
    await book(item.id, tomorrow);
    const sibling = await aSeries(server, office.studyPlace);
    expect((await put(office.secretary, item, { examDuration: 121 })).json()).toEqual({
      error: 'customExam.slotTooShort',
      params: { count: 1, minutes: 121 },
    });
    expect((await put(office.secretary, item, { seriesIds: [sibling.seriesId] })).json()).toEqual({
      error: 'customExam.cohortBooked',
      params: { count: 1 },
    });
    expect((await office.secretary.delete(`examCustom/${item.id}`)).json()).toEqual({
      error: 'customExam.hasAppointments',
      params: { count: 1 },
    });
    const wider = await put(office.secretary, item, {
      seriesIds: [office.studyPlace.seriesId, sibling.seriesId],
      examDuration: 120,
    });
    expect(wider.json()).toMatchObject({ examDuration: 120, futureAppointmentsCount: 1 });
  });

  it('[CUST-2] is frozen and cannot be deleted until its last sitting is over: in extra time, and while it runs after the slot', async () => {
    const refusals = async (item: CustomExamItem) => {
      const changed = await put(office.secretary, item, { examDuration: 30 });
      const longer = await put(admin, item, { examDuration: 110 }, '?override=true');
      const removed = await office.secretary.delete(`examCustom/${item.id}`);
      return [changed, longer, removed].map((response) => response.json().error);
    };
    const [inExtraTime, running] = [await made(), await made({ examName: 'În desfășurare' })];
    const student = await aStudent(server, { studyPlace: office.studyPlace });
    const over = { from: -110, to: -10 };
    await anAppointment(server, { student, customExamId: inExtraTime.id, ...over, extraMinutes: 30 });
    const held = ['customExam.frozen', 'customExam.slotTooShort', 'customExam.hasAppointments'];
    expect(await refusals(inExtraTime)).toEqual(held);

    const late = await aStudent(server, { studyPlace: office.studyPlace });
    const { id, examId } = await anAppointment(server, { student: late, customExamId: running.id });
    const candidate = await signedIn(server, late);
    expect((await candidate.post(`prepareExam/?examId=${examId}`)).statusCode).toBe(200);
    await server.database.sql`
      update appointments set starts_at = now() - interval '110 minutes', ends_at = now() - interval '10 minutes' where id = ${id}`;
    expect(await refusals(running)).toEqual(held);

    const past = await made({ examName: 'Încheiat' });
    const absent = await aStudent(server, { studyPlace: office.studyPlace });
    await anAppointment(server, { student: absent, customExamId: past.id, ...over });
    expect((await put(office.secretary, past, { examDuration: 110 })).statusCode).toBe(200);
    expect((await office.secretary.delete(`examCustom/${past.id}`)).statusCode).toBe(204);
  });

  it('[CUST-2] a longer duration is held neither by an annulled sitting nor by somebody booked from another series', async () => {
    const item = await made();
    const annulled = await aStudent(server, { studyPlace: office.studyPlace });
    const { examId } = await anAppointment(server, { student: annulled, customExamId: item.id });
    const candidate = await signedIn(server, annulled);
    const { groupId } = (await candidate.post(`prepareExam/?examId=${examId}`)).json();
    const longer = () => put(admin, item, { examDuration: 180 }, '?override=true');
    expect((await longer()).json()).toMatchObject({ error: 'customExam.slotTooShort' });
    const annul = await admin.post(`sittings/${groupId}/annul`, { reason: 'Fraudă' });
    expect([annul.statusCode, annul.body]).toEqual([204, '']);
    const sibling = await aSeries(server, office.studyPlace);
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
    const student = await aStudent(server, { studyPlace: office.studyPlace });
    const { id, examId } = await anAppointment(server, { student, customExamId: item.id });
    const candidate = await signedIn(server, student);
    expect((await candidate.post(`prepareExam/?examId=${examId}`)).statusCode).toBe(200);
    const sat = (await admin.get(`studentsExams?examCustomId=${item.id}`)).json<StudentExam[]>();
    for (const one of sat)
      expect((await admin.post(`exams/${one.examId}/end`, { reason: 'Probă' })).statusCode).toBe(204);
    await server.database.sql`
      update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = ${id}`;
    const fewer = await put(office.secretary, item, { sumativeDisciplines: [] });
    expect(fewer.json()).toMatchObject({ error: 'customExam.partSat', params: { count: 1 } });
    const more = await put(office.secretary, item, {
      sumativeDisciplines: [disciplineOf(office.disciplineIds[2], 3)],
    });
    expect(more.statusCode).toBe(200);
    expect((await office.secretary.delete(`examCustom/${item.id}`)).statusCode).toBe(204);
    expect((await office.secretary.get('examCustom')).json()).toEqual([]);
    const [stored] = await server.database.sql`select from custom_exams where id = ${item.id}`;
    expect(stored).toBeDefined();
  });
});
