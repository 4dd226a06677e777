import type { Transaction } from '#server/db/database.ts';
import type { PaperQuestion } from '#server/exams/paper.ts';

/** Stores the questions of one exam of a template, in order. */
export async function insertTemplateQuestions(
  tx: Transaction,
  templateExamId: number,
  questions: readonly PaperQuestion[],
): Promise<void> {
  await tx`
    insert into template_questions (template_exam_id, position, question_version_id, kind, slots)
    select ${templateExamId}, drawn.position, drawn.version, drawn.kind::"char", drawn.slots::smallint[]
      from unnest(${questions.map(({ versionId }) => versionId)}::int[], ${questions.map(({ kind }) => kind)}::text[],
                  ${questions.map(({ answerOrder }) => `{${answerOrder.join(',')}}`)}::text[]) with ordinality
           as drawn (version, kind, slots, position)`;
}
