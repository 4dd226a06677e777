import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Queryable } from '#server/db/database.ts';

/**
 * Rescores every finished exam independently: replays its events and applies a second implementation of the rules and of
 * the settlements in force, in integers over the least common multiple of all possible answer counts.
 */

const common = [...Array(30).keys()].map((n) => BigInt(n + 1)).reduce(leastCommonMultiple);
function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small > 0n) [large, small] = [small, large % small];
  return (a / large) * b;
}
/** `part` of `whole` in units of 1 / common. */
const share = (part: number, whole: number) => (whole === 0 ? 0n : (BigInt(part) * common) / BigInt(whole));

type Question = {
  readonly examId: number;
  readonly position: number;
  readonly kind: string;
  readonly points: string;
  readonly answerOrder: readonly number[];
  readonly key: number;
  readonly ticks: number;
  readonly seq: number;
  /** The settlements in force that reach it, found and ordered by the database. */
  readonly settlements: readonly {
    readonly kind: string;
    readonly answers: number;
    readonly decided: number | null;
    readonly ticks: number;
  }[];
};
type Exam = { readonly id: number; readonly mode: string; readonly score: string; readonly grade: string };
type Event = {
  readonly examId: number;
  readonly position: number;
  readonly ticks: number;
  readonly seq: number | null;
};

/** Whether an answer is correct after all corrected keys, one after the other; a key without a correct answer is replaced whole. */
function isRight({ key, settlements }: Question, bankIndex: number): boolean {
  const indices = Array.from({ length: 31 }, (_, index) => index);
  const has = (bits: number, index: number) => ((bits >> index) & 1) === 1;
  let right = indices.map((index) => has(key, index));
  for (const { kind, answers, decided } of settlements) {
    if (kind !== 'changeKey') continue;
    right = indices.map(
      (index) =>
        has(decided === null || has(decided, index) ? answers : 0, index) ||
        (decided !== null && !has(decided, index) && (right[index] ?? false)),
    );
    if (!right.includes(true)) right = indices.map((index) => has(answers, index));
  }
  return right[bankIndex] ?? false;
}

/** The points a question earns, in hundredths / common. */
function earned(question: Question, mode: string): bigint {
  const { points, answerOrder, kind, settlements } = question;
  const newest = (of: string) => settlements.filter((one) => one.kind === of).at(-1);
  if (newest('fullPoints')) return BigInt(Math.round(Number(points) * 100)) * common;
  const ticks = newest('countLate')?.ticks ?? question.ticks;
  const stays = answerOrder.flatMap((bankIndex, shown) =>
    settlements.some((one) => one.kind === 'removeAnswer' && ((one.answers >> bankIndex) & 1) === 1)
      ? []
      : [{ right: isRight(question, bankIndex), ticked: ((ticks >> shown) & 1) === 1 }],
  );
  const right = stays.map((one) => one.right);
  const ticked = stays.map((one) => one.ticked);
  const count = (correct: boolean, tick: boolean) =>
    right.filter((one, shown) => one === correct && ticked[shown] === tick).length;
  const [hits, misses, wrongTicks, leftAlone] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const [correct, wrong] = [hits + misses, wrongTicks + leftAlone];
  const exact = misses === 0 && wrongTicks === 0;
  const guessed = hits + wrongTicks <= 1 || (misses + leftAlone === 0 && wrong > 0);
  const worth = BigInt(Math.round(Number(points) * 100));
  const part = ((): bigint => {
    if (correct === 0) return common;
    if (kind === 's' && settlements.length > 0) return hits > 0 && wrongTicks === 0 ? common : 0n;
    if (correct === 1) return exact ? common : 0n;
    if (hits + wrongTicks === 0) return 0n;
    if (mode === 'PERFECT_MATCH') return exact ? common : 0n;
    if (mode === 'JUST_CORRECT') return wrongTicks === 0 ? share(hits, correct) : 0n;
    if (mode === 'WRONG_CANCELS') return share(hits - wrongTicks, correct);
    if (guessed) return 0n;
    if (mode === 'FULL_MATCH') return share(hits + leftAlone, stays.length);
    if (mode === 'NEGATIVE_MARKING') return share(hits, correct) - share(wrongTicks, wrong);
    throw new Error(`there is no mode ${mode}`);
  })();
  return part > 0n ? worth * part : 0n;
}

const halfUp = (top: bigint, bottom: bigint) => Number((2n * top + bottom) / (2n * bottom));
const asHundredths = (text: string) => Math.round(Number(text) * 100);

/** Ticks and sequence of each question after replaying its events. */
function replayed(events: readonly Event[]): Map<number, { ticks: number; seq: number }> {
  const states = new Map<number, { ticks: number; seq: number }>();
  for (const { position, ticks, seq } of events) {
    const before = states.get(position)?.seq ?? 0;
    const after = seq ?? Math.min(before + 1, 2_147_483_647);
    if (seq === null || after > before) states.set(position, { ticks, seq: after });
  }
  return states;
}

function byExam<T extends { readonly examId: number }>(rows: readonly T[]): Map<number, T[]> {
  const exams = new Map<number, T[]>();
  for (const row of rows) exams.set(row.examId, [...(exams.get(row.examId) ?? []), row]);
  return exams;
}

function problemsOf(exam: Exam, questions: readonly Question[], events: readonly Event[]): string[] {
  const states = replayed(events);
  const wrong = questions.flatMap(({ position, ticks, seq }) => {
    const state = states.get(position) ?? { ticks: 0, seq: 0 };
    if (state.ticks === ticks && state.seq === seq) return [];
    return [
      `exam ${exam.id} question ${position}: events leave ${JSON.stringify(state)}, stored ${ticks}, ${seq}`,
    ];
  });
  const score = questions
    .map((question) => ({ ...question, ticks: states.get(question.position)?.ticks ?? 0 }))
    .reduce((all, question) => all + earned(question, exam.mode), 0n);
  const maxPoints =
    questions.reduce((all, { points }) => all + BigInt(Math.round(Number(points) * 100)), 0n) * common;
  const grade = maxPoints === 0n ? 100 : halfUp(900n * score, maxPoints) + 100;
  const found = [halfUp(score, common), grade];
  const stored = [asHundredths(exam.score), asHundredths(exam.grade)];
  if (found.join() !== stored.join())
    wrong.push(`exam ${exam.id} (${exam.mode}): its events are worth ${found}, stored ${stored} hundredths`);
  return wrong;
}

/** The number of finished exams, and where stored ticks, score or grade differ from the replayed events. */
export async function rescored(sql: Queryable): Promise<{ exams: number; problems: string[] }> {
  const exams = await sql<Exam[]>`
    select e.id, e.score::text, e.grade::text, coalesce((
             select s.scoring_mode from settlements s join exam_groups g on g.id = e.group_id
              where s.withdrawn_at is null and s.kind = 'scoringMode' and g.kind = 'official' and (
                    s.reach = 'student' and s.exam_id = e.id or s.reach = 'template' and s.template_group_id = g.template_group_id
                    or s.reach = 'session' and s.exam_session_id = g.exam_session_id and s.custom_exam_id = g.custom_exam_id)
              order by s.id desc limit 1), e.scoring_mode) as mode
      from exams e where e.finished_at is not null`;
  const questions = byExam(
    await sql<Question[]>`
      select q.exam_id as "examId", q.position, q.kind, v.points::text, q.slots as "answerOrder", k.correct as key, q.ticks, q.seq,
             (select coalesce(json_agg(json_build_object('kind', s.kind, 'answers', s.answers, 'decided', s.decided, 'ticks', s.ticks) order by s.id), '[]')
                from settlements s join exam_groups g on g.id = e.group_id
               where s.withdrawn_at is null and s.question_version_id = v.id and g.kind = 'official' and (
                     s.reach = 'student' and s.exam_id = e.id or s.reach = 'template' and s.template_group_id = g.template_group_id
                     or s.reach = 'session' and s.exam_session_id = g.exam_session_id)) as settlements
        from exam_questions q join question_versions v on v.id = q.question_version_id
        join question_keys k on k.question_version_id = v.id join exams e on e.id = q.exam_id
       where e.finished_at is not null`,
  );
  const events = byExam(
    await sql<Event[]>`
      select exam_id as "examId", position, ticks, seq from exam_events
       where kind = ${eventLetters.saved} and ticks is not null order by exam_id, at, save_id`,
  );
  const problems = exams.flatMap((exam) =>
    problemsOf(exam, questions.get(exam.id) ?? [], events.get(exam.id) ?? []),
  );
  return { exams: exams.length, problems };
}
