import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '#server/testing/accounts.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, sittingOf } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
});

describe('one sitting', () => {
  it('[RESU-7] shows student, seat, times, questions as served with ticks, key and points, and the recording', async () => {
    const exam = await aRunningExam(server, custom);
    const correct = await correctAt(exam, 2);
    await exam.save(2, correct, { seq: 1 });
    const running = await sittingOf(admin, exam.exam.groupId);
    expect(running.exams[0]).toMatchObject({ status: 'Started', questionExams: [], score: null });
    const file = { fileName: `${exam.exam.groupId}.json` };
    await upload(exam.student, 'uploadExamRecording', Buffer.from('[]'), file);
    await exam.finish();
    const shown = await sittingOf(admin, exam.exam.groupId);
    expect(shown).toMatchObject({
      examName: 'Examen de semestru',
      numarMatricol: expect.any(String),
      examRow: 1,
      seatNumber: 7,
      building: 'A',
      computers: 1,
      annulled: null,
      recordings: [`${exam.exam.groupId}.json`],
    });
    const [times] = await server.database.sql<Record<string, string>[]>`
      select a.starts_at as "startsAt", a.ends_at as "endsAt", g.started_at as "serverStartTime", e.finished_at as "serverStopTime"
        from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
       where e.id = ${exam.exam.id}`;
    const { startsAt, endsAt, serverStartTime } = shown;
    const [one] = shown.exams;
    expect({ startsAt, endsAt, serverStartTime, serverStopTime: one?.serverStopTime }).toEqual({ ...times });
    expect(one).toMatchObject({ id: exam.exam.id, status: 'Finished', score: 10, answered: 1 });
    expect(one?.questionExams.map(({ index, points }) => [index, points])).toEqual([
      [1, 0],
      [2, 10],
      [3, 0],
      [4, 0],
    ]);
    const answers = one?.questionExams[1]?.answerExams ?? [];
    expect(answers.flatMap(({ isChecked }, index) => (isChecked ? [index] : []))).toEqual(correct);
    expect(answers.flatMap(({ answer }, index) => (answer.isCorrect ? [index] : []))).toEqual(correct);
  });

  it('[RESU-7] has its history: answers, skips, moves, lost connections, takeovers, late answers and credited time', async () => {
    const exam = await aRunningExam(server, custom);
    const said = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
    await exam.next(1, [0], { seq: 1, clientTime: said(0) });
    await exam.next(2, undefined, { isSkiped: true, seq: 2, clientTime: said(0) });
    await exam.save(3, [1], { seq: 3, clientTime: said(95) });
    await exam.next(3, undefined, { seq: 4, clientTime: said(0) });
    const second = await signedIn(server, exam.student);
    const loaded = (await second.get(`getExamById/?groupId=${exam.exam.groupId}`)).json();
    await server.database.sql`update appointments set extra_minutes = 7 where id = ${exam.appointment.id}`;
    await second.put('examSave/', {
      ...exam.body(4, [2], { seq: loaded.seqFloor + 1, saveId: randomUUID() }),
      writer: loaded.writer,
    });
    await second.put(`examFinish/?examId=${exam.exam.id}&writer=${loaded.writer}`);
    await second.put('examSave/', {
      ...exam.body(1, [3], { seq: loaded.seqFloor + 2, saveId: randomUUID() }),
      writer: loaded.writer,
    });
    const shown = await sittingOf(admin, exam.exam.groupId);
    expect(shown.computers).toBe(2);
    expect(
      shown.exams[0]?.history.map((one) => [
        one.event,
        one.questionIndex,
        one.answers,
        one.computer,
        one.minutes,
        one.delaySeconds !== null && one.delaySeconds > 60,
      ]),
    ).toEqual([
      ['begun', null, null, 1, null, false],
      ['saved', 1, 'A', 1, null, false],
      ['skipped', 2, null, 1, null, false],
      ['saved', 3, 'B', 1, null, true],
      ['saved', 3, null, 1, null, false],
      ['loaded', null, null, 2, null, false],
      ['timeCredited', null, null, null, 7, false],
      ['saved', 4, 'C', 2, null, false],
      ['finished', null, null, 2, null, false],
      ['late', 1, 'D', 2, null, false],
    ]);
  });

  it('[RESU-2] names the student in the preview', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    const { student } = (await admin.get(`previewExam?examId=${exam.exam.id}`)).json();
    expect(student).toEqual({
      firstName: expect.any(String),
      lastName: expect.any(String),
      numarMatricol: expect.any(String),
    });
  });
});
