import { type AnswerLimits, type DrawnQuestion, drawPaper } from '#domain/exam-structure/draw.ts';
import { type Random, seededRandom, shuffle } from '#domain/exam-structure/seeded-random.ts';
import type { ExamKind } from '#domain/exam-taking/sitting.ts';
import { type KindLetter, kindLetters } from '#domain/question-bank/question-kind.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import type { DrawablePart, DrawableSitting } from './drawables.ts';

/** A question of a paper: the version, its kind, and the bank's answer indices in the order shown. */
export type PaperQuestion = {
  readonly versionId: number;
  readonly kind: KindLetter;
  readonly answerOrder: readonly number[];
};

/** One exam of a sitting, drawn. */
export type DrawnExam = {
  readonly partId: number | null;
  readonly name: string;
  readonly questions: readonly PaperQuestion[];
};

function drawPart(
  random: Random,
  { partId, name, chapters }: DrawablePart,
  limits: AnswerLimits,
  avoid: ReadonlySet<number>,
): DrawnExam {
  const versions = new Map(
    chapters.flatMap(({ pools }) => pools.map(({ id, versionId }) => [id, versionId] as const)),
  );
  const stored = ({ questionId, kind, answers }: DrawnQuestion): PaperQuestion => ({
    versionId: versions.get(questionId) ?? 0,
    kind: kindLetters[kind],
    answerOrder: answers,
  });
  return { partId, name, questions: drawPaper(random, chapters, limits, avoid).map(stored) };
}

/**
 * The papers of a sitting; equal seed and bank give equal papers. Questions in `avoid` are used only when there are not
 * enough others.
 */
export function drawSitting(
  sitting: DrawableSitting,
  limits: AnswerLimits,
  seed: string,
  avoid: ReadonlySet<number> = new Set(),
): DrawnExam[] {
  const random = seededRandom(seed);
  return sitting.parts.map((part) => drawPart(random, part, limits, avoid));
}

/** The papers of a template, with questions and answers shuffled. */
export const reordered = (exams: readonly DrawnExam[], seed: string): DrawnExam[] => {
  const random = seededRandom(seed);
  return exams.map((exam) => ({
    ...exam,
    questions: shuffle(random, exam.questions).map((question) => ({
      ...question,
      answerOrder: shuffle(random, question.answerOrder),
    })),
  }));
};

export type NewSitting = {
  readonly kind: ExamKind;
  readonly userId: number;
  readonly studentId: number | null;
  readonly appointmentId: number | null;
  /** The id of the first exam, if the appointment already reserved it. */
  readonly firstExamId: number | null;
  readonly customExamId: number | null;
  readonly disciplineId: number | null;
  readonly examSessionId: number | null;
  readonly templateGroupId: number | null;
  readonly scoringMode: ScoringMode;
  readonly name: string;
  readonly durationSeconds: number;
  readonly seed: string;
  readonly exams: readonly DrawnExam[];
};

async function insertExam(
  tx: Transaction,
  { userId, scoringMode, firstExamId }: NewSitting,
  groupId: number,
  { partId, name, questions }: DrawnExam,
  index: number,
): Promise<boolean> {
  const versionIds = questions.map((question) => question.versionId);
  const given = index === 0 ? firstExamId : null;
  const rows = await tx`
    with exam as (
      insert into exams (id, group_id, position, user_id, part_id, name, questions, scoring_mode, max_points)
      select coalesce(${given}::int, nextval('exam_ids')), ${groupId}, ${index + 1}, ${userId}, ${partId}, ${name},
             ${questions.length}, ${scoringMode}, sum(v.points)
        from unnest(${versionIds}::int[]) as wanted (id) join question_versions v on v.id = wanted.id
      on conflict (user_id, practice, position) where practice is not null and finished_at is null do nothing
      returning id)
    insert into exam_questions (exam_id, position, question_version_id, kind, slots)
    select exam.id, drawn.position, drawn.version, drawn.kind::"char", drawn.slots::smallint[]
      from exam, unnest(${versionIds}::int[], ${questions.map(({ kind }) => kind)}::text[],
                        ${questions.map(({ answerOrder }) => `{${answerOrder.join(',')}}`)}::text[]) with ordinality
           as drawn (version, kind, slots, position) returning exam_id`;
  return rows.count > 0;
}

/** Stores a sitting that has not begun; undefined when the appointment has one or the same practice runs. */
export async function storeSitting(tx: Transaction, sitting: NewSitting): Promise<number | undefined> {
  const [group] = await tx<{ id: number }[]>`
    insert into exam_groups (kind, user_id, student_id, appointment_id, custom_exam_id, discipline_id, exam_session_id,
                             template_group_id, name, duration_s, seed)
    values (${sitting.kind}, ${sitting.userId}, ${sitting.studentId}, ${sitting.appointmentId}, ${sitting.customExamId},
            ${sitting.disciplineId}, ${sitting.examSessionId}, ${sitting.templateGroupId}, ${sitting.name},
            ${sitting.durationSeconds}, ${sitting.seed})
    on conflict (appointment_id) do nothing returning id`;
  if (!group) return undefined;
  for (const [index, exam] of sitting.exams.entries()) {
    if (await insertExam(tx, sitting, group.id, exam, index)) continue;
    await tx`delete from exam_groups where id = ${group.id}`;
    return undefined;
  }
  return group.id;
}

type TemplateRow = PaperQuestion & {
  readonly position: number;
  readonly partId: number;
  readonly name: string;
};

/** The exams of a template group as generated. */
export async function templateExams(sql: Queryable, templateGroupId: number): Promise<DrawnExam[]> {
  const rows = await sql<TemplateRow[]>`
    select e.position, e.part_id as "partId", coalesce(p.group_name, d.description) as name,
           q.question_version_id as "versionId", q.kind, q.slots as "answerOrder"
      from template_exams e join template_questions q on q.template_exam_id = e.id
      join custom_exam_parts p on p.id = e.part_id
      join custom_exam_disciplines a on a.part_id = p.id and a.position = 1
      join disciplines d on d.id = a.discipline_id
     where e.template_group_id = ${templateGroupId} order by e.position, q.position`;
  const exams = new Map<number, { partId: number; name: string; questions: PaperQuestion[] }>();
  for (const { position, partId, name, versionId, kind, answerOrder } of rows) {
    const exam = exams.get(position) ?? { partId, name, questions: [] };
    exam.questions.push({ versionId, kind, answerOrder });
    exams.set(position, exam);
  }
  return [...exams.values()];
}
