import { beforeAll, describe, expect, it } from 'vitest';
import type { PaperEntry } from '#contract/paper-entries.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aSecretary, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aPrintedExam, type RunningExam, sittingOf } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
let first: SignedInPerson;
let second: SignedInPerson;
let secretary: SignedInPerson;
beforeAll(async () => {
  first = await signedInAs(server, 'admin');
  second = await signedInAs(server, 'admin');
  custom = await aCustomExam(server, { questions: 2, percentSimple: 0 });
  secretary = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

const enter = (caller: SignedInPerson, exam: Pick<RunningExam, 'exam'>, ticks: number[], reason?: string) =>
  caller.put(`paperEntries/${exam.exam.groupId}`, {
    exams: [{ examId: exam.exam.id, ticks }],
    ...(reason && { reason }),
  });

/** A printed exam that staff ended, on a day long enough ago that its key is open. */
async function anExamWithOpenKey() {
  const own = await aCustomExam(server, { questions: 2, percentSimple: 0 });
  const exam = await aPrintedExam(server, first, own);
  await first.post(`exams/${exam.exam.id}/end`, { reason: 'Rețeaua a căzut' });
  await server.database.sql`
    update appointments set exam_date = exam_date - 5, starts_at = starts_at - interval '5 days', ends_at = ends_at - interval '5 days'
     where id = ${exam.appointment.id}`;
  const right = (await exam.stored()).map(({ answerOrder }) =>
    answerOrder.reduce((bits, bankIndex, shownAt) => (bankIndex < 5 ? bits | (1 << shownAt) : bits), 0),
  );
  return { ...exam, right, collegeId: own.studyPlace.collegeId };
}

/** Ends the contestations of the session of an exam a minute ago. */
async function endContestations({ exam }: Pick<RunningExam, 'exam'>): Promise<void> {
  const sessions = await server.database.sql`
    update exam_sessions s set contest_start_date = now() - interval '4 days', contest_end_date = now() - interval '3 days',
           contest_resolve_end_date = now() - interval '1 minute'
      from exam_groups g where g.id = ${exam.groupId} and s.id = g.exam_session_id returning s.id`;
  expect(sessions.count).toBe(1);
}

describe('a paper that is entered late', () => {
  it('[PRINT-1] is refused when it was never printed, and stays unprinted and absent', async () => {
    const absent = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const [paper] = await server.database.sql<{ groupId: number; id: number }[]>`
      select e.group_id as "groupId", e.id from exams e join exam_groups g on g.id = e.group_id
       where g.appointment_id = ${absent.appointment.id}`;
    if (!paper) throw new Error('no paper was drawn');
    const ofPaper = `paperEntries/${paper.groupId}`;
    expect((await first.get(ofPaper)).json<PaperEntry>().refusal).toBe('paper.notPrinted');
    const body = { exams: [{ examId: paper.id, ticks: [0, 0] }] };
    for (const caller of [first, secretary])
      expect(errorOf(await caller.put(ofPaper, body))).toEqual([409, 'paper.notPrinted']);
    expect(
      await server.database.sql`
      select printed_at as printed, started_at as started from exam_groups where id = ${paper.groupId}`,
    ).toEqual([{ printed: null, started: null }]);
  });

  it('[PRINT-1] [RESU-1] [CONT-10] needs administrators with a reason once its key can be known, and its student hears of the grade', async () => {
    const exam = await anExamWithOpenKey();
    const { groupId, id } = exam.exam;
    const office = await signedIn(server, await aSecretary(server, { collegeId: exam.collegeId }));
    expect(errorOf(await enter(office, exam, exam.right, 'Găsită'))).toEqual([409, 'paper.keyOpen']);
    expect(errorOf(await enter(first, exam, exam.right))).toEqual([409, 'paper.reasonNeeded']);
    expect((await first.get(`paperEntries/${groupId}`)).json<PaperEntry>().refusal).toBe(
      'paper.reasonNeeded',
    );
    for (const caller of [first, second])
      expect((await enter(caller, exam, exam.right, 'Lucrarea a fost găsită azi')).statusCode).toBe(200);
    expect((await sittingOf(first, groupId)).exams[0]).toMatchObject({ status: 'Finished', grade: 10 });
    const { sql } = server.database;
    const late = await sql<{ actor: number }[]>`
      select actor_id as actor from audit_log where action = 'paperEnteredLate' and entity_id = ${String(groupId)} order by id`;
    expect(late.map(({ actor }) => actor)).toEqual([first.userId, second.userId]);
    expect(
      await sql`select old_grade::float8 as "oldGrade" from changed_grades where exam_id = ${id}`,
    ).toEqual([{ oldGrade: 1 }]);
    expect(
      await sql`select facts ->> 'newGrade' as grade from contest_mails where user_id = ${exam.student.userId}`,
    ).toEqual([{ grade: '10' }]);
  });

  it('[PRINT-1] is entered by the office for twelve hours after its slot, whether or not its key has opened', async () => {
    const exam = await anExamWithOpenKey();
    const office = await signedIn(server, await aSecretary(server, { collegeId: exam.collegeId }));
    const ended = (hoursAgo: number) => server.database.sql`
      update appointments set starts_at = now() - make_interval(hours => ${hoursAgo + 2}), ends_at = now() - make_interval(hours => ${hoursAgo})
       where id = ${exam.appointment.id}`;
    await ended(13);
    expect(errorOf(await enter(office, exam, exam.right))).toEqual([409, 'paper.keyOpen']);
    await ended(11);
    expect((await enter(office, exam, exam.right)).statusCode).toBeLessThan(300);
  });

  it('[PRINT-1] is refused to everybody after the contestations of its session', async () => {
    const exam = await anExamWithOpenKey();
    await endContestations(exam);
    expect(errorOf(await enter(first, exam, exam.right, 'Găsită'))).toEqual([409, 'paper.tooLate']);
  });
});

describe('entries of a paper that would be discarded', () => {
  const discard = (exam: Pick<RunningExam, 'exam'>) =>
    first.post(`paperEntries/${exam.exam.groupId}/discard`, { reason: 'Citită greșit' });
  const entryOf = async (exam: Pick<RunningExam, 'exam'>) =>
    (await first.get(`paperEntries/${exam.exam.groupId}`)).json<PaperEntry>();

  it('[PRINT-1] are entered again by administrators with a reason, once the key can be known', async () => {
    const exam = await anExamWithOpenKey();
    for (const caller of [first, second]) await enter(caller, exam, [1, 0], 'Găsită');
    expect(await entryOf(exam)).toMatchObject({ isStored: true, discardRefusal: null });
    expect((await discard(exam)).json()).toMatchObject({ people: 0, refusal: 'paper.reasonNeeded' });
    for (const caller of [first, second])
      expect((await enter(caller, exam, exam.right, 'Recitită')).statusCode).toBe(200);
    expect((await sittingOf(first, exam.exam.groupId)).exams[0]).toMatchObject({ grade: 10 });
  });

  it('[PRINT-1] stay when nobody could enter the paper again: after the contestations, or once all was handed in', async () => {
    const late = await anExamWithOpenKey();
    for (const caller of [first, second]) await enter(caller, late, late.right, 'Găsită');
    await endContestations(late);
    expect(await entryOf(late)).toMatchObject({ isStored: true, discardRefusal: 'paper.tooLate' });
    expect(errorOf(await discard(late))).toEqual([409, 'paper.tooLate']);
    expect(await entryOf(late)).toMatchObject({ isStored: true, people: 2 });

    const own = await aCustomExam(server, { questions: 2, percentSimple: 0 });
    const handedIn = await aPrintedExam(server, first, own);
    await enter(first, handedIn, [1, 0]);
    await handedIn.finish();
    expect(await entryOf(handedIn)).toMatchObject({ people: 1, discardRefusal: 'paper.handedIn' });
    expect(errorOf(await discard(handedIn))).toEqual([409, 'paper.handedIn']);
  });
});
