import type { Place } from '#seed/faculties.ts';
import { known } from '#seed/known.ts';
import type { Transaction } from '#server/db/database.ts';

type Asked = readonly [discipline: string, questions: number, credits: number];

type Part = {
  /** The name of an integrative group; a discipline alone is summative. */
  readonly group?: string;
  readonly asked: readonly Asked[];
};

type CustomExamPlan = {
  readonly name: string;
  readonly series: readonly string[];
  readonly minutes: number;
  readonly parts: readonly Part[];
};

const thirdYear = ['MED/MG/3A', 'MED/MG/3B'];
const firstYear = ['MED/MG/1A', 'MED/MG/1B'];

/** What the cohorts of the demo sit. */
const plans = {
  integrated: {
    name: 'Examen integrat, anul III',
    series: thirdYear,
    minutes: 60,
    parts: [
      {
        group: 'Mecanismele bolii și tratamentul',
        // So many of the pathophysiology bank that at least one of its figures is always among them.
        asked: [
          ['MG302', 14, 5],
          ['MG301', 6, 6],
        ],
      },
      { asked: [['MG303', 8, 4]] },
    ],
  },
  pharmacology: {
    name: 'Farmacologie, examen parțial',
    series: thirdYear,
    minutes: 40,
    parts: [{ asked: [['MG301', 16, 6]] }],
  },
  microbiology: {
    name: 'Microbiologie, colocviu',
    series: thirdYear,
    minutes: 30,
    parts: [{ asked: [['MG303', 12, 4]] }],
  },
  pathophysiology: {
    name: 'Fiziopatologie, examen parțial',
    series: thirdYear,
    minutes: 30,
    parts: [{ asked: [['MG302', 12, 5]] }],
  },
  foundations: {
    name: 'Anatomie și biochimie, anul I',
    series: firstYear,
    minutes: 45,
    parts: [{ asked: [['MG101', 12, 8]] }, { asked: [['MG103', 8, 5]] }],
  },
  biochemistry: {
    name: 'Biochimie, colocviu',
    series: firstYear,
    minutes: 30,
    parts: [{ asked: [['MG103', 15, 5]] }],
  },
  pharmacognosy: {
    name: 'Farmacognozie, examen parțial',
    series: ['FAR/FAR/3A'],
    minutes: 40,
    parts: [{ asked: [['FAR301', 16, 5]] }],
  },
  drugPlants: {
    name: 'Farmacognozie, recunoașterea produselor vegetale',
    series: ['FAR/FAR/3A'],
    minutes: 30,
    parts: [{ asked: [['FAR301', 15, 5]] }],
  },
  toxicology: {
    name: 'Toxicologie, examen parțial',
    series: ['FAR/FAR/4A'],
    minutes: 25,
    parts: [{ asked: [['FAR402', 12, 4]] }],
  },
} as const satisfies Record<string, CustomExamPlan>;

export type ExamKey = keyof typeof plans;

async function insertPart(
  tx: Transaction,
  customExamId: number,
  { group, asked }: Part,
  position: number,
): Promise<void> {
  const kind = group === undefined ? 'summative' : 'integrative';
  const credits = asked.reduce((sum, [, , one]) => sum + one, 0);
  const [part] = await tx<{ id: number }[]>`
    insert into custom_exam_parts (custom_exam_id, position, kind, group_name, credits)
    values (${customExamId}, ${position}, ${kind}, ${group ?? null}, ${credits}) returning id`;
  for (const [place, [code, questions, own]] of asked.entries())
    await tx`
      insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions, credits)
      select ${part?.id ?? 0}, ${customExamId}, ${kind}, d.id, ${place + 1}, ${questions}, ${own}
        from disciplines d where d.code = ${code}`;
}

async function insertCustomExam(
  tx: Transaction,
  { name, series, minutes, parts }: CustomExamPlan,
  places: ReadonlyMap<string, Place>,
): Promise<number> {
  const sitting = series.map((key) => known(places, key));
  const [first] = sitting;
  if (!first) throw new Error(`nobody sits ${name}`);
  const [exam] = await tx<{ id: number }[]>`
    insert into custom_exams (name, college_id, section_id, year, duration_minutes)
    values (${name}, ${first.collegeId}, ${first.sectionId}, ${first.year}, ${minutes}) returning id`;
  const id = exam?.id ?? 0;
  await tx`insert into custom_exam_series ${tx(
    sitting.map(({ seriesId }) => ({ custom_exam_id: id, series_id: seriesId })),
  )}`;
  for (const [place, part] of parts.entries()) await insertPart(tx, id, part, place + 1);
  return id;
}

/** The custom exams of the demo, by the names the timetable uses. */
export async function insertCustomExams(
  tx: Transaction,
  places: readonly Place[],
): Promise<ReadonlyMap<ExamKey, number>> {
  const byKey = new Map(places.map((place) => [place.key, place]));
  const ids = new Map<ExamKey, number>();
  for (const [key, plan] of Object.entries(plans) as [ExamKey, CustomExamPlan][])
    ids.set(key, await insertCustomExam(tx, plan, byKey));
  return ids;
}
