import { Readable } from 'node:stream';
import type { CorrelationRow } from '#contract/question-correlation.ts';
import { refuse } from '#domain/errors.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';
import { templates as en } from '#i18n/en/templates.ts';
import { templates as fr } from '#i18n/fr/templates.ts';
import type { Language } from '#i18n/languages.ts';
import { templates as ro } from '#i18n/ro/templates.ts';
import type { Queryable } from '#server/db/database.ts';
import { numberCell, type Table, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import { selectHead, selectTemplateQuestions, type TemplateIds } from './reading.ts';

const bankNumbers = (answerOrder: readonly number[]) => answerOrder.map((bankIndex) => bankIndex + 1);

/** The question of the bank behind each number of a template (TMPL-3). */
export async function correlationOfTemplate(sql: Queryable, ids: TemplateIds): Promise<CorrelationRow[]> {
  await selectHead(sql, ids);
  return (await selectTemplateQuestions(sql, ids.groupId)).map((question) => ({
    exam: question.name,
    number: question.position,
    questionId: question.questionId,
    version: question.version,
    chapterCode: question.chapterCode,
    kind: questionKindOf(question.letter),
    answers: bankNumbers(question.answerOrder),
    templateNumber: question.position,
  }));
}

type SittingRow = Omit<CorrelationRow, 'kind' | 'answers'> & {
  readonly letter: KindLetter;
  readonly answerOrder: readonly number[];
};

/** The same for the paper of one sitting, where questions and answers may be in another order. */
export async function correlationOfSitting(sql: Queryable, groupId: number): Promise<CorrelationRow[]> {
  const rows = await sql<SittingRow[]>`
    select e.name as exam, q.position as number, v.question_id as "questionId", v.number as version,
           c.code as "chapterCode", q.kind as letter, q.slots as "answerOrder",
           (select t.position from template_exams m join template_questions t on t.template_exam_id = m.id
             where m.template_group_id = g.template_group_id and m.position = e.position
               and t.question_version_id = q.question_version_id) as "templateNumber"
      from exam_groups g join exams e on e.group_id = g.id join exam_questions q on q.exam_id = e.id
      join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
      join chapters c on c.id = x.chapter_id
     where g.id = ${groupId} and g.kind = 'official' order by e.position, q.position`;
  if (rows.length === 0) refuse('resource.notFound');
  return rows.map(({ letter, answerOrder, ...row }) => ({
    ...row,
    kind: questionKindOf(letter),
    answers: bankNumbers(answerOrder),
  }));
}

const words = { ro, en, fr } as const satisfies Record<Language, object>;

/** A correlation as a spreadsheet. */
export function correlationFile(
  rows: readonly CorrelationRow[],
  format: 'xlsx' | 'csv',
  language: Language,
): Readable {
  const text = words[language];
  const answerColumns = Math.max(0, ...rows.map(({ answers }) => answers.length));
  const table: Table = {
    name: text.correlation,
    header: [
      text.exam,
      text.paperNumber,
      text.originalNumber,
      text.version,
      text.chapter,
      text.templateNumber,
      ...Array.from({ length: answerColumns }, (_, index) => letterOf(index)),
    ],
    pages: (async function* () {
      yield rows.map((row) => [
        textCell(row.exam),
        numberCell(row.number),
        numberCell(row.questionId),
        numberCell(row.version),
        textCell(row.chapterCode),
        numberCell(row.templateNumber),
        ...Array.from({ length: answerColumns }, (_, index) => numberCell(row.answers[index] ?? null)),
      ]);
    })(),
  };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}
