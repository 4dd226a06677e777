import { randomUUID } from 'node:crypto';
import { type Actor, isDean } from '#domain/access/actor.ts';
import { rolesOf, yearOf } from '#domain/sign-in/account-roles.ts';
import { roleClaim, selectOptionalAccountById } from '#server/accounts/account.ts';
import { deanList } from '#server/accounts/dean-list.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import { type Caller, deanEmail, type TestServer } from './server.ts';

/** The password of every account created here. */
export const testPassword = 'correct horse battery';
/** Hashed once, like in the product. */
const testHash = hashAtOnce(testPassword);

let created = 0;
const next = () => {
  created += 1;
  return created;
};

const write = <T>(server: TestServer, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.database.transaction(systemAuthor, work);

type Id = { readonly id: number };

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the row was not made');
  return row;
}

export type Person = { readonly userId: number; readonly email: string };
type Account = {
  email?: string;
  name?: string;
  isAdmin?: boolean;
  isTeacher?: boolean;
  language?: 'ro' | 'en' | 'fr';
};

/** An account with the test password and no role. */
export async function anAccount(server: TestServer, account: Account = {}): Promise<Person> {
  const passwordHash = await testHash;
  const email = account.email ?? `person${next()}@exam.test`;
  const rows = await write(
    server,
    (tx) => tx<Id[]>`
      insert into users (email, name, is_admin, is_teacher, language, password_hash)
      values (${email}, ${account.name ?? 'Ana Pop'}, ${account.isAdmin ?? false}, ${account.isTeacher ?? false},
              ${account.language ?? 'ro'}, ${passwordHash}) returning id`,
  );
  return { userId: only(rows).id, email };
}

export const anAdministrator = (server: TestServer, account: Account = {}): Promise<Person> =>
  anAccount(server, { ...account, isAdmin: true });

/** An administrator, for functions that are called without a request. */
export const administrator: Actor = {
  userId: 1,
  email: 'admin@exam.test',
  roles: ['Admin'],
  dean: false,
  year: 0,
  studentId: undefined,
};

/** A teacher without disciplines; see `aDiscipline` for teachers with some. */
export const aTeacher = (server: TestServer, account: Account = {}): Promise<Person> =>
  anAccount(server, { ...account, isTeacher: true });

/** A college with one section and one series, where students can be enrolled. */
export type StudyPlace = {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly seriesId: number;
  readonly year: number;
};

export async function aCollege(server: TestServer, { name }: { name?: string } = {}): Promise<number> {
  const n = next();
  const rows = await write(
    server,
    (tx) =>
      tx<
        Id[]
      >`insert into colleges (code, name) values (${`C${n}`}, ${name ?? `Facultatea ${n}`}) returning id`,
  );
  return only(rows).id;
}

export async function aSection(
  server: TestServer,
  { collegeId, name }: { collegeId?: number; name?: string } = {},
): Promise<{ collegeId: number; sectionId: number }> {
  const n = next();
  const college = collegeId ?? (await aCollege(server));
  const rows = await write(
    server,
    (tx) => tx<Id[]>`insert into sections (college_id, code, name)
      values (${college}, ${`S${n}`}, ${name ?? `Specializarea ${n}`}) returning id`,
  );
  return { collegeId: college, sectionId: only(rows).id };
}

/** A series; creates its section and college unless given. */
export async function aSeries(
  server: TestServer,
  given: { collegeId?: number; sectionId?: number; year?: number; name?: string; langCode?: string } = {},
): Promise<StudyPlace> {
  const n = next();
  const section =
    given.collegeId !== undefined && given.sectionId !== undefined
      ? { collegeId: given.collegeId, sectionId: given.sectionId }
      : await aSection(server, given.collegeId === undefined ? {} : { collegeId: given.collegeId });
  const year = given.year ?? 1;
  const rows = await write(
    server,
    (tx) => tx<Id[]>`insert into series (section_id, code, name, year, lang_code)
      values (${section.sectionId}, ${n}, ${given.name ?? `Seria ${n}`}, ${year}, ${given.langCode ?? 'Romana'})
      returning id`,
  );
  return { ...section, seriesId: only(rows).id, year };
}

export type Student = Person & { readonly studentId: number; readonly studyPlace: StudyPlace };
type Enrolment = {
  studyPlace?: StudyPlace;
  lastName?: string;
  firstName?: string;
  cnp?: string;
  groupNumber?: string;
};

/** Adds an enrolment to an account. */
export async function anEnrolment(
  server: TestServer,
  person: Person,
  given: Enrolment = {},
): Promise<Student> {
  const n = next();
  const studyPlace = given.studyPlace ?? (await aSeries(server));
  const rows = await write(
    server,
    (tx) => tx<Id[]>`
      insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id,
                            matricol, group_number)
      values (${person.email}, ${given.firstName ?? 'Ana'}, ${given.lastName ?? 'Pop'}, ${given.cnp ?? '6020304123450'},
              '0712345678', ${studyPlace.year}, ${studyPlace.collegeId}, ${studyPlace.sectionId}, ${studyPlace.seriesId}, ${`M${n}`},
              ${given.groupNumber ?? null}) returning id`,
  );
  return { ...person, studentId: only(rows).id, studyPlace };
}

/** A student with an account and one enrolment. */
export async function aStudent(server: TestServer, given: Account & Enrolment = {}): Promise<Student> {
  return anEnrolment(server, await anAccount(server, given), given);
}

type Assignment = { collegeId: number; sectionId?: number; seriesIds?: readonly number[]; year?: number };

/** Adds a secretary assignment to an account; omitted fields stay open. */
export async function anAssignment(server: TestServer, person: Person, given: Assignment): Promise<number> {
  return write(server, async (tx) => {
    const { id } = only(
      await tx<Id[]>`insert into secretaries (email, college_id, section_id, year)
        values (${person.email}, ${given.collegeId}, ${given.sectionId ?? null}, ${given.year ?? 0}) returning id`,
    );
    for (const seriesId of given.seriesIds ?? [])
      await tx`insert into secretary_series (secretary_id, series_id) values (${id}, ${seriesId})`;
    return id;
  });
}

/** A secretary of a college, or of a narrower scope. Year 0, the default, makes a general secretary. */
export async function aSecretary(
  server: TestServer,
  given: Account & Partial<Assignment> = {},
): Promise<Person & { secretaryId: number; collegeId: number }> {
  const person = await anAccount(server, given);
  const collegeId = given.collegeId ?? (await aCollege(server));
  return { ...person, collegeId, secretaryId: await anAssignment(server, person, { ...given, collegeId }) };
}

type Discipline = { studyPlace?: StudyPlace; holders?: readonly Person[]; collaborators?: readonly Person[] };

/** A discipline taught to one series by the given teachers. */
export async function aDiscipline(
  server: TestServer,
  given: Discipline = {},
): Promise<{ id: number; studyPlace: StudyPlace }> {
  const n = next();
  const studyPlace = given.studyPlace ?? (await aSeries(server));
  return write(server, async (tx) => {
    const year = only(
      await tx<Id[]>`insert into university_years (start_year, end_year) values (2025, 2026) returning id`,
    );
    const { id } = only(
      await tx<Id[]>`
        insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
        values (${`D${n}`}, ${`Disciplina ${n}`}, ${year.id}, ${studyPlace.collegeId}, ${studyPlace.sectionId}, ${studyPlace.year}, 1)
        returning id`,
    );
    await tx`insert into discipline_series (discipline_id, series_id) values (${id}, ${studyPlace.seriesId})`;
    const teachers = [
      ...(given.holders ?? []).map(({ email }) => ({ email, part: 'holder' })),
      ...(given.collaborators ?? []).map(({ email }) => ({ email, part: 'collaborator' })),
    ];
    for (const { email, part } of teachers)
      await tx`insert into discipline_teachers (discipline_id, email, part) values (${id}, ${email}, ${part})`;
    return { id, studyPlace };
  });
}

/** A signed-in user who can make calls. */
export type SignedInPerson = Caller &
  Person & { readonly token: string; readonly studentId: number | undefined };

/** Creates a sign-in without a password check; negative `minutes` make it expired. */
export async function signedIn(
  server: TestServer,
  person: Person & { readonly studentId?: number | undefined },
  { minutes = 60 }: { minutes?: number } = {},
): Promise<SignedInPerson> {
  const { database, tokens } = server.services;
  const id = randomUUID();
  const account = await selectOptionalAccountById(database.sql, person.userId);
  if (!account) throw new Error('there is no such account');
  const { enrolmentYear, exp, iat } = only(
    await database.sql<{ enrolmentYear: number | null; exp: number; iat: number }[]>`
      insert into sign_ins (id, user_id, student_id, expires_at)
      values (${id}, ${person.userId}, ${person.studentId ?? null}, now() + make_interval(mins => ${minutes}))
      returning floor(extract(epoch from expires_at))::integer as exp, floor(extract(epoch from now()))::integer as iat,
                (select year from students where id = student_id) as "enrolmentYear"`,
  );
  const token = await tokens.issue({
    sub: String(person.userId),
    jti: id,
    exp,
    iat,
    Language: account.language,
    Email: account.email,
    Year: yearOf(account, enrolmentYear ?? undefined),
    role: roleClaim(rolesOf(account)),
    dean: isDean(account.email, await deanList(server.services)),
    pkStudent: person.studentId ?? null,
  });
  return {
    ...server.caller(token),
    userId: person.userId,
    email: person.email,
    studentId: person.studentId,
    token,
  };
}

/** The assignment of a secretary to a year of a section. */
const assignedYear = ({ collegeId, sectionId, year }: StudyPlace) => ({ collegeId, sectionId, year });

const people = {
  admin: (server) => anAdministrator(server),
  dean: (server) => aTeacher(server, { email: deanEmail }),
  teacher: (server) => aTeacher(server),
  secretary: async (server) => aSecretary(server, assignedYear(await aSeries(server))),
  generalSecretary: (server) => aSecretary(server),
  student: (server) => aStudent(server),
} as const satisfies Record<string, (server: TestServer) => Promise<Person>>;

/** Creates and signs in a user of the given kind. The dean's office is one account: create it once per server. */
export async function signedInAs(server: TestServer, kind: keyof typeof people): Promise<SignedInPerson> {
  return signedIn(server, await people[kind](server));
}

/** Creates and signs in a secretary of the year of a section. */
export const aSecretaryOf = async (server: TestServer, studyPlace: StudyPlace): Promise<SignedInPerson> =>
  signedIn(server, await aSecretary(server, assignedYear(studyPlace)));
