import type { LoginData } from '#contract/auth.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** One enrolment of a student with the names shown on screens. */
export type Enrolment = {
  readonly id: number;
  readonly year: number;
  readonly groupNumber: string | null;
  readonly collegeId: number;
  readonly collegeName: string;
  readonly sectionName: string;
  readonly seriesName: string;
  readonly language: string | null;
};

/** The enrolments of an address, oldest first. */
export function selectEnrolments(sql: Queryable, email: string): Promise<Enrolment[]> {
  return sql<Enrolment[]>`
    select e.id, e.year, e.group_number as "groupNumber", c.id as "collegeId", c.name as "collegeName",
           s.name as "sectionName", g.name as "seriesName", g.lang_code as language
      from students e join colleges c on c.id = e.college_id join sections s on s.id = e.section_id
      join series g on g.id = e.series_id
     where e.email = ${email} order by e.id`;
}

type Profile = Omit<LoginData, 'accessToken' | 'setPasswordToken'>;
/** The encryption key of a person's data in the browser; only sent to their own sign-ins. */
export type StorageKey = Pick<LoginData, 'storageOwner' | 'storageKey'>;

/** SQL: the storage key of a row of `users`. */
export const storageKeyColumns = (sql: Queryable): Fragment =>
  sql`storage_owner as "storageOwner", encode(storage_key, 'base64') as "storageKey"`;

export async function selectStorageKey(sql: Queryable, userId: number): Promise<StorageKey> {
  const [key] = await sql<StorageKey[]>`
    select ${storageKeyColumns(sql)} from users where id = ${userId}`;
  if (!key) throw new Error('the account has no storage key');
  return key;
}

/**
 * The login data of the spec; `language` is the language of study, and enrolment fields are null without an
 * enrolment.
 */
export function profileOf(
  name: string,
  enrolments: readonly Enrolment[],
  chosen: Enrolment | undefined,
  storageKey: StorageKey,
): Profile {
  return {
    name,
    collegeName: chosen?.collegeName ?? null,
    sectionName: chosen?.sectionName ?? null,
    seriesName: chosen?.seriesName ?? null,
    groupeNumber: chosen?.groupNumber ?? null,
    year: chosen?.year ?? null,
    language: chosen?.language ?? null,
    collegeDictionary: Object.fromEntries(
      enrolments.map(({ collegeId, collegeName }) => [String(collegeId), collegeName]),
    ),
    pkStudent: chosen?.id ?? null,
    userStudentLoginInfos: enrolments.map(({ id, collegeName, sectionName, seriesName, year }) => ({
      pkStudent: id,
      collegeName,
      sectionName,
      seriesName,
      year,
    })),
    ...storageKey,
  };
}
