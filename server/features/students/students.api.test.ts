import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { judgePersonalId } from '#domain/people/personal-id.ts';
import {
  aDiscipline,
  anAssignment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type SignedInPerson,
  type Student,
  type StudyPlace,
  signedIn,
} from '#server/testing/accounts.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

const aDraft = async (changed: Draft = {}): Promise<Draft> => ({
  ...(await drafts.students?.(server)),
  ...changed,
});
const changes = async () =>
  (await server.database.sql<{ count: number }[]>`select count(*) from audit_log`)[0]?.count;
const at = ({ collegeId, sectionId, seriesId, year }: StudyPlace) => ({
  collegeId,
  sectionId,
  seriesId,
  year,
});
/** A CNP with a valid checksum and a future birth date. */
async function bornNextYear(): Promise<string> {
  const [row] = await server.database.sql<{ day: string }[]>`
    select to_char(current_date + 365, 'YYMMDD') as day`;
  const start = `5${row?.day}12345`;
  const cnp = [...'0123456789'].map((last) => start + last).find((id) => judgePersonalId(id) === 'cnp');
  return cnp ?? '';
}
const idsOf = async (caller: SignedInPerson) =>
  (await caller.get('students?take=500')).json<Item[]>().map((item) => item.id);

describe('[STRUCT-5] a student', () => {
  test.each([
    ['1630615123458', 'validation.cnpChecksum'],
    ['1632215123457', 'validation.cnpDate'],
    ['12345', 'validation.personalId'],
    ['AB 123456', 'validation.personalId'],
  ])('[STRUCT-5] is refused with the personal id %s: %s', async (cnp, error) => {
    const response = await admin.post('students', await aDraft({ cnp }));
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ path: 'cnp', error }] }]);
  });

  it('[STRUCT-5] is refused with a CNP of a future birth date', async () => {
    const cnp = await bornNextYear();
    const response = await admin.post('students', await aDraft({ cnp }));
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'cnp', error: 'validation.cnpFuture' }] },
    ]);
  });

  it('[STRUCT-5] is refused with the phone number 07x', async () => {
    const response = await admin.post('students', await aDraft({ phoneNumber: '07x' }));
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'phoneNumber', error: 'validation.phone' }] },
    ]);
  });

  it('[STRUCT-5] must be in the year of their series, whether the year or the series is wrong', async () => {
    const [second, third] = [await aSeries(server, { year: 2 }), await aSeries(server, { year: 3 })];
    for (const [studyPlace, year] of [
      [second, 3],
      [third, 2],
    ] as const) {
      const response = await admin.post('students', await aDraft({ ...at(studyPlace), year }));
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        {
          errors: [
            { path: 'seriesId', error: 'validation.otherYear', params: { theirs: studyPlace.year, year } },
          ],
        },
      ]);
    }
  });

  it('[STRUCT-2] prevents moving their series to another year', async () => {
    const { studyPlace } = await aStudent(server);
    const [stored] = (await admin.get(`sections/${studyPlace.sectionId}/series`)).json<Item[]>();
    const moved = await admin.put(`series/${studyPlace.seriesId}`, { ...stored, year: 2 });
    expect([moved.statusCode, moved.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'student', count: 1 } },
    ]);
  });

  it('[STRUCT-5] from abroad may have another identifier', async () => {
    expect((await admin.post('students', await aDraft({ cnp: 'FR123456' }))).statusCode).toBe(201);
  });

  it('[STRUCT-5] must be in a year from 1 to 8', async () => {
    for (const year of [0, 9]) {
      const response = await admin.post('students', await aDraft({ year }));
      expect(response.json()).toMatchObject({ errors: [{ path: 'year' }] });
    }
  });

  it('[STRUCT-5] has a unique registration number in each college', async () => {
    const draft = await aDraft();
    await admin.post('students', draft);
    const same = await admin.post('students', { ...draft, externalId: null });
    expect(same.json()).toEqual({ error: 'resource.duplicate', params: { field: 'nrMatricol' } });
    const elsewhere = await aDraft({ nrMatricol: draft.nrMatricol, externalId: null });
    expect((await admin.post('students', elsewhere)).statusCode).toBe(201);
  });

  it('[STRUCT-5] gets one account for all enrolments, which gets a corrected name', async () => {
    const draft = await aDraft({ email: 'Noua.Studenta@exam.test' });
    const { id } = (await admin.post('students', draft)).json<Item>();
    await admin.post('students', await aDraft({ email: 'noua.studenta@exam.test' }));
    await admin.put(`students/${id}`, { ...draft, firstName: 'Ștefana' });
    const accounts = await server.database.sql`
      select name, is_admin, is_teacher, password_hash from users where email = 'noua.studenta@exam.test'`;
    expect([...accounts]).toEqual([
      { name: 'Ștefana Țurcanu', is_admin: false, is_teacher: false, password_hash: null },
    ]);
  });

  it('[STRUCT-5] a student who is also staff keeps the name of that account', async () => {
    const teacher = await aTeacher(server, { name: 'Prof. dr. Pop' });
    await admin.post('students', await aDraft({ email: teacher.email }));
    const [account] = await server.database
      .sql`select name, is_teacher from users where email = ${teacher.email}`;
    expect(account).toEqual({ name: 'Prof. dr. Pop', is_teacher: true });
  });
});

describe('[ROLE-6] a secretary', () => {
  let mine: StudyPlace;
  let foreign: StudyPlace;
  let myStudent: Student;
  let foreignStudent: Student;
  let secretary: SignedInPerson;

  beforeEach(async () => {
    mine = await aSeries(server, { year: 2 });
    foreign = await aSeries(server, { collegeId: mine.collegeId, year: 2 });
    myStudent = await aStudent(server, { studyPlace: mine });
    foreignStudent = await aStudent(server, { studyPlace: foreign });
    secretary = await signedIn(
      server,
      await aSecretary(server, {
        collegeId: mine.collegeId,
        sectionId: mine.sectionId,
        seriesIds: [mine.seriesId],
        year: 2,
      }),
    );
  });

  it('[ROLE-6] sees only the students assigned to them', async () => {
    expect(await idsOf(secretary)).toEqual([myStudent.studentId]);
    expect((await secretary.get(`students/${myStudent.studentId}`)).statusCode).toBe(200);
    for (const response of [
      await secretary.get(`students/${foreignStudent.studentId}`),
      await secretary.put(`students/${foreignStudent.studentId}`, await aDraft(at(mine))),
      await secretary.delete(`students/${foreignStudent.studentId}`),
    ]) {
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: 'resource.notFound', params: {} },
      ]);
    }
  });

  it('[ROLE-6] sees the union of several assignments', async () => {
    await anAssignment(server, secretary, {
      collegeId: foreign.collegeId,
      sectionId: foreign.sectionId,
      year: 2,
    });
    expect((await idsOf(secretary)).sort()).toEqual([myStudent.studentId, foreignStudent.studentId].sort());
  });

  it('[ROLE-11] adds, changes and deletes students within their scope', async () => {
    const draft = await aDraft(at(mine));
    const added = await secretary.post('students', draft);
    expect(added.json()).toMatchObject({ cnp: draft.cnp, phoneNumber: draft.phoneNumber });
    const { id } = added.json<Item>();
    expect((await secretary.put(`students/${id}`, { ...draft, firstName: 'Alta' })).json()).toMatchObject({
      firstName: 'Alta',
    });
    expect((await secretary.delete(`students/${id}`)).statusCode).toBe(204);
  });

  it('[ROLE-11] cannot add or move a student outside of it, and nothing is written', async () => {
    const own = await aDraft(at(mine));
    for (const [changed, path] of [
      [at(foreign), 'sectionId'],
      [at(await aSeries(server)), 'collegeId'],
    ] as const) {
      const before = await changes();
      for (const response of [
        await secretary.post('students', { ...own, ...changed }),
        await secretary.put(`students/${myStudent.studentId}`, { ...own, ...changed }),
      ]) {
        expect(response.statusCode).toBe(400);
        expect(response.json<{ errors: unknown[] }>().errors).toContainEqual({
          path,
          error: 'validation.reference',
          params: {},
        });
      }
      expect(await changes()).toBe(before);
    }
    // The series is theirs; its other year is not.
    const general = await signedIn(server, await aSecretary(server, { ...mine, year: 0 }));
    await anAssignment(server, secretary, { ...mine, seriesIds: [mine.seriesId], year: 3 });
    for (const caller of [secretary, general]) {
      const otherYear = await caller.post('students', { ...own, ...at(mine), year: 3 });
      expect(otherYear.json<{ errors: unknown[] }>().errors).toEqual([
        {
          path: 'seriesId',
          error: 'validation.otherYear',
          params: { name: expect.stringContaining('Seria'), theirs: 2, year: 3 },
        },
      ]);
    }
  });

  it('[ROLE-6] sees and counts only the colleges, sections and series assigned to them', async () => {
    const ids = async (path: string) => (await secretary.get(path)).json<Item[]>().map((item) => item.id);
    expect(await ids('colleges')).toEqual([mine.collegeId]);
    expect(await ids('sections')).toEqual([mine.sectionId]);
    expect(await ids('series')).toEqual([mine.seriesId]);
    expect((await secretary.get(`colleges/${mine.collegeId}`)).json()).toMatchObject({ sectionCount: 1 });
    expect((await admin.get(`colleges/${mine.collegeId}`)).json()).toMatchObject({ sectionCount: 2 });
    expect((await secretary.get(`sections/${foreign.sectionId}/series`)).statusCode).toBe(404);
    expect(await ids(`sections/${mine.sectionId}/series`)).toEqual([mine.seriesId]);
  });

  it('[ROLE-6] loses access with the assignment', async () => {
    await server.database.sql`update secretaries set year = 4 where email = ${secretary.email}`;
    const again = await signedIn(server, secretary);
    expect(await idsOf(again)).toEqual([]);
  });
});

describe('[ROLE-11] a teacher', () => {
  it('[ROLE-11] [STRUCT-5] reads the students of the series they teach, without CNP and phone', async () => {
    for (const part of ['holders', 'collaborators'] as const) {
      const teacher = await aTeacher(server);
      const { studyPlace } = await aDiscipline(server, { [part]: [teacher] });
      const taught = await aStudent(server, { studyPlace, cnp: '6140101070075' });
      const other = await aStudent(server);
      const caller = await signedIn(server, teacher);
      expect(await idsOf(caller)).toEqual([taught.studentId]);
      const one = (await caller.get(`students/${taught.studentId}`)).json<Item>();
      expect([one.cnp, one.phoneNumber, one.email]).toEqual([null, null, taught.email]);
      expect((await caller.get(`students/${other.studentId}`)).statusCode).toBe(404);
      const file = (await caller.get('students/export?format=csv&columns=email,cnp,phoneNumber')).body;
      expect(file).toContain(taught.email);
      expect(file).not.toContain('0712345678');
      expect(file).not.toContain('6140101070075');
      for (const response of [
        await caller.post('students', await aDraft(at(studyPlace))),
        await caller.put(`students/${taught.studentId}`, await aDraft(at(studyPlace))),
        await caller.delete(`students/${taught.studentId}`),
      ]) {
        expect(response.statusCode).toBe(403);
      }
    }
  });

  it('[ROLE-11] learns nothing by sorting by a column they may not see', async () => {
    const teacher = await aTeacher(server);
    const { studyPlace } = await aDiscipline(server, { holders: [teacher] });
    const later = await aStudent(server, { studyPlace, cnp: 'ZZ999999' });
    const sooner = await aStudent(server, { studyPlace, cnp: 'AA000000' });
    const order = async (caller: SignedInPerson) =>
      (await caller.get('students?sort=cnp&take=500')).json<Item[]>().map((item) => item.id);
    expect(await order(await signedIn(server, teacher))).toEqual([later.studentId, sooner.studentId]);
    const asAdmin = await order(admin);
    expect(asAdmin.indexOf(sooner.studentId)).toBeLessThan(asAdmin.indexOf(later.studentId));
  });

  it('[ROLE-11] a teacher who is also a secretary sees both, with personal data only of students they may write', async () => {
    const person = await aTeacher(server);
    const { studyPlace } = await aDiscipline(server, { holders: [person] });
    const taught = await aStudent(server, { studyPlace });
    const own = await aStudent(server, { cnp: '6140101070075' });
    await anAssignment(server, person, {
      collegeId: own.studyPlace.collegeId,
      year: own.studyPlace.year,
      sectionId: own.studyPlace.sectionId,
    });
    const caller = await signedIn(server, person);
    const seen = (await caller.get('students?sort=id')).json<Item[]>();
    expect(seen.map((item) => [item.id, item.cnp])).toEqual([
      [taught.studentId, null],
      [own.studentId, '6140101070075'],
    ]);
    expect((await caller.delete(`students/${taught.studentId}`)).statusCode).toBe(404);
  });
});
