import type { Transaction } from '#server/db/database.ts';
import { known } from './known.ts';
import { type CollegePlan, colleges, openPercents, type SectionPlan } from './structure.ts';

/** A series with its section and college, and the key that other plans use. */
export type StudyPlace = {
  readonly key: string;
  readonly collegeCode: string;
  readonly sectionCode: string;
  readonly letter: string;
  readonly year: number;
  readonly language: string | null;
  readonly collegeId: number;
  readonly sectionId: number;
  readonly seriesId: number;
};

/** Section codes can repeat between colleges, so keys are complete: `MED/MG/3A`. */
export const studyPlaceKey = (college: string, section: string, year: number, letter: string) =>
  `${college}/${section}/${year}${letter}`;

const romanNumerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

const percentColumns = ({ percents = openPercents }: Pick<SectionPlan, 'percents'>) => ({
  default_p_simple_questions: percents.simple,
  default_p_multiple_questions: percents.multiple,
  allow_edit_percent: percents.editable,
});

async function insertColleges(tx: Transaction): Promise<Map<string, number>> {
  const rows = await tx<{ id: number; code: string }[]>`
    insert into colleges ${tx(colleges.map((plan) => ({ code: plan.code, name: plan.name, ...percentColumns(plan) })))}
    returning id, code`;
  return new Map(rows.map(({ id, code }) => [code, id]));
}

async function insertSections(
  tx: Transaction,
  college: CollegePlan,
  collegeId: number,
): Promise<Map<string, number>> {
  const rows = await tx<{ id: number; code: string }[]>`
    insert into sections ${tx(
      college.sections.map((plan) => ({
        college_id: collegeId,
        code: plan.code,
        name: plan.name,
        ...percentColumns(plan),
      })),
    )} returning id, code`;
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** The groups of every year. Codes rise with the year, so a list sorted by code is also sorted by year. */
function groupsOf(section: SectionPlan) {
  return Array.from({ length: section.years }, (_, index) => index + 1).flatMap((year) =>
    Object.entries(section.groups).map(([letter, language], index) => ({
      year,
      letter,
      language,
      code: year * 10 + index + 1,
      name: `Anul ${romanNumerals[year - 1]}, seria ${letter}`,
    })),
  );
}

async function insertSeries(
  tx: Transaction,
  section: SectionPlan,
  above: Pick<StudyPlace, 'collegeCode' | 'collegeId' | 'sectionId'>,
): Promise<StudyPlace[]> {
  const groups = groupsOf(section);
  const rows = await tx<{ id: number; code: number }[]>`
    insert into series ${tx(
      groups.map(({ code, name, year, language }) => ({
        section_id: above.sectionId,
        code,
        name,
        year,
        lang_code: language,
      })),
    )} returning id, code`;
  const idOf = new Map(rows.map(({ id, code }) => [code, id]));
  return groups.map(({ year, letter, language, code }) => ({
    ...above,
    key: studyPlaceKey(above.collegeCode, section.code, year, letter),
    sectionCode: section.code,
    letter,
    year,
    language,
    seriesId: known(idOf, code),
  }));
}

/** Inserts colleges, sections and series. Returns them for the other plans. */
export async function insertFaculties(tx: Transaction): Promise<readonly StudyPlace[]> {
  const collegeIds = await insertColleges(tx);
  const studyPlaces: StudyPlace[] = [];
  for (const college of colleges) {
    const collegeId = known(collegeIds, college.code);
    const sectionIds = await insertSections(tx, college, collegeId);
    for (const section of college.sections) {
      const sectionId = known(sectionIds, section.code);
      studyPlaces.push(
        ...(await insertSeries(tx, section, { collegeCode: college.code, collegeId, sectionId })),
      );
    }
  }
  return studyPlaces;
}
