import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Move, positionAfter } from '#domain/exam-taking/next-question.ts';
import {
  highestSeq,
  intendedTicks,
  judgeSave,
  type QuestionState,
  type Save,
} from '#domain/exam-taking/save.ts';
import type { StoredExamState } from '#domain/exam-taking/sitting.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import { anAccount } from '#server/testing/accounts.ts';
import { aQuestion } from '#server/testing/bank.ts';
import { aTaughtDiscipline } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import {
  type SaveRequest,
  type SaveRow,
  saveParameters,
  saveStatement,
  showNext,
  showNothing,
} from './save-statement.ts';

const maxPerBatch = 6;
const questionsPerExam = 4;

const server = useTestServer();
let people: { owner: number; other: number };
let examIds: number[];
const signIns = {
  alive: randomUUID(),
  /** The same person at another computer. */
  second: randomUUID(),
  revoked: randomUUID(),
  expired: randomUUID(),
  someoneElse: randomUUID(),
};

beforeAll(async () => {
  const { sql } = server.database;
  const { id: disciplineId, chapterId } = await aTaughtDiscipline(server, { bank: 1 });
  const questionId = await aQuestion(server, chapterId);
  people = { owner: (await anAccount(server)).userId, other: (await anAccount(server)).userId };
  await sql`insert into sign_ins (id, user_id, expires_at, revoked_at) values
    (${signIns.alive}, ${people.owner}, now() + interval '1 day', null),
    (${signIns.second}, ${people.owner}, now() + interval '1 day', null),
    (${signIns.revoked}, ${people.owner}, now() + interval '1 day', now()),
    (${signIns.expired}, ${people.owner}, now() - interval '1 second', null),
    (${signIns.someoneElse}, ${people.other}, now() + interval '1 day', null)`;
  const exams = await sql<{ id: number }[]>`
    with made as (
      insert into exam_groups (kind, user_id, discipline_id, name, duration_s, seed)
      select 'trial', ${people.owner}, ${disciplineId}, 'Probă', 3600, 'seed' from generate_series(1, ${maxPerBatch}) returning id
    ), exam as (
      insert into exams (group_id, position, user_id, name, questions, scoring_mode, max_points)
      select id, row_number() over (order by id), ${people.owner}, 'Probă', ${questionsPerExam}, 'FULL_MATCH', 40 from made returning id
    ), question as (
      insert into exam_questions (exam_id, position, question_version_id, kind, slots)
      select exam.id, place, v.id, 's', '{0,1,2}' from exam, generate_series(1, ${questionsPerExam}) place,
             question_versions v where v.question_id = ${questionId} returning exam_id
    ) select id from exam order by id`;
  examIds = exams.map(({ id }) => id);
});

const writer = randomUUID();

const writerSignIns = { own: signIns.alive, none: null } as const;
/** The expiry of an expired token and of a valid one, in seconds since 1970. */
const tokenEnds = { over: 1_000_000_000, alive: 4_000_000_000 } as const;

type Situation = {
  readonly official: boolean;
  readonly state: 'prepared' | 'running' | 'finished';
  /** Seconds to the deadline; none so close to deadline or grace that the test's run time matters. */
  readonly deadlineIn: number;
  readonly questions: readonly QuestionState[];
  readonly position: number;
  readonly to: number;
  readonly writer: string | undefined;
  readonly writerSignIn: keyof typeof writerSignIns;
  readonly token: keyof typeof tokenEnds;
  readonly seq: number | undefined;
  readonly ticks: number | undefined;
  readonly skip: boolean;
  readonly waitedMs: number;
  readonly signIn: keyof typeof signIns;
  readonly user: 'owner' | 'other';
};

const usually = <T>(often: T, ...seldom: readonly T[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(often) },
    { weight: 1, arbitrary: fc.constantFrom(...seldom) },
  );
const question = fc
  .record({
    kind: fc.constantFrom<QuestionState['kind']>('simple', 'multiple'),
    shown: fc.integer({ min: 2, max: 6 }),
    bits: fc.nat(63),
    seq: fc.oneof(fc.nat(5), fc.constant(highestSeq)),
    skipped: fc.boolean(),
  })
  .map(({ bits, ...one }): QuestionState => ({ ...one, ticks: bits & ((1 << one.shown) - 1) }));
const situation: fc.Arbitrary<Situation> = fc.record({
  official: usually(true, false, false),
  state: usually<Situation['state']>('running', 'prepared', 'finished'),
  deadlineIn: fc.constantFrom(3600, 10, -20, -50, -50, -70, -85, -3600),
  questions: fc.array(question, { minLength: questionsPerExam, maxLength: questionsPerExam }),
  position: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: questionsPerExam }) },
    { weight: 1, arbitrary: fc.constantFrom(0, questionsPerExam + 1, 999) },
  ),
  to: fc.constantFrom(
    showNext,
    showNext,
    showNext,
    showNothing,
    1,
    2,
    questionsPerExam,
    questionsPerExam + 1,
    10_000,
  ),
  writer: usually<string | undefined>(writer, undefined, undefined, randomUUID()),
  writerSignIn: usually<Situation['writerSignIn']>('own', 'none'),
  token: usually<Situation['token']>('alive', 'over'),
  seq: fc.option(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(highestSeq)), { nil: undefined }),
  ticks: fc.option(fc.oneof(fc.nat(63), fc.constantFrom(0, 1, 2, 4, 1 << 29)), { nil: undefined, freq: 6 }),
  skip: fc.boolean(),
  waitedMs: fc.constantFrom(0, 0, 15_000),
  signIn: usually<Situation['signIn']>('alive', 'second', 'second', 'revoked', 'expired', 'someoneElse'),
  user: usually<Situation['user']>('owner', 'other'),
});

const unbegun: Pick<Situation, 'state' | 'deadlineIn' | 'official' | 'writerSignIn'> = {
  state: 'prepared',
  deadlineIn: 0,
  official: false,
  writerSignIn: 'none',
};

async function arrange(batch: readonly Situation[]): Promise<void> {
  const rows = batch.flatMap(({ questions }, index) =>
    questions.map(({ kind, shown, ticks, seq, skipped }, at) => ({
      exam: examIds[index],
      position: at + 1,
      kind: kind === 'simple' ? 's' : 'm',
      answerOrder: Array.from({ length: shown }, (_, bankIndex) => bankIndex),
      ticks,
      seq,
      marks: skipped ? 1 : 0,
    })),
  );
  // Exams in the table outside the batch are practice that has not begun.
  const exams = examIds.map((id, index) => {
    const { state, deadlineIn, official, writerSignIn } = batch[index] ?? unbegun;
    return { id, state, deadlineIn, official, writerSignIn: writerSignIns[writerSignIn] };
  });
  const { sql } = server.database;
  await sql`
    with changed as (
      select * from jsonb_to_recordset(${sql.json(exams)}) 
        as c (id int, state text, "deadlineIn" int, official boolean, "writerSignIn" uuid)
    ), exam as (
      update exams e set
        started_at = case when c.state = 'prepared' then null else now() - interval '2 hours' end,
        deadline = case when c.state = 'prepared' then null else now() + make_interval(secs => c."deadlineIn") end,
        writer = case when c.state = 'prepared' then null else ${writer}::uuid end,
        writer_sign_in = case when c.state = 'prepared' then null else c."writerSignIn" end,
        practice = case when not c.official then 'trial ' || c.id end,
        finished_at = case when c.state = 'finished' then now() end,
        finish_cause = case when c.state = 'finished' then 'student' end,
        score = case when c.state = 'finished' then 0 end, grade = case when c.state = 'finished' then 1 end
        from changed c where e.id = c.id
    )
    update exam_questions q set kind = c.kind::"char", slots = c."answerOrder", ticks = c.ticks, seq = c.seq, marks = c.marks
      from jsonb_to_recordset(${sql.json(rows)})
        as c (exam int, position int, kind text, "answerOrder" smallint[], ticks int, seq int, marks int)
     where q.exam_id = c.exam and q.position = c.position`;
}

const requestOf = (one: Situation, index: number, now: number): SaveRequest => ({
  examId: examIds[index] ?? 0,
  userId: people[one.user],
  signInId: signIns[one.signIn],
  tokenEnds: tokenEnds[one.token],
  writer: one.writer,
  position: one.position,
  to: one.to,
  seq: one.seq,
  ticks: intendedTicks(one),
  skip: one.skip,
  saveId: randomUUID(),
  arrivedAt: now - one.waitedMs,
  client: undefined,
});

/** The domain rule's verdict; refusals by sign-in and ownership are checked elsewhere. */
function judged(one: Situation, batch: readonly Situation[]): ReturnType<typeof judgeSave> {
  const before = one.questions[one.position - 1];
  const refused = { status: 'refused', why: 'impossible' } as const;
  const signedIn = ['alive', 'second'].includes(one.signIn) && one.token === 'alive';
  if (!signedIn || one.user !== 'owner' || !before) return refused;
  const state: StoredExamState =
    one.state === 'running'
      ? {
          status: 'running',
          deadline: one.deadlineIn * 1000,
          writer,
          writerSignIn: writerSignIns[one.writerSignIn],
        }
      : one.state === 'prepared'
        ? { status: 'prepared' }
        : { status: 'finished', finishedAt: 0, cause: 'student' };
  const sits = batch.some(
    ({ official, state: other, deadlineIn }) => official && other === 'running' && deadlineIn > -graceSeconds,
  );
  const save: Save = {
    ...one,
    signInId: signIns[one.signIn],
    arrivedAt: -one.waitedMs,
    barred: sits && !one.official,
  };
  return judgeSave(state, before, save);
}

const moveOf = ({ to }: Situation): Move =>
  to === showNext ? { to: 'next' } : to === showNothing ? { to: 'nowhere' } : { to: 'index', index: to };

/** The response and stored state expected for a situation. */
function expected(one: Situation, batch: readonly Situation[]) {
  const outcome = judged(one, batch);
  const stored = one.questions.map((question, at) =>
    outcome.status !== 'refused' && at + 1 === one.position ? outcome.question : question,
  );
  const shown =
    outcome.status === 'refused'
      ? null
      : (positionAfter(
          moveOf(one),
          { position: one.position, skipped: one.skip },
          one.questions.map(({ skipped }, at) => ({ position: at + 1, skipped })),
        ) ?? null);
  const next = shown === null ? undefined : stored[shown - 1];
  return {
    outcome: outcome.status === 'refused' ? 'other' : outcome.status,
    savedSeq: outcome.status === 'refused' ? null : outcome.question.seq,
    shown,
    next: next ? [next.ticks, next.seq, next.skipped] : [null, null, null],
    stored,
    events: outcome.status === 'refused' ? 0 : 1,
  };
}

type Read = QuestionState & { readonly exam: number };
/** Every column the statement returns, empty where it wrote or shows nothing. */
type OutcomeRow = { readonly ord: number; readonly outcome: string } & Readonly<
  Record<'savedSeq' | 'position' | 'ticks' | 'seq' | 'marks', number | null>
>;

async function found(
  batch: readonly Situation[],
  requests: readonly SaveRequest[],
  rows: readonly SaveRow[],
) {
  const { sql } = server.database;
  const [questions, events] = await Promise.all([
    sql<Read[]>`
      select exam_id as exam, case kind when 's' then 'simple' else 'multiple' end as kind, cardinality(slots) as shown,
             ticks, seq, marks & 1 = 1 as skipped from exam_questions
       where exam_id = any(${examIds}) order by exam_id, position`,
    sql<{ saveId: string }[]>`
      select save_id as "saveId" from exam_events where save_id = any(${requests.map(({ saveId }) => saveId)}::uuid[])`,
  ]);
  return batch.map((_, index) => {
    const row = (rows as unknown as readonly OutcomeRow[]).find(({ ord }) => ord === index + 1);
    return {
      outcome: row?.outcome,
      savedSeq: row?.savedSeq,
      shown: row?.position,
      next: [row?.ticks, row?.seq, row?.marks == null ? null : (row.marks & 1) === 1],
      stored: questions
        .filter(({ exam }) => exam === examIds[index])
        .map(({ exam: _exam, ...question }) => question),
      events: events.filter(({ saveId }) => saveId === requests[index]?.saveId).length,
    };
  });
}

describe('the save statement', () => {
  it('[SAFE-4] [SAFE-3] [SAFE-16] [EXAM-8] [EXAM-9] returns and stores what the domain rule says, for random batches', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(situation, { minLength: 1, maxLength: maxPerBatch }), async (batch) => {
        await arrange(batch);
        const now = performance.now();
        const requests = batch.map((one, index) => requestOf(one, index, now));
        const rows = await server.database.sql.unsafe<SaveRow[]>(
          saveStatement,
          saveParameters(requests, now),
          {
            prepare: true,
          },
        );
        expect(await found(batch, requests, rows)).toEqual(batch.map((one) => expected(one, batch)));
        for (const one of batch) {
          const outcome = judged(one, batch);
          const name = outcome.status === 'refused' ? outcome.why : outcome.status;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
      }),
      { numRuns: 400 },
    );
    for (const name of [
      'applied',
      'superseded',
      'late',
      'finished',
      'notRunning',
      'takenOver',
      'impossible',
      'sitting',
    ])
      expect([name, (seen.get(name) ?? 0) > 5]).toEqual([name, true]);
  });
});
