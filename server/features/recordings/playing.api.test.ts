import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordingOutlineResponse } from '#contract/recordings.ts';
import { aSeries, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import {
  aCustomExam,
  anIntegrativeExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';
import { deleteEndedRecordings } from './retention.ts';

const server = useTestServer();
let exam: CustomExam;
let admin: SignedInPerson;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 3 });
  admin = await signedInAs(server, 'admin');
});

type Event = { readonly type: number; readonly timestamp: number; readonly data?: unknown };

const keyframe = (at: number): Event[] => [
  { type: 4, data: { href: '', width: 10, height: 10 }, timestamp: at },
  { type: 2, data: { node: { type: 0 } }, timestamp: at },
];
const moves = (from: number, count: number): Event[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 3,
    data: { source: 1, text: 'ăș„€' },
    timestamp: from + index * 10,
  }));

const send = async (caller: Caller, fileName: string, events: readonly Event[], query = '') => {
  const content = gzipSync(Buffer.from(JSON.stringify(events)));
  const response = await upload(caller, `uploadExamRecording${query}`, content, {
    fileName,
    type: 'application/json',
  });
  expect(response.statusCode).toBe(201);
};
const outline = async (fileName: string): Promise<RecordingOutlineResponse> =>
  (await admin.get(`recordings/${fileName}/outline`)).json();
const storedParts = async (groupId: number) =>
  (await server.database.sql`select from recordings where exam_group_id = ${groupId}`).count;

describe('[REC-2] playing a recording', () => {
  it('[REC-2][REC-5] gives the parts in the order they were recorded, and each piece by itself', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const first = [...keyframe(1000), ...moves(1010, 700), ...keyframe(60_000), ...moves(60_010, 5)];
    await send(student, `${running.groupId}.json`, [...keyframe(900_000), ...moves(900_010, 3)]);
    await send(student, `${running.groupId}.2.json`, first);
    const { parts, examName } = await outline(`${running.groupId}.json`);
    expect(examName).toBe('Examen de semestru');
    expect(parts.map(({ fileName, from, events }) => [fileName, from, events])).toEqual([
      [`${running.groupId}.2.json`, 1000, 709],
      [`${running.groupId}.json`, 900_000, 5],
    ]);
    expect(parts[0]?.pieces.map(({ from, keyframe }) => [from, keyframe])).toEqual([
      [1000, true],
      [60_000, true],
    ]);
    const pieces = [];
    for (const piece of [0, 1])
      pieces.push((await admin.get(`recordings/${running.groupId}.2.json?piece=${piece}`)).json());
    expect(pieces).toEqual([first.slice(0, 702), first.slice(702)]);
    expect((await admin.get(`recordings/${running.groupId}.2.json`)).json()).toEqual(first);
  });

  it('[REC-2] [REC-5] [SAFE-5] puts the part of a second computer after the first, although its clock is an hour behind, and marks it there', async () => {
    const { student, exam: running, save, body } = await aRunningExam(server, exam);
    const [now, minute] = [Date.now(), 60_000];
    const iso = (at: number) => new Date(at).toISOString();
    await save(1, [0], { seq: 1, clientTime: iso(now) });
    const second = await signedIn(server, student);
    const { writer, seqFloor } = (await second.get(`getExamById/?groupId=${running.groupId}`)).json();
    const behind = now - 60 * minute;
    await second.put('examSave/', body(2, [1], { seq: seqFloor + 1, writer, clientTime: iso(behind) }));
    await second.put(`examFinish/?examId=${running.id}&writer=${writer}`);
    const [first, later] = [`${running.groupId}.json`, `${running.groupId}.2.json`];
    const uploadedAt = (at: number) => `?clientTime=${iso(at)}`;
    // The second part is uploaded first.
    await send(second, later, [...keyframe(behind - minute / 2), ...moves(behind, 3)], uploadedAt(behind));
    await send(second, first, [...keyframe(now - 10 * minute), ...moves(now, 3)], uploadedAt(now));
    const { parts, marks } = await outline(first);
    expect(parts.map(({ fileName }) => fileName)).toEqual([first, later]);
    const [one, two] = parts;
    const answers = marks.filter(({ kind }) => kind === 'answer');
    expect(answers.map(({ question }) => question)).toEqual([1, 2]);
    expect(answers[1]?.at).toBeGreaterThan(two?.from ?? Number.NaN);
    expect(answers[1]?.at).toBeLessThanOrEqual(two?.to ?? 0);
    expect(two?.from).toBeGreaterThan(one?.from ?? Number.NaN);
  });

  it('[REC-2] reads the outline from the events of a recording stored without one', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const fileName = `${running.groupId}.json`;
    await send(student, fileName, [...keyframe(1000), ...moves(1010, 10)]);
    const before = await outline(fileName);
    await server.database.sql`update recordings set outline = null where exam_group_id = ${running.groupId}`;
    expect(await outline(fileName)).toEqual(before);
    expect((await admin.get(`recordings/${fileName}?piece=0`)).json()).toHaveLength(12);
  });

  it('[REC-1] marks where the student stopped it', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const stopped = { type: 5, data: { tag: 'recording-stopped', payload: {} }, timestamp: 4000 };
    await send(student, `${running.groupId}.json`, [...keyframe(1000), ...moves(1010, 10), stopped]);
    const { marks } = await outline(`${running.groupId}.json`);
    expect(marks.filter(({ kind }) => kind === 'stopped')).toMatchObject([
      { at: 4000, examId: running.id, question: null },
    ]);
  });

  it('[REC-5] marks answers, takeovers and the end on the time line', async () => {
    const { exam: running, save, finish } = await aRunningExam(server, exam);
    const clientTime = '2026-01-01T10:00:00.000Z';
    expect((await save(2, [2], { clientTime })).statusCode).toBe(200);
    await finish();
    const { marks } = await outline(`${running.groupId}.json`);
    expect(marks.map(({ kind, question, answers }) => [kind, question, answers])).toEqual([
      ['begun', null, null],
      ['answer', 2, 'C'],
      ['finished', null, null],
    ]);
    // The only save tells the clock of its computer.
    expect(marks[1]?.at).toBe(marks[1]?.serverAt);
  });

  it('[ROLE-5] is for staff who may see the exam, not for the student or a holder of another discipline', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const fileName = `${running.groupId}.json`;
    await send(student, fileName, keyframe(1000));
    await student.put(`examFinish/?examId=${running.id}`);
    const holder = await signedInAs(server, 'teacher');
    const collaborator = await signedInAs(server, 'teacher');
    const stranger = await signedInAs(server, 'teacher');
    const disciplineId = exam.disciplineIds[0] ?? 0;
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      values (${disciplineId}, ${holder.email}, 'holder'), (${disciplineId}, ${collaborator.email}, 'collaborator')`;
    const outcomes = [];
    for (const caller of [holder, collaborator, stranger, student, server.caller()])
      for (const path of [`recordings/${fileName}/outline`, `recordings/${fileName}`])
        outcomes.push(errorOf(await caller.get(path)).join(' '));
    expect(outcomes.map((text) => text.slice(0, 3))).toEqual([
      ...['200', '200'],
      ...['404', '404'],
      ...['404', '404'],
      ...['403', '403'],
      ...['401', '401'],
    ]);
  });

  it('[ROLE-5] is for holders of all disciplines of the sitting, because it shows all questions', async () => {
    const studyPlace = await aSeries(server);
    const [first, second] = [
      await aTaughtDiscipline(server, { studyPlace, questions: 3 }),
      await aTaughtDiscipline(server, { studyPlace, questions: 2 }),
    ];
    const disciplines = [first, second].map(({ id }, index) => ({ disciplineId: id, questions: 3 - index }));
    const integrative = await anIntegrativeExam(server, studyPlace, disciplines);
    const severalExams = await aCustomExam(server, { parts: 2, questions: 2 });
    for (const custom of [integrative, severalExams]) {
      const { student, exam: running } = await aRunningExam(server, custom);
      const fileName = `${running.groupId}.json`;
      await send(student, fileName, keyframe(1000));
      const holder = await signedInAs(server, 'teacher');
      const outcomes = [];
      for (const disciplineId of custom.disciplineIds) {
        await server.database.sql`
          insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${holder.email}, 'holder')`;
        for (const path of [`${fileName}/outline`, fileName, `${fileName}?piece=0`])
          outcomes.push((await holder.get(`recordings/${path}`)).statusCode);
        outcomes.push((await holder.get(`sittings/${running.groupId}`)).json().recordings);
      }
      expect(outcomes).toEqual([404, 404, 404, [], 200, 200, 200, [fileName]]);
    }
  });

  it('[REC-2] is not found under another name, a part or piece that does not exist', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    await send(student, `${running.groupId}.json`, keyframe(1000));
    for (const path of [
      'recordings/none/outline',
      'recordings/2000000000.json/outline',
      `recordings/${running.groupId}.9.json`,
      `recordings/${running.groupId}.json?piece=1`,
    ])
      expect(errorOf(await admin.get(path))).toEqual([404, 'resource.notFound']);
  });
});

describe('[REC-3] the retention of recordings', () => {
  /** A recorded sitting that began some days ago, in a session whose contestations end in some days. */
  async function recorded(daysAgo: number, contestationsIn: number): Promise<number> {
    const sessionId = await aSession(server);
    const { student, exam: running } = await aRunningExam(server, exam, { sessionId });
    await send(student, `${running.groupId}.json`, keyframe(1000));
    await server.database.sql`
      update exam_groups set started_at = now() - make_interval(days => ${daysAgo}) where id = ${running.groupId}`;
    await server.database.sql`
      update exam_sessions set contest_resolve_end_date = now() + make_interval(days => ${contestationsIn}),
             contest_end_date = now() - interval '1000 days', contest_start_date = now() - interval '1001 days'
       where id = ${sessionId}`;
    return running.groupId;
  }

  it('[REC-3] ends after the configured number of days, but not before the contestations are resolved', async () => {
    const groups = {
      young: await recorded(179, -10),
      over: await recorded(181, -10),
      contested: await recorded(400, 5),
    };
    expect((await outline(`${groups.over}.json`)).isEnded).toBe(true);
    expect((await outline(`${groups.contested}.json`)).isEnded).toBe(false);
    const { recordingRetentionDays } = await server.services.settings.current();
    await deleteEndedRecordings(server.database, recordingRetentionDays);
    expect(await Promise.all(Object.values(groups).map(storedParts))).toEqual([1, 0, 1]);
    expect(await outline(`${groups.over}.json`)).toMatchObject({ parts: [], isEnded: true });
    expect(await storedParts(groups.young)).toBe(1);
    await deleteEndedRecordings(server.database, 170);
    expect(await storedParts(groups.young)).toBe(0);
  });

  it('[REC-3] keeps those of a session with a contestation that is still open after the date set for resolving it', async () => {
    const groupId = await recorded(400, -10);
    const { sql } = server.database;
    await sql`
      insert into exam_contests (type, exam_id, student_id, exam_session_id, comment, score_before)
      select 'technical', e.id, g.student_id, g.exam_session_id, 'Ecranul s-a stins.', 0
        from exam_groups g join exams e on e.group_id = g.id where g.id = ${groupId}`;
    expect(await outline(`${groupId}.json`)).toMatchObject({ isEnded: false, endsAt: null });
    await deleteEndedRecordings(server.database, 180);
    expect(await storedParts(groupId)).toBe(1);
    await sql`update exam_contests set status = 'RS', resolved_at = now()`;
    expect(await outline(`${groupId}.json`)).toMatchObject({ isEnded: true, endsAt: expect.any(String) });
    await deleteEndedRecordings(server.database, 180);
    expect(await storedParts(groupId)).toBe(0);
  });

  it('[REC-3] keeps the announced date when the setting is raised afterwards', async () => {
    const groups = { announced: await recorded(181, -10), young: await recorded(170, -10) };
    const days = async (groupId: number) => {
      const { startedAt, endsAt } = await outline(`${groupId}.json`);
      return Math.round((Date.parse(endsAt ?? '') - Date.parse(startedAt ?? '')) / 86_400_000);
    };
    await server.set({ recordingRetentionDays: 3650 });
    const later = await recorded(181, -10);
    expect([await days(groups.announced), await days(groups.young), await days(later)]).toEqual([
      180, 180, 3650,
    ]);
    expect((await outline(`${groups.announced}.json`)).isEnded).toBe(true);
    await deleteEndedRecordings(server.database, 3650);
    expect(await Promise.all([groups.announced, groups.young, later].map(storedParts))).toEqual([0, 1, 1]);
    await server.set({ recordingRetentionDays: 180 });
  });
});
