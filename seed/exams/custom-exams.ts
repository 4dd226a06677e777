import type { StudyPlace } from '#seed/faculties.ts';
import { known } from '#seed/known.ts';
import { insertCustomExam, type NewCustomExam } from '#server/appointments/custom-exams.ts';
import type { Transaction } from '#server/db/database.ts';

type PlannedDiscipline = readonly [discipline: string, questions: number, credits: number];

type Part = {
  /** The name of an integrative group; absent for a summative discipline. */
  readonly group?: string;
  readonly disciplines: readonly PlannedDiscipline[];
};

type CustomExamPlan = {
  readonly name: string;
  readonly series: readonly string[];
  readonly minutes: number;
  readonly parts: readonly Part[];
};

const thirdYear = ['MED/MG/3A', 'MED/MG/3B'];
const firstYear = ['MED/MG/1A', 'MED/MG/1B'];

/** The custom exams of the demo's cohorts. */
const plans = {
  integrated: {
    name: 'Examen integrat, anul III',
    series: thirdYear,
    minutes: 60,
    parts: [
      {
        group: 'Mecanismele bolii și tratamentul',
        // Enough questions of the pathophysiology bank to always include an image.
        disciplines: [
          ['MG302', 14, 5],
          ['MG301', 6, 6],
        ],
      },
      { disciplines: [['MG303', 8, 4]] },
    ],
  },
  pharmacology: {
    name: 'Farmacologie, examen parțial',
    series: thirdYear,
    minutes: 40,
    parts: [{ disciplines: [['MG301', 16, 6]] }],
  },
  microbiology: {
    name: 'Microbiologie, colocviu',
    series: thirdYear,
    minutes: 30,
    parts: [{ disciplines: [['MG303', 12, 4]] }],
  },
  pathophysiology: {
    name: 'Fiziopatologie, examen parțial',
    series: thirdYear,
    minutes: 30,
    parts: [{ disciplines: [['MG302', 12, 5]] }],
  },
  microscopy: {
    name: 'Microscopie, probă practică',
    series: thirdYear,
    minutes: 30,
    parts: [{ disciplines: [['MG303', 10, 2]] }],
  },
  foundations: {
    name: 'Anatomie și biochimie, anul I',
    series: firstYear,
    minutes: 45,
    parts: [{ disciplines: [['MG101', 12, 8]] }, { disciplines: [['MG103', 8, 5]] }],
  },
  biochemistry: {
    name: 'Biochimie, colocviu',
    series: firstYear,
    minutes: 30,
    parts: [{ disciplines: [['MG103', 15, 5]] }],
  },
  anatomy: {
    name: 'Anatomie, probă practică',
    series: firstYear,
    minutes: 30,
    parts: [{ disciplines: [['MG101', 10, 3]] }],
  },
  pharmacognosy: {
    name: 'Farmacognozie, examen parțial',
    series: ['FAR/FAR/3A'],
    minutes: 40,
    parts: [{ disciplines: [['FAR301', 16, 5]] }],
  },
  drugPlants: {
    name: 'Farmacognozie, recunoașterea produselor vegetale',
    series: ['FAR/FAR/3A'],
    minutes: 30,
    parts: [{ disciplines: [['FAR301', 15, 5]] }],
  },
  toxicology: {
    name: 'Toxicologie, examen parțial',
    series: ['FAR/FAR/4A'],
    minutes: 25,
    parts: [{ disciplines: [['FAR402', 12, 4]] }],
  },
  poisons: {
    name: 'Toxicologie, colocviu',
    series: ['FAR/FAR/4A'],
    minutes: 25,
    parts: [{ disciplines: [['FAR402', 10, 4]] }],
  },
} as const satisfies Record<string, CustomExamPlan>;

export type ExamKey = keyof typeof plans;

/** The plan with its names resolved to ids. */
function customExamOf(
  { name, series, minutes, parts }: CustomExamPlan,
  studyPlaces: ReadonlyMap<string, StudyPlace>,
  disciplineIds: ReadonlyMap<string, number>,
): NewCustomExam {
  const sitting = series.map((key) => known(studyPlaces, key));
  const [first] = sitting;
  if (!first) throw new Error(`nobody sits ${name}`);
  return {
    name,
    collegeId: first.collegeId,
    sectionId: first.sectionId,
    year: first.year,
    seriesIds: sitting.map(({ seriesId }) => seriesId),
    durationMinutes: minutes,
    parts: parts.map(({ group, disciplines }) => ({
      ...(group !== undefined && { groupName: group }),
      credits: disciplines.reduce((sum, [, , credits]) => sum + credits, 0),
      disciplines: disciplines.map(([code, questions, credits]) => ({
        disciplineId: known(disciplineIds, code),
        questions,
        credits,
      })),
    })),
  };
}

/** Inserts the custom exams of the demo. Returns them by the names used in the timetable. */
export async function insertCustomExams(
  tx: Transaction,
  studyPlaces: readonly StudyPlace[],
): Promise<ReadonlyMap<ExamKey, number>> {
  const byKey = new Map(studyPlaces.map((studyPlace) => [studyPlace.key, studyPlace]));
  const taught = await tx<{ id: number; code: string }[]>`select id, code from disciplines`;
  const byCode = new Map(taught.map(({ id, code }) => [code, id]));
  const ids = new Map<ExamKey, number>();
  for (const [key, plan] of Object.entries(plans) as [ExamKey, CustomExamPlan][])
    ids.set(key, await insertCustomExam(tx, customExamOf(plan, byKey, byCode)));
  return ids;
}
