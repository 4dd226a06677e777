import type { LoginData } from '#contract/auth.ts';
import type { Queryable } from '#server/db/database.ts';

/** One enrolment of a student with the names the screens show. */
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

/** The enrolments of an address, the oldest first. */
export function selectEnrolments(sql: Queryable, email: string): Promise<Enrolment[]> {
  return sql<Enrolment[]>`
    select e.id, e.year, e.group_number as "groupNumber", c.id as "collegeId", c.name as "collegeName",
           s.name as "sectionName", g.name as "seriesName", g.lang_code as language
      from students e join colleges c on c.id = e.college_id join sections s on s.id = e.section_id
      join series g on g.id = e.series_id
     where e.email = ${email} order by e.id`;
}

type Profile = Omit<LoginData, 'accessToken' | 'setPasswordToken'>;
type StorageKey = Pick<LoginData, 'storageOwner' | 'storageKey'>;

/** The key for what somebody leaves in a browser; given only to a sign-in of theirs. */
export async function selectStorageKey(sql: Queryable, userId: number): Promise<StorageKey> {
  const [key] = await sql<StorageKey[]>`
    select storage_owner as "storageOwner", encode(storage_key, 'base64') as "storageKey" from users where id = ${userId}`;
  if (!key) throw new Error('the account has no storage key');
  return key;
}

/** The spec's login data; `language` is the language of study, and what belongs to an enrolment is null without one. */
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
