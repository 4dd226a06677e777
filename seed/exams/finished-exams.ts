import { createHash } from 'node:crypto';
import { type Random, seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { type EventKind, eventLetters } from '#domain/exam-taking/events.ts';
import type { FinishCause } from '#domain/exam-taking/sitting.ts';
import { closingSlackSeconds, graceSeconds, type Moment } from '#domain/exam-taking/time.ts';
import { type AnsweredQuestion, type ExamScore, scoreExam } from '#domain/scoring/score-exam.ts';
import { defaultSettings } from '#domain/settings.ts';
import { known } from '#seed/known.ts';
import { answerLimits } from '#server/bank/pools.ts';
import type { Transaction } from '#server/db/database.ts';
import { openDrawables, type Subject } from '#server/exams/drawables.ts';
import { drawSitting, type NewSitting, type PaperQuestion, storeSitting } from '#server/exams/paper.ts';
import { selectServed } from '#server/exams/scoring.ts';
import { type Candidate, normal, type ServedQuestion, type Step, takeExam } from './answering.ts';

/** The performance: an ability, or the range of the final grade. */
type Success = { readonly ability: number } | { readonly grades: readonly [from: number, to: number] };

/** A finished sitting. */
export type TakenSitting = Pick<
  NewSitting,
  'kind' | 'userId' | 'studentId' | 'appointmentId' | 'firstExamId' | 'examSessionId' | 'scoringMode'
> & {
  readonly subject: Subject;
  readonly seed: string;
  readonly startedAt: Moment;
  readonly deadline: (durationSeconds: number) => Moment;
  readonly success: Success;
  /** The share of the time used: 0.5 is half. */
  readonly haste: number;
};

type StoredExam = { readonly id: number; readonly paper: readonly PaperQuestion[] };
/** An exam with everything scoring needs. */
type ServedExam = {
  readonly id: number;
  readonly served: readonly ServedQuestion[];
  readonly questionsToScore: readonly AnsweredQuestion[];
};
type StoredSitting = {
  readonly taken: TakenSitting;
  readonly groupId: number;
  readonly durationSeconds: number;
  readonly exams: readonly StoredExam[];
};

const limits = answerLimits(defaultSettings);

async function store(tx: Transaction, all: readonly TakenSitting[]): Promise<StoredSitting[]> {
  const drawables = openDrawables(tx);
  const papers = new Map<number, ReturnType<typeof drawSitting>>();
  const sittings: Omit<StoredSitting, 'exams'>[] = [];
  for (const taken of all) {
    const { subject, seed, startedAt: _, deadline: __, success: ___, haste: ____, ...given } = taken;
    const purpose = taken.kind === 'simulation' ? 'simulation' : 'exam';
    const { name, durationSeconds, parts } = await drawables.of(subject, purpose, limits);
    const exams = drawSitting({ name, durationSeconds, parts }, limits, seed);
    const groupId = await storeSitting(tx, {
      ...given,
      customExamId: subject.of === 'customExam' ? subject.id : null,
      disciplineId: subject.of === 'discipline' ? subject.id : null,
      templateGroupId: null,
      name,
      durationSeconds,
      seed,
      exams,
    });
    if (groupId === undefined) throw new Error('an appointment of the demo was taken twice');
    papers.set(groupId, exams);
    sittings.push({ taken, groupId, durationSeconds });
  }
  const rows = await tx<{ id: number; groupId: number; position: number }[]>`
    select id, group_id as "groupId", position from exams where group_id = any(${[...papers.keys()]}::int[])
     order by group_id, position`;
  return sittings.map((sitting) => ({
    ...sitting,
    exams: rows
      .filter(({ groupId }) => groupId === sitting.groupId)
      .map(({ id, position }) => ({
        id,
        paper: known(papers, sitting.groupId)[position - 1]?.questions ?? [],
      })),
  }));
}

/** A question has the same difficulty for every candidate. */
function difficulties(): (versionId: number) => number {
  const found = new Map<number, number>();
  return (versionId) => {
    const difficulty = found.get(versionId) ?? normal(seededRandom(`difficulty ${versionId}`)) * 0.7;
    found.set(versionId, difficulty);
    return difficulty;
  };
}

type FinishedExamRow = ExamScore & {
  readonly id: number;
  readonly steps: readonly Step[];
  readonly questions: readonly { readonly ticks: number; readonly seq: number; readonly marks: number }[];
  readonly openedAt: Moment;
  readonly finishedAt: Moment;
  readonly cause: FinishCause;
};

/** The state of the questions after the steps, as the engine stores it. */
function questionsAfter(count: number, steps: readonly Step[]): FinishedExamRow['questions'] {
  const questions = Array.from({ length: count }, () => ({ ticks: 0, seq: 0, marks: 0 }));
  for (const { kind, position, ticks, seq } of steps) {
    const question = questions[position - 1];
    if (!question) throw new Error('a step outside of the paper');
    if (kind === 'skipped') question.marks = 1;
    else Object.assign(question, { ticks, seq, marks: ticks ? 0 : question.marks });
  }
  return questions;
}

type Attempt = { readonly steps: readonly Step[]; readonly doneAfter: number | undefined } & ExamScore;

function attempt(
  random: Random,
  { served, questionsToScore }: ServedExam,
  candidate: Candidate,
  { scoringMode }: TakenSitting,
): Attempt {
  const { steps, doneAfter } = takeExam(random, served, candidate);
  const questions = questionsAfter(served.length, steps);
  const answered = questionsToScore.map((question, index) => ({
    ...question,
    ticks: questions[index]?.ticks ?? 0,
  }));
  return { steps, doneAfter, ...scoreExam(answered, scoringMode) };
}

/** Retries with a slightly higher ability until the grade is in range. */
function succeed(exam: ServedExam, candidate: Omit<Candidate, 'ability'>, taken: TakenSitting): Attempt {
  const { success, seed } = taken;
  const random = (n: number) => seededRandom(`${seed} ${exam.questionsToScore.length} attempt ${n}`);
  if ('ability' in success)
    return attempt(random(0), exam, { ...candidate, ability: success.ability }, taken);
  const [from, to] = success.grades;
  for (let n = 0; n < 300; n += 1) {
    const tried = attempt(random(n), exam, { ...candidate, ability: n / 25 - 1.5 }, taken);
    if (tried.grade >= from && tried.grade <= to) return tried;
  }
  throw new Error(`no attempt ended with a grade from ${from} to ${to}`);
}

const second = 1000;

/** Simulates the exams of a sitting one after the other; the deadline ends those that run out of time. */
function take({ taken, durationSeconds }: StoredSitting, exams: readonly ServedExam[]): FinishedExamRow[] {
  const deadline = taken.deadline(durationSeconds);
  const count = exams.reduce((sum, { served }) => sum + served.length, 0);
  const pace = (taken.haste * (deadline - taken.startedAt)) / second / count;
  let openedAt = taken.startedAt;
  return exams.map((exam) => {
    const time = Math.max(0, (deadline - openedAt) / second);
    const { steps, doneAfter, ...score } = succeed(exam, { pace, time }, taken);
    const done: FinishedExamRow = {
      id: exam.id,
      steps,
      questions: questionsAfter(exam.served.length, steps),
      openedAt,
      ...(doneAfter === undefined
        ? { finishedAt: deadline + (graceSeconds + closingSlackSeconds) * second + 1500, cause: 'deadline' }
        : { finishedAt: openedAt + doneAfter * second, cause: 'student' }),
      ...score,
    };
    openedAt = Math.min(deadline, done.finishedAt);
    return done;
  });
}

/** Derives the same id from the same name in every demo. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const iso = (moment: Moment) => new Date(moment).toISOString();

/** All events of an exam, from begin to finish. */
function eventsOf(done: FinishedExamRow, { seed, startedAt }: TakenSitting) {
  const signIn = uuidOf(`sign-in ${seed}`);
  const { id, score, grade, cause } = done;
  const event = (kind: EventKind, at: Moment, more: Readonly<Record<string, unknown>> = {}) => ({
    id,
    saveId: uuidOf(`${seed} ${id} ${eventLetters[kind]} ${at} ${more.seq}`),
    kind: eventLetters[kind],
    at: iso(at),
    signIn,
    ...more,
  });
  return [
    event('begun', startedAt),
    ...done.steps.map(({ kind, after, ...step }) => event(kind, done.openedAt + after * second, step)),
    event('finished', done.finishedAt, {
      client: { cause, score, grade },
      ...(cause === 'deadline' && { signIn: null }),
    }),
  ];
}

async function write(
  tx: Transaction,
  sittings: readonly (StoredSitting & { readonly done: readonly FinishedExamRow[] })[],
): Promise<void> {
  const groups = sittings.map(({ groupId, taken }) => ({ id: groupId, at: iso(taken.startedAt) }));
  const exams = sittings.flatMap(({ taken, durationSeconds, done }) =>
    done.map(({ id, finishedAt, cause, score, grade }) => ({
      id,
      startedAt: iso(taken.startedAt),
      deadline: iso(taken.deadline(durationSeconds)),
      writer: uuidOf(`writer ${taken.seed} ${id}`),
      finishedAt: iso(finishedAt),
      cause,
      score,
      grade,
    })),
  );
  const questions = sittings.flatMap(({ done }) =>
    done.flatMap(({ id, questions }) => questions.map((one, index) => ({ id, position: index + 1, ...one }))),
  );
  const events = sittings.flatMap(({ taken, done }) => done.flatMap((one) => eventsOf(one, taken)));
  await tx`
    update exam_groups g set started_at = x.at, made_at = x.at - interval '1 hour'
      from jsonb_to_recordset(${tx.json(groups)}) as x (id int, at timestamptz) where g.id = x.id`;
  await tx`
    update exams e set started_at = x."startedAt", deadline = x.deadline, writer = x.writer, finished_at = x."finishedAt",
           finish_cause = x.cause, score = x.score, grade = x.grade
      from jsonb_to_recordset(${tx.json(exams)}) as x (id int, "startedAt" timestamptz, deadline timestamptz, writer uuid,
        "finishedAt" timestamptz, cause text, score numeric, grade numeric) where e.id = x.id`;
  await tx`
    update exam_questions q set ticks = x.ticks, seq = x.seq, marks = x.marks
      from jsonb_to_recordset(${tx.json(questions)}) as x (id int, position smallint, ticks int, seq int, marks smallint)
     where q.exam_id = x.id and q.position = x.position`;
  await tx`
    insert into exam_events (exam_id, save_id, kind, position, ticks, seq, to_position, sign_in, at, client)
    select x.id, x."saveId", x.kind, x.position, x.ticks, x.seq, x."to", x."signIn", x.at, x.client
      from jsonb_to_recordset(${tx.json(events)}) as x (id int, "saveId" uuid, kind "char", position smallint,
        ticks int, seq int, "to" smallint, "signIn" uuid, at timestamptz, client jsonb) order by x.id, x.at`;
}

/** Splits sittings into rounds, because a user can have only one running practice of the same exam. */
function roundsOf(all: readonly TakenSitting[]): TakenSitting[][] {
  const rounds: TakenSitting[][] = [];
  const times = new Map<string, number>();
  for (const taken of all) {
    const practice = `${taken.kind} ${taken.userId} ${taken.subject.of} ${taken.subject.id}`;
    const earlier = taken.kind === 'official' ? 0 : (times.get(practice) ?? 0);
    times.set(practice, earlier + 1);
    rounds[earlier] = [...(rounds[earlier] ?? []), taken];
  }
  return rounds;
}

/**
 * Draws papers like the engine, simulates the candidates and writes the rows the engine would write:
 * scores follow from ticks, and ticks from events.
 */
export async function insertFinishedExams(tx: Transaction, all: readonly TakenSitting[]): Promise<void> {
  for (const round of roundsOf(all)) await insertRound(tx, round);
}

async function insertRound(tx: Transaction, all: readonly TakenSitting[]): Promise<void> {
  const sittings = await store(tx, all);
  const servedQuestions = await selectServed(
    tx,
    sittings.flatMap(({ exams }) => exams.map(({ id }) => id)),
  );
  const difficultyOf = difficulties();
  const servedExamOf = ({ id, paper }: StoredExam): ServedExam => {
    const questions = known(servedQuestions, id);
    const served = paper.map(({ versionId, kind, answerOrder }, index) => ({
      kind,
      answerOrder,
      key: questions[index]?.key ?? 0,
      difficulty: difficultyOf(versionId),
    }));
    return { id, served, questionsToScore: questions };
  };
  await write(
    tx,
    sittings.map((sitting) => ({ ...sitting, done: take(sitting, sitting.exams.map(servedExamOf)) })),
  );
}
