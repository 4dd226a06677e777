import type { QuestionDraft } from '#contract/questions.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { systemAuthor } from '#server/db/database.ts';
import type { TestServer } from './server.ts';

let created = 0;

export async function aChapter(
  server: TestServer,
  disciplineId: number,
  { examOnly = false }: { examOnly?: boolean } = {},
): Promise<number> {
  created += 1;
  const [row] = await server.database.sql<{ id: number }[]>`
    insert into chapters (discipline_id, code, description, exam_only)
    values (${disciplineId}, ${`K${created}`}, ${`Capitolul ${created}`}, ${examOnly}) returning id`;
  if (!row) throw new Error('the chapter was not made');
  return row.id;
}

/** Draft answers: the correct ones, then the false ones. */
export const answersOf = (correct: number, wrong: number, word = 'varianta') =>
  Array.from({ length: correct + wrong }, (_, index) => ({
    text: `${word} ${index + 1}`,
    isCorrect: index < correct,
  }));

/** A question draft that passes all validation. */
export const aQuestionDraft = (
  chapterId: number,
  changed: Partial<QuestionDraft> = {},
): Omit<QuestionDraft, 'points' | 'examOnly'> & Partial<QuestionDraft> => ({
  chapterId,
  text: 'Care dintre următoarele afirmații este adevărată?',
  answers: answersOf(5, 5),
  ...changed,
});

type Options = {
  text?: string;
  correct?: number;
  wrong?: number;
  examOnly?: boolean;
  addedBy?: number;
  image?: string;
};

/** Inserts a question into the bank. */
export async function aQuestion(server: TestServer, chapterId: number, given: Options = {}): Promise<number> {
  const [id] = await someQuestions(server, chapterId, 1, given);
  if (id === undefined) throw new Error('the question was not made');
  return id;
}

/** Inserts several questions at once. */
export function someQuestions(
  server: TestServer,
  chapterId: number,
  count: number,
  given: Options = {},
): Promise<number[]> {
  const content = (): QuestionContent => {
    created += 1;
    return {
      text: given.text ?? `Întrebarea numărul ${created}`,
      image: given.image ?? null,
      points: 10,
      answers: answersOf(given.correct ?? 5, given.wrong ?? 5).map((answer) => ({
        ...answer,
        image: null,
        referenceTitle: null,
        referencePage: null,
      })),
    };
  };
  const one = () => ({
    chapterId,
    examOnly: given.examOnly ?? false,
    addedBy: given.addedBy ?? null,
    content: content(),
  });
  return server.database.transaction(systemAuthor, (tx) =>
    insertQuestions(tx, Array.from({ length: count }, one)),
  );
}

/** Saves the structure of a discipline: the questions per chapter and the share of simple ones. */
export async function aStructure(
  server: TestServer,
  disciplineId: number,
  chapters: readonly { id: number; questions: number; percentSimple?: number }[],
): Promise<void> {
  await server.database.transaction(systemAuthor, async (tx) => {
    const total = chapters.reduce((sum, { questions }) => sum + questions, 0);
    await tx`insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
      values (${disciplineId}, ${total}, 60, false)`;
    for (const { id, questions, percentSimple } of chapters)
      await tx`insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple)
        values (${id}, ${disciplineId}, ${questions}, ${percentSimple ?? 50})`;
  });
}
