import type { BodyOfCall } from '#contract/call.ts';
import type { Filing, fileContest as fileCall } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import type { Actor } from '#domain/access/actor.ts';
import { contestDaysEnd, type FilingState, filingOf, filingProblems } from '#domain/contestations/filing.ts';
import { refuse, refuseProblems } from '#domain/errors.ts';
import { examPositionOf, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { keyOpensAt } from '#domain/exam-taking/key-opening.ts';
import type { ProductSettings } from '#domain/settings.ts';
import { shownContents } from '#server/bank/stored-content.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { questionsUsedUntil } from '#server/exams/questions-used-until.ts';
import { type StoredQuestion, servedQuestion } from '#server/exams/serving.ts';
import type { Services } from '#server/services.ts';
import { technicalFacts } from './facts.ts';
import { noteContestMail } from './mails.ts';
import { readContest } from './reading.ts';

type Contestable = {
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  readonly examName: string;
  readonly date: string;
  readonly score: number | null;
  readonly maxPoints: number;
  readonly grade: number | null;
  readonly annulled: boolean;
  readonly studentId: number;
  readonly sessionId: number;
  readonly contestStart: number;
  readonly contestEnd: number;
  readonly questionsUsedUntil: number;
  readonly now: number;
};

/** The actor's finished official exam with the data that decides whether it can be contested. */
async function ownExam(
  sql: Queryable,
  actor: Actor,
  examId: number,
): Promise<Contestable & { readonly score: number; readonly grade: number }> {
  const [exam] = await sql<Contestable[]>`
    select e.id, e.group_id as "groupId", e.name, g.name as "examName", to_char(e.started_at, 'YYYY-MM-DD') as date,
           e.score::float8 as score, e.max_points::float8 as "maxPoints", e.grade::float8 as grade,
           a.annulled_at is not null as annulled, g.student_id as "studentId", a.exam_session_id as "sessionId",
           extract(epoch from s.contest_start_date)::float8 * 1000 as "contestStart",
           extract(epoch from s.contest_end_date)::float8 * 1000 as "contestEnd",
           ${questionsUsedUntil(sql)} as "questionsUsedUntil", extract(epoch from now())::float8 * 1000 as now
      from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
      join exam_sessions s on s.id = a.exam_session_id
     where e.id = ${examId} and g.kind = 'official' and g.user_id = ${actor.userId} and e.started_at is not null`;
  if (!exam) refuse('resource.notFound');
  const { score, grade } = exam;
  if (score === null || grade === null) refuse('exam.notFinished');
  if (exam.annulled) refuse('sitting.annulled');
  return { ...exam, score, grade };
}

const stateOf = (
  exam: Contestable,
  { allowContestations, contestationsAllowedDays }: ProductSettings,
): FilingState => filingOf({ ...exam, allowContestations, contestationsAllowedDays }, exam.now);

const iso = (moment: number) => new Date(moment).toISOString();

const selectServed = (sql: Queryable, examId: number) => sql<StoredQuestion[]>`
  select position, question_version_id as "versionId", kind, slots as "answerOrder", ticks, seq, marks
    from exam_questions where exam_id = ${examId} order by position`;

/** The form for contesting an exam (CONT-1): texts and own ticks once filing has opened, never the key. */
export async function contestFiling(services: Services, actor: Actor, examId: number): Promise<Filing> {
  const { sql } = services.database;
  const settings = await services.settings.current();
  const exam = await ownExam(sql, actor, examId);
  const state = stateOf(exam, settings);
  const keyFrom = keyOpensAt(exam.questionsUsedUntil);
  const isOpen = state.status === 'open';
  const questions = isOpen ? await selectServed(sql, examId) : [];
  const contents = await shownContents(
    sql,
    questions.map(({ versionId }) => versionId),
  );
  const { id, groupId, name, examName, date, score, maxPoints, grade } = exam;
  return {
    exam: { id, groupId, name, examName, date, score, maxPoints, grade },
    closed: isOpen
      ? null
      : {
          why: state.status,
          at: 'opensAt' in state ? iso(state.opensAt) : 'closedAt' in state ? iso(state.closedAt) : null,
        },
    until: isOpen ? iso(state.until) : null,
    gates: {
      allowContestations: settings.allowContestations,
      contestStartDate: iso(exam.contestStart),
      contestEndDate: iso(exam.contestEnd),
      daysFrom: iso(keyFrom),
      daysUntil: iso(contestDaysEnd(exam.questionsUsedUntil, settings.contestationsAllowedDays)),
      contestationsAllowedDays: settings.contestationsAllowedDays,
    },
    filed: await sql<Filing['filed']>`
      select id, type, status from exam_contests where exam_id = ${examId} order by id`,
    questions: questions.map((question) =>
      servedQuestion(examId, question, contents.get(question.versionId)),
    ),
    // They cost as much as the history of the exam, and only the form shows them.
    facts: isOpen ? await technicalFacts(sql, examId) : null,
  };
}

function refuseClosed(state: Exclude<FilingState, { status: 'open' }>): never {
  if (state.status === 'switchedOff') refuse('contestation.switchedOff');
  if (state.status === 'keyClosed') refuse('contestation.keyClosed', { opensAt: iso(state.opensAt) });
  if (state.status === 'notOpenYet') refuse('contestation.notOpenYet', { opensAt: iso(state.opensAt) });
  if (state.status === 'neverOpen') refuse('contestation.neverOpen');
  if (state.status === 'closed') refuse('contestation.closed', { closedAt: iso(state.closedAt) });
  refuse('contestation.daysOver', { closedAt: iso(state.closedAt) });
}

/** The questions of an exam that are contested: version, discipline, and the ticks in the bank's order. */
export async function insertQuestions(
  tx: Transaction,
  contestId: number,
  examId: number,
  questions: readonly {
    readonly position: number;
    readonly reason: string | null;
    readonly comment: string | null;
  }[],
): Promise<void> {
  await tx`
    insert into exam_contest_questions (contest_id, position, question_version_id, discipline_id, ticked, reason, comment)
    select ${contestId}, x.position, x.question_version_id, c.discipline_id,
           coalesce((select bit_or(1 << bank_index) from unnest(x.slots) with ordinality shown (bank_index, n)
                      where x.ticks & (1 << (n - 1)::int) <> 0), 0), f.reason, f.comment
      from unnest(${questions.map(({ position }) => position)}::int[], ${questions.map(({ reason }) => reason)}::text[],
                  ${questions.map(({ comment }) => comment)}::text[]) as f (position, reason, comment)
      join exam_questions x on x.exam_id = ${examId} and x.position = f.position
      join question_versions v on v.id = x.question_version_id join questions b on b.id = v.question_id
      join chapters c on c.id = b.chapter_id`;
}

/** Files a contestation (CONT-1). The constraint `exam_contests_once` lets one of each type through (CONT-2). */
export async function fileContest(
  services: Services,
  actor: Actor,
  author: Author,
  { examId, type, questions, comment }: BodyOfCall<typeof fileCall>,
): Promise<Contest> {
  const settings = await services.settings.current();
  const id = await services.database.transaction(author, async (tx) => {
    // Locks the session's dates until this is filed, so that nothing is filed after closing.
    await tx`select from exam_sessions where id in (
      select g.exam_session_id from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}) for share`;
    const exam = await ownExam(tx, actor, examId);
    const before = await tx`select from exam_contests where exam_id = ${examId} and type = ${type}`;
    if (before.count > 0) refuse('contestation.twice');
    const state = stateOf(exam, settings);
    if (state.status !== 'open') refuseClosed(state);
    const served = (await selectServed(tx, examId)).map(({ position }) =>
      examQuestionId({ examId, position }),
    );
    refuseProblems(filingProblems({ type, questions, comment }, new Set(served)));
    const [made] = await tx<{ id: number }[]>`
      insert into exam_contests (type, exam_id, student_id, exam_session_id, comment, facts, score_before, grade_before, filed_by)
      values (${type}, ${examId}, ${exam.studentId}, ${exam.sessionId}, ${comment || null},
              ${type === 'technical' ? tx.json(await technicalFacts(tx, examId)) : null},
              ${exam.score}, ${exam.grade}, ${actor.userId}) returning id`;
    const contestId = made?.id ?? 0;
    if (type === 'technical')
      await tx`insert into exam_contest_questions (contest_id, position) values (${contestId}, 0)`;
    const filed = questions.map(({ examQuestionId: id, reason, comment: why }) => ({
      position: examPositionOf(id).position,
      reason,
      comment: why || null,
    }));
    await insertQuestions(tx, contestId, examId, filed);
    await noteContestMail(tx, 'filed', [contestId]);
    return contestId;
  });
  return readContest(services, actor, id);
}
