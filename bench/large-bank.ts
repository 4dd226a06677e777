import { type Random, seededRandom } from '#domain/exam-structure/seeded-random.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { classTables } from '#seed/questions/classes.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { type Database, systemAuthor, type Transaction } from '#server/db/database.ts';

/** One discipline is larger than any real one; the others have the size of real large ones. */
const largest = { chapters: 10, share: 0.4 };
const others = { disciplines: 15, chapters: 5 };
/** The paper to draw, in equal parts from the chapters of the largest discipline. */
export const paperQuestions = 200;

const beginnings = [
  'Care dintre următoarele afirmații despre',
  'Alegeți enunțurile corecte privind',
  'Mecanismul de acțiune pentru',
  'Reacțiile adverse întâlnite la',
  'Diagnosticul diferențial presupune cunoașterea noțiunilor de',
  'Tratamentul de primă intenție include',
  'Următoarele proprietăți caracterizează',
  'În practică se întâlnesc frecvent',
];
const endings = [
  'la adult',
  'la copil',
  'în sarcină',
  'la vârstnic',
  'în urgență',
  'în insuficiența renală',
  'în ambulator',
];
const remarks = [
  'crește',
  'scade',
  'nu modifică',
  'inhibă',
  'stimulează',
  'precedă',
  'însoțește',
  'exclude',
  'confirmă',
];
const words = classTables.flatMap(({ classes }) => [
  ...Object.keys(classes),
  ...Object.values(classes).flatMap((list) => list.split(', ')),
]);

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

function contentOf(random: Random, n: number): QuestionContent {
  const two = () => `${pick(random, words)} ${pick(random, remarks)} ${pick(random, words)}`;
  return {
    text: `${pick(random, beginnings)} ${pick(random, words)} și ${pick(random, words)} ${pick(random, endings)} (${n})?`,
    image: null,
    points: 10,
    answers: Array.from({ length: 10 + random.below(3) }, (_, index) => ({
      text: `${two()} ${pick(random, endings)}, varianta ${index + 1}`,
      image: null,
      isCorrect: index < 5,
      referenceTitle: null,
      referencePage: null,
    })),
  };
}

type Id = { readonly id: number };

async function insertDisciplines(tx: Transaction, teacherEmail: string): Promise<number[]> {
  const [year] = await tx<
    Id[]
  >`insert into university_years (start_year, end_year) values (2026, 2027) returning id`;
  const [college] = await tx<
    Id[]
  >`insert into colleges (code, name) values ('MED', 'Facultatea de Medicină') returning id`;
  const [section] = await tx<Id[]>`
    insert into sections (college_id, code, name) values (${college?.id ?? 0}, 'MG', 'Medicină') returning id`;
  const rows = await tx<Id[]>`
    insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
    select 'D' || n, 'Disciplina ' || n, ${year?.id ?? 0}, ${college?.id ?? 0}, ${section?.id ?? 0}, 1 + n % 6, 1
      from generate_series(1, ${others.disciplines + 1}::int) n order by n returning id`;
  const ids = rows.map(({ id }) => id);
  for (const id of ids.slice(0, 2))
    await tx`insert into discipline_teachers (discipline_id, email, part) values (${id}, ${teacherEmail}, 'holder')`;
  return ids;
}

async function insertChapters(tx: Transaction, disciplineId: number, count: number): Promise<number[]> {
  const rows = await tx<Id[]>`
    insert into chapters (discipline_id, code, description)
    select ${disciplineId}, 'C' || n, 'Capitolul ' || n from generate_series(1, ${count}::int) n order by n returning id`;
  return rows.map(({ id }) => id);
}

async function insertStructure(
  tx: Transaction,
  disciplineId: number,
  chapters: readonly number[],
): Promise<void> {
  await tx`insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
    values (${disciplineId}, ${paperQuestions}, 180, true)`;
  for (const id of chapters)
    await tx`insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple)
      values (${id}, ${disciplineId}, ${paperQuestions / chapters.length}, 40)`;
}

/** A discipline with a structure, and one of its chapters. */
export type Structured = { readonly disciplineId: number; readonly chapterId: number };

/**
 * A bank far larger than any real one: `count` questions, two fifths in one discipline.
 * The teacher holds that one and another of usual size. Returns those two.
 */
export async function loadLargeBank(
  database: Database,
  count: number,
  teacherEmail: string,
): Promise<{ largest: Structured; usual: Structured }> {
  const structured = await database.transaction(systemAuthor, async (tx) => {
    // Skip audit entries and key checks while loading.
    await tx`set local session_replication_role = replica`;
    const ids = await insertDisciplines(tx, teacherEmail);
    const random = seededRandom('bank');
    const structured: Structured[] = [];
    for (const [index, id] of ids.entries()) {
      const chapters = await insertChapters(tx, id, index === 0 ? largest.chapters : others.chapters);
      if (index < 2) {
        await insertStructure(tx, id, chapters);
        structured.push({ disciplineId: id, chapterId: chapters[0] as number });
      }
      const size = Math.round(
        count * (index === 0 ? largest.share : (1 - largest.share) / others.disciplines),
      );
      const questions = Array.from({ length: size }, (_, n) => ({
        chapterId: chapters[n % chapters.length] as number,
        examOnly: false,
        addedBy: null,
        content: contentOf(random, index * count + n),
      }));
      await insertQuestions(tx, questions);
    }
    return structured;
  });
  await database.sql`vacuum analyze`;
  const [largestOne, usual] = structured as [Structured, Structured];
  return { largest: largestOne, usual };
}
