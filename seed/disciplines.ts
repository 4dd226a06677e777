import type { Transaction } from '#server/db/database.ts';
import { type StudyPlace, studyPlaceKey } from './faculties.ts';
import { known } from './known.ts';

type Discipline = readonly [
  code: string,
  description: string,
  /** Year and semester, and the groups unless it is taught to all: `3.1`, `3.2 A`. */
  when: string,
  holders: string,
  collaborators?: string,
];

/** The disciplines of this year by `college/section`; teachers by mailbox. */
const taught: Readonly<Record<string, readonly Discipline[]>> = {
  'MED/MG': [
    ['MG101', 'Anatomie și embriologie', '1.1', 'adriana.vladescu', 'malina.capusan'],
    ['MG102', 'Biologie celulară și moleculară', '1.1', 'simona.harsan'],
    ['MG103', 'Biochimie', '1.2', 'lucian.barsan'],
    ['MG201', 'Fiziologie', '2.1', 'gheorghe.marculet', 'collaborator norbert.gyorfi'],
    ['MG202', 'Histologie', '2.2 A', 'adriana.vladescu'],
    ['MG301', 'Farmacologie', '3.1', 'teacher', 'collaborator'],
    ['MG302', 'Fiziopatologie', '3.1', 'teacher gheorghe.marculet', 'malina.capusan'],
    ['MG303', 'Microbiologie', '3.2', 'daniel.tiplea', 'collaborator'],
    ['MG304', 'Semiologie medicală', '3.2 A', 'corina.parvu'],
    ['MG401', 'Cardiologie', '4.1', 'gheorghe.marculet'],
    ['MG402', 'Chirurgie generală', '4.2', 'sorin.oltean'],
    ['MG501', 'Pediatrie', '5.1', 'corina.parvu'],
    ['MG502', 'Neurologie', '5.2 B', 'simona.harsan'],
    ['MG601', 'Medicină de urgență', '6.1', 'sorin.oltean'],
  ],
  'MED/MG-EN': [
    ['MGE201', 'Physiology', '2.1', 'aurelien.lambert'],
    ['MGE301', 'Pharmacology', '3.1', 'teacher', 'aurelien.lambert'],
  ],
  'MED/MG-HU': [['MGM201', 'Élettan', '2.1', 'zoltan.abraham', 'norbert.gyorfi']],
  'MED/AMG': [['AMG101', 'Nursing general', '1.1', 'corina.parvu']],
  'MD/MD': [
    ['MD101', 'Morfologia dinților și a arcadelor dentare', '1.1', 'erzsebet.molnar'],
    ['MD401', 'Endodonție', '4.1', 'erzsebet.molnar', 'malina.capusan'],
  ],
  'FAR/FAR': [
    ['FAR201', 'Chimie organică', '2.1', 'lucian.barsan'],
    ['FAR301', 'Farmacognozie', '3.1', 'daniel.tiplea'],
    ['FAR302', 'Chimie farmaceutică', '3.2', 'lucian.barsan'],
    ['FAR401', 'Tehnologie farmaceutică', '4.1', 'daniel.tiplea'],
    ['FAR402', 'Toxicologie', '4.2', 'teacher'],
  ],
  'ITI/CALC': [
    ['CALC102', 'Structuri de date și algoritmi', '1.2', 'sorin.oltean'],
    ['CALC201', 'Baze de date', '2.1', 'zoltan.abraham'],
  ],
  'SL/IST': [['IST101', 'Istoria medievală a României', '1.1', 'simona.harsan']],
};

const people = (text = '') =>
  text
    .split(' ')
    .filter(Boolean)
    .map((mailbox) => `${mailbox}@exam.test`);

/** The plans with their series. */
function disciplineRows(studyPlaces: readonly StudyPlace[]) {
  return Object.entries(taught).flatMap(([path, disciplines]) => {
    const [college = '', section = ''] = path.split('/');
    return disciplines.map(([code, description, when, holders, collaborators]) => {
      const [time = '', letters] = when.split(' ');
      const [year = 0, semester = 0] = time.split('.').map(Number);
      const keys = [...(letters ?? 'AB')].map((letter) => studyPlaceKey(college, section, year, letter));
      const taughtTo = studyPlaces.filter(({ key }) => keys.includes(key));
      const [studyPlace] = taughtTo;
      if (!studyPlace) throw new Error(`${code} is taught nowhere`);
      const teachers = [
        ...people(holders).map((email) => ({ email, part: 'holder' })),
        ...people(collaborators).map((email) => ({ email, part: 'collaborator' })),
      ];
      return { code, description, year, semester, studyPlace, taughtTo, teachers };
    });
  });
}

/** Inserts disciplines with their series, holders and collaborators. */
export async function insertDisciplines(
  tx: Transaction,
  studyPlaces: readonly StudyPlace[],
  universityYearId: number,
): Promise<void> {
  const all = disciplineRows(studyPlaces);
  const written = await tx<{ id: number; code: string }[]>`
    insert into disciplines ${tx(
      all.map(({ code, description, year, semester, studyPlace }) => ({
        code,
        description,
        university_year_id: universityYearId,
        college_id: studyPlace.collegeId,
        section_id: studyPlace.sectionId,
        year,
        semester,
      })),
    )} returning id, code`;
  const idOf = new Map(written.map(({ id, code }) => [code, id]));

  const series = all.flatMap(({ code, taughtTo }) =>
    taughtTo.map(({ seriesId }) => ({ discipline_id: known(idOf, code), series_id: seriesId })),
  );
  await tx`insert into discipline_series ${tx(series)}`;

  const teachers = all.flatMap(({ code, teachers }) =>
    teachers.map((person) => ({ discipline_id: known(idOf, code), ...person })),
  );
  await tx`insert into discipline_teachers ${tx(teachers)}`;
}
