import type { Transaction } from '#server/db/database.ts';
import { type DemoEmail, demoAccounts } from './accounts.ts';
import type { StudyPlace } from './faculties.ts';
import { known } from './known.ts';
import { type Gender, mailbox, type Origin, randomName } from './names.ts';
import { randomCnp, randomPassport, randomPhone } from './personal-ids.ts';
import { type Random, seededRandom } from './random.ts';
import type { Account } from './users.ts';

type Person = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly cnp: string;
  readonly phone: string;
  readonly language: Account['language'];
};

export type Enrolment = { readonly person: Person; readonly studyPlace: StudyPlace };

/** The named students and their series; the third has two enrolments. */
const named: ReadonlyArray<{ email: DemoEmail; gender: Gender; studyPlaces: readonly string[] }> = [
  { email: 'student@exam.test', gender: 'female', studyPlaces: ['MED/MG/3A'] },
  { email: 'student2@exam.test', gender: 'male', studyPlaces: ['MED/MG/3A'] },
  { email: 'student3@exam.test', gender: 'female', studyPlaces: ['MED/MG/4B', 'FAR/FAR/2A'] },
];

/** The size of a series: the year of the named students is the largest. */
function sizeOf({ key, sectionCode }: StudyPlace): number {
  if (key === 'MED/MG/3A') return 36;
  if (key === 'MED/MG/3B') return 24;
  return sectionCode === 'MG' ? 8 : sectionCode.startsWith('MG-') ? 6 : 4;
}

/** Series with exams in the demo get more students, numbered after all others. */
const further: Readonly<Record<string, number>> = {
  'MED/MG/1A': 52,
  'MED/MG/1B': 52,
  'MED/MG/3B': 16,
  'FAR/FAR/3A': 20,
  'FAR/FAR/4A': 16,
};

/** Origins of every ten students, by language of study. */
const origins: Readonly<Record<string, readonly Origin[]>> = {
  Romana: [...Array<Origin>(9).fill('romanian'), 'hungarian'],
  Maghiara: [...Array<Origin>(9).fill('hungarian'), 'romanian'],
  English: [
    ...Array<Origin>(4).fill('french'),
    ...Array<Origin>(3).fill('english'),
    ...Array<Origin>(3).fill('romanian'),
  ],
};

const languages: Record<Origin, Account['language']> = {
  romanian: 'ro',
  hungarian: 'ro',
  french: 'fr',
  english: 'en',
};

/** Most students start at nineteen, some a year or two later. */
const birthYear = (random: Random, studyPlace: StudyPlace, universityYear: number) =>
  universityYear - studyPlace.year - 18 - random.pick([0, 0, 0, 1, 2]);

function namedPerson(random: Random, email: string, gender: Gender, born: number): Person {
  const name = demoAccounts.find((account) => account.email === email)?.name ?? '';
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    email,
    firstName,
    lastName,
    cnp: randomCnp(random, born, gender),
    phone: randomPhone(random),
    language: 'ro',
  };
}

/** A unique address; namesakes are numbered. */
function freshEmail(taken: Set<string>, first: string, last: string): string {
  const box = mailbox(first, last);
  for (let count = 1; ; count++) {
    const email = `${box}${count === 1 ? '' : count}@student.exam.test`;
    if (!taken.has(email)) {
      taken.add(email);
      return email;
    }
  }
}

function randomPerson(
  random: Random,
  studyPlace: StudyPlace,
  universityYear: number,
  taken: Set<string>,
): Person {
  const origin = random.pick<Origin>(origins[studyPlace.language ?? 'Romana'] ?? ['romanian']);
  const { first, last, gender } = randomName(random, origin);
  const born = birthYear(random, studyPlace, universityYear);
  const abroad = origin === 'french' || origin === 'english';
  return {
    email: freshEmail(taken, first, last),
    firstName: first,
    lastName: last,
    cnp: abroad ? randomPassport(random) : randomCnp(random, born, gender),
    phone: randomPhone(random),
    language: languages[origin],
  };
}

/** All students, deterministic for a university year. */
export function enrolments(studyPlaces: readonly StudyPlace[], universityYear: number): readonly Enrolment[] {
  const random = seededRandom(2026);
  const byKey = new Map(studyPlaces.map((studyPlace) => [studyPlace.key, studyPlace]));
  const ofNamed = named.flatMap(({ email, gender, studyPlaces: keys }) => {
    const studiesAt = keys.map((key) => known(byKey, key));
    const [first] = studiesAt;
    if (!first) throw new Error(`${email} studies nowhere`);
    const person = namedPerson(random, email, gender, birthYear(random, first, universityYear));
    return studiesAt.map((studyPlace) => ({ person, studyPlace }));
  });
  const taken = new Set<string>();
  const enrolled = (studyPlace: StudyPlace, count: number) =>
    Array.from({ length: count }, () => ({
      person: randomPerson(random, studyPlace, universityYear, taken),
      studyPlace,
    }));
  return [
    ...ofNamed,
    ...studyPlaces.flatMap((studyPlace) => enrolled(studyPlace, sizeOf(studyPlace))),
    ...studyPlaces.flatMap((studyPlace) => enrolled(studyPlace, further[studyPlace.key] ?? 0)),
  ];
}

/** One account per person, whatever the number of enrolments. */
export function studentAccounts(all: readonly Enrolment[]): readonly Account[] {
  const people = new Map(all.map(({ person }) => [person.email, person]));
  return [...people.values()].map(({ email, firstName, lastName, language }) => ({
    email,
    name: `${firstName} ${lastName}`,
    language,
  }));
}

/** Registration numbers are unique in the university and start with the year of entry. */
export async function insertStudents(
  tx: Transaction,
  all: readonly Enrolment[],
  universityYear: number,
): Promise<void> {
  await tx`insert into students ${tx(
    all.map(({ person, studyPlace }, index) => ({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      cnp: person.cnp,
      phone_number: person.phone,
      year: studyPlace.year,
      college_id: studyPlace.collegeId,
      section_id: studyPlace.sectionId,
      series_id: studyPlace.seriesId,
      external_id: `S${String(index + 1).padStart(6, '0')}`,
      matricol: `${universityYear - studyPlace.year + 1}${String(index + 1).padStart(4, '0')}`,
      group_number: `${studyPlace.year}${studyPlace.letter}${(index % 2) + 1}`,
    })),
  )}`;
}
