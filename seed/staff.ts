import type { Transaction } from '#server/db/database.ts';
import { demoAccounts } from './accounts.ts';
import { type StudyPlace, studyPlaceKey } from './faculties.ts';
import { known } from './known.ts';
import { mailbox } from './names.ts';
import type { Account } from './users.ts';

const professors: ReadonlyArray<readonly [title: string, first: string, last: string]> = [
  ['Prof. univ. dr.', 'Adriana', 'Vlădescu'],
  ['Prof. univ. dr.', 'Gheorghe', 'Mărculeț'],
  ['Prof. univ. dr.', 'Zoltán', 'Ábrahám'],
  ['Conf. univ. dr.', 'Simona', 'Hărșan'],
  ['Conf. univ. dr.', 'Lucian', 'Bârsan'],
  ['Conf. univ. dr.', 'Erzsébet', 'Molnár'],
  ['Conf. univ. dr.', 'Daniel', 'Țiplea'],
  ['Șef lucr. dr.', 'Corina', 'Pârvu'],
  ['Șef lucr. dr.', 'Sorin', 'Oltean'],
  ['Șef lucr. dr.', 'Aurélien', 'Lambert'],
  ['Asist. univ. dr.', 'Mălina', 'Căpușan'],
  ['Asist. univ. dr.', 'Norbert', 'Györfi'],
];

const professorEmail = (first: string, last: string) => `${mailbox(first, last)}@exam.test`;

/** A secretary's scope: a college, narrowed by the given fields; year 0 makes a general secretary. */
const assignments = [
  { email: 'secretary@exam.test', college: 'MED', section: 'MG', year: 3, letters: [] },
  { email: 'secretary@exam.test', college: 'MED', section: 'MG', year: 2, letters: ['A'] },
  { email: 'general.secretary@exam.test', college: 'MED', section: undefined, year: 0, letters: [] },
  { email: 'secretariat.engleza@exam.test', college: 'MED', section: 'MG-EN', year: 1, letters: [] },
  { email: 'secretariat.dentara@exam.test', college: 'MD', section: undefined, year: 0, letters: [] },
  { email: 'secretariat.farmacie@exam.test', college: 'FAR', section: 'FAR', year: 1, letters: ['A'] },
  { email: 'secretariat.farmacie@exam.test', college: 'FAR', section: 'FAR', year: 2, letters: ['A'] },
  { email: 'secretariat.inginerie@exam.test', college: 'ITI', section: undefined, year: 0, letters: [] },
] as const;

const otherSecretaries = {
  'secretariat.engleza@exam.test': 'Ramona Diaconescu',
  'secretariat.dentara@exam.test': 'Mária Fülöp',
  'secretariat.farmacie@exam.test': 'Steliana Văduva',
  'secretariat.inginerie@exam.test': 'Costel Pătrașcu',
} as const;

const teachers = new Set<string>(['dean@exam.test', 'teacher@exam.test', 'collaborator@exam.test']);

/** The accounts of all staff. */
export const staffAccounts: readonly Account[] = [
  ...demoAccounts
    .filter(({ role }) => !role.startsWith('student'))
    .map(
      ({ email, name }): Account => ({
        email,
        name,
        language: 'ro',
        ...(email === 'admin@exam.test' && { admin: true }),
        ...(teachers.has(email) && { teacher: true }),
      }),
    ),
  ...professors.map(
    ([title, first, last]): Account => ({
      email: professorEmail(first, last),
      name: `${title} ${first} ${last}`,
      language: first === 'Aurélien' ? 'fr' : 'ro',
      teacher: true,
    }),
  ),
  ...Object.entries(otherSecretaries).map(([email, name]): Account => ({ email, name, language: 'ro' })),
];

/** Inserts secretaries with their assignments. */
export async function insertSecretaries(tx: Transaction, studyPlaces: readonly StudyPlace[]): Promise<void> {
  const byKey = new Map(studyPlaces.map((studyPlace) => [studyPlace.key, studyPlace]));
  const rows = assignments.map(({ email, college, section, year }) => {
    const studyPlace = studyPlaces.find(
      ({ collegeCode, sectionCode }) =>
        collegeCode === college && (section === undefined || sectionCode === section),
    );
    if (!studyPlace) throw new Error(`no study place in ${college} for ${email}`);
    return {
      email,
      college_id: studyPlace.collegeId,
      section_id: section ? studyPlace.sectionId : null,
      year,
    };
  });
  const written = await tx<{ id: number; email: string; year: number }[]>`
    insert into secretaries ${tx(rows)} returning id, email, year`;
  const idOf = new Map(written.map(({ id, email, year }) => [`${email} ${year}`, id]));

  const links = assignments.flatMap(({ email, college, section, year, letters }) =>
    letters.map((letter) => ({
      secretary_id: known(idOf, `${email} ${year}`),
      series_id: known(byKey, studyPlaceKey(college, section ?? '', year, letter)).seriesId,
    })),
  );
  await tx`insert into secretary_series ${tx(links)}`;
}
