import { createHash } from 'node:crypto';
import { distributeByChapters } from '#domain/exam-structure/structure.ts';
import { known } from '#seed/known.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import type { Transaction } from '#server/db/database.ts';
import { storeImage } from '#server/files/image-store.ts';
import { classTables } from './classes.ts';
import { drawings } from './drawings.ts';
import { microbiology } from './microbiology.ts';
import { pathophysiology } from './pathophysiology.ts';
import { pharmacology } from './pharmacology.ts';
import { recognitionQuestions } from './recognition.ts';
import { toxicology } from './toxicology.ts';
import { readQuestions, type WrittenQuestion } from './written-question.ts';

type OfDiscipline = readonly [code: string, questions: readonly WrittenQuestion[]];

/** Every question of the demo with the discipline it belongs to. */
function allQuestions(): OfDiscipline[] {
  return [
    ['MG301', readQuestions(pharmacology)],
    ['MG302', readQuestions(pathophysiology)],
    ['MG303', readQuestions(microbiology)],
    ['FAR402', readQuestions(toxicology)],
    ...classTables.map((table) => [table.discipline, recognitionQuestions(table)] as const),
  ];
}

/** The exam structures: questions, minutes and the share of simple questions. */
const structures: Readonly<Record<string, { questions: number; minutes: number; percentSimple: number }>> = {
  MG101: { questions: 30, minutes: 45, percentSimple: 40 },
  MG103: { questions: 20, minutes: 30, percentSimple: 40 },
  MG301: { questions: 40, minutes: 60, percentSimple: 40 },
  MG302: { questions: 12, minutes: 20, percentSimple: 40 },
  MG303: { questions: 20, minutes: 30, percentSimple: 40 },
  FAR301: { questions: 20, minutes: 30, percentSimple: 50 },
  FAR402: { questions: 12, minutes: 20, percentSimple: 50 },
};

/** Derives the same image name from the same drawing in every demo. */
function nameOf(drawing: string): string {
  const hex = createHash('sha256').update(`demo drawing ${drawing}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function insertDrawings(tx: Transaction): Promise<void> {
  for (const [drawing, draw] of Object.entries(drawings)) {
    const sheet = draw();
    await storeImage(tx, {
      name: nameOf(drawing),
      kind: 'question',
      content: await sheet.webp(),
      width: sheet.width,
      height: sheet.height,
      madeBy: null,
    });
  }
}

type Taught = { readonly disciplineId: number; readonly teachers: readonly number[] };

/** The disciplines by their codes, each with the accounts of its teachers, holders first. */
async function selectTaught(tx: Transaction): Promise<ReadonlyMap<string, Taught>> {
  const rows = await tx<(Taught & { code: string })[]>`
    select d.code, d.id as "disciplineId", array_agg(u.id order by t.part desc, u.id) as teachers
      from disciplines d join discipline_teachers t on t.discipline_id = d.id join users u on u.email = t.email
     group by d.id`;
  return new Map(rows.map(({ code, ...taught }) => [code, taught]));
}

const chapterKey = (disciplineId: number, code: string) => `${disciplineId} ${code}`;

async function insertChapters(
  tx: Transaction,
  all: readonly OfDiscipline[],
  taught: ReadonlyMap<string, Taught>,
): Promise<ReadonlyMap<string, number>> {
  const chapters = new Map(
    all.flatMap(([code, questions]) => {
      const { disciplineId } = known(taught, code);
      return questions.map(({ chapter }) => [
        chapterKey(disciplineId, chapter.code),
        { discipline_id: disciplineId, ...chapter },
      ]);
    }),
  );
  const rows = await tx<{ id: number; disciplineId: number; code: string }[]>`
    insert into chapters ${tx([...chapters.values()])} returning id, discipline_id as "disciplineId", code`;
  return new Map(rows.map(({ id, disciplineId, code }) => [chapterKey(disciplineId, code), id]));
}

async function insertStructures(tx: Transaction, taught: ReadonlyMap<string, Taught>): Promise<void> {
  for (const [code, { questions, minutes, percentSimple }] of Object.entries(structures)) {
    const { disciplineId } = known(taught, code);
    await tx`insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
      values (${disciplineId}, ${questions}, ${minutes}, true)`;
    const chapters = await tx<{ id: number; entered: number }[]>`
      select c.id, count(q.id) as entered from chapters c join questions q on q.chapter_id = c.id
       where c.discipline_id = ${disciplineId} group by c.id order by c.id`;
    const parts = distributeByChapters(
      questions,
      chapters.map(({ entered }) => entered),
    );
    await tx`insert into chapter_structures ${tx(
      chapters.map(({ id }, index) => ({
        chapter_id: id,
        discipline_id: disciplineId,
        questions: parts[index] ?? 0,
        percent_simple: percentSimple,
      })),
    )}`;
  }
}

/** Inserts chapters, questions, images and structures. */
export async function insertQuestionBank(tx: Transaction): Promise<void> {
  const all = allQuestions();
  const taught = await selectTaught(tx);
  await insertDrawings(tx);
  const chapters = await insertChapters(tx, all, taught);
  await insertQuestions(
    tx,
    all.flatMap(([code, questions]) => {
      const { disciplineId, teachers } = known(taught, code);
      return questions.map(({ chapter, text, drawing, answers }, index) => ({
        chapterId: known(chapters, chapterKey(disciplineId, chapter.code)),
        examOnly: index % 12 === 11,
        // Every fourth question is by the last teacher, a collaborator if there is one.
        addedBy: (index % 4 === 3 ? teachers.at(-1) : teachers[0]) ?? null,
        content: { text, image: drawing === undefined ? null : nameOf(drawing), points: 10, answers },
      }));
    }),
  );
  await insertStructures(tx, taught);
}
