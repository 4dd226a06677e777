import { eventLetters } from '#domain/exam-taking/events.ts';
import { scoreExam } from '#domain/scoring/score-exam.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { selectServed } from './scoring.ts';
import { overlaysOf } from './settlements.ts';

/** A finished exam whose stored result or ticks differ from its events. */
export type ScoreProblem = {
  readonly examId: number;
  readonly what: 'ticks' | 'score';
  /** The position of the question, for ticks. */
  readonly question?: number;
  readonly stored: string;
  readonly recomputed: string;
};

export type ScoreCheck = { readonly exams: number; readonly problems: readonly ScoreProblem[] };

type Exam = {
  readonly id: number;
  readonly score: number;
  readonly grade: number;
};
type Save = {
  readonly examId: number;
  readonly position: number;
  readonly ticks: number;
  readonly seq: number | null;
};

const examsPerBatch = 200;

/**
 * The ticks of each question after its saves, in order: the highest sequence wins, and one without a sequence
 * always does.
 */
function replayed(saves: readonly Save[]): Map<number, number> {
  const states = new Map<number, { ticks: number; seq: number }>();
  for (const { position, ticks, seq } of saves) {
    const before = states.get(position)?.seq ?? 0;
    if (seq === null) states.set(position, { ticks, seq: before + 1 });
    else if (seq > before) states.set(position, { ticks, seq });
  }
  return new Map([...states].map(([position, { ticks }]) => [position, ticks]));
}

const written = ({ score, grade }: Pick<Exam, 'score' | 'grade'>) =>
  `${score.toFixed(2)}, grade ${grade.toFixed(2)}`;

async function problemsIn(sql: Queryable, exams: readonly Exam[]): Promise<ScoreProblem[]> {
  const ids = exams.map(({ id }) => id);
  const questions = await selectServed(sql, ids);
  const overlays = await overlaysOf(sql, ids);
  const saves = await sql<Save[]>`
    select exam_id as "examId", position, ticks, seq from exam_events
     where exam_id = any(${ids}::int[]) and kind = ${eventLetters.saved} and ticks is not null
     order by exam_id, at, save_id`;
  const byExam = new Map<number, Save[]>(ids.map((id) => [id, []]));
  for (const save of saves) byExam.get(save.examId)?.push(save);
  return exams.flatMap((exam): ScoreProblem[] => {
    const ticks = replayed(byExam.get(exam.id) ?? []);
    const examQuestions = questions.get(exam.id) ?? [];
    const overlay = overlays.get(exam.id);
    if (!overlay) return [];
    const recomputed = scoreExam(
      examQuestions.map((question) =>
        overlay.settled({ ...question, ticks: ticks.get(question.position) ?? 0 }),
      ),
      overlay.scoringMode,
    );
    const ofTicks = examQuestions.flatMap((question): ScoreProblem[] => {
      const found = ticks.get(question.position) ?? 0;
      if (found === question.ticks) return [];
      const { position } = question;
      return [
        {
          examId: exam.id,
          what: 'ticks',
          question: position,
          stored: String(question.ticks),
          recomputed: String(found),
        },
      ];
    });
    const isSame = recomputed.score === exam.score && recomputed.grade === exam.grade;
    return isSame
      ? ofTicks
      : [
          ...ofTicks,
          { examId: exam.id, what: 'score', stored: written(exam), recomputed: written(recomputed) },
        ];
  });
}

/**
 * Checks the next exams in one snapshot, so that an exam that is reopened or rescored meanwhile is read
 * consistently.
 */
const checkBatch = (sql: Database['sql'], above: number) =>
  sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    const exams = await tx<Exam[]>`
      select id, score::float8 as score, grade::float8 as grade from exams
       where id > ${above} and finished_at is not null order by id limit ${examsPerBatch}`;
    return { exams: exams.length, last: exams.at(-1)?.id, problems: await problemsIn(tx, exams) };
  });

/**
 * Rescores every finished exam from its events and the settlements in force, in batches; `rest` pauses
 * between them (SCORE-10).
 */
export async function checkScores(
  { sql }: Pick<Database, 'sql'>,
  rest: (startedAt: number) => Promise<void> = async () => {},
): Promise<ScoreCheck> {
  const problems: ScoreProblem[] = [];
  let count = 0;
  for (let above = 0; ; ) {
    const startedAt = performance.now();
    const batch = await checkBatch(sql, above);
    if (batch.last === undefined) return { exams: count, problems };
    problems.push(...batch.problems);
    count += batch.exams;
    above = batch.last;
    await rest(startedAt);
  }
}

export const describeProblem = ({ examId, what, question, stored, recomputed }: ScoreProblem): string =>
  what === 'ticks'
    ? `exam ${examId}, question ${question}: ticks ${stored} are stored, its events leave ${recomputed}`
    : `exam ${examId}: ${stored} is stored, its events are worth ${recomputed}`;
