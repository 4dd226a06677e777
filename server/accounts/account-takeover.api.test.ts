import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import {
  aDiscipline,
  anAccount,
  anAdministrator,
  anAssignment,
  anEnrolment,
  aSecretary,
  aSecretaryOf,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  type SignedInPerson,
  type Student,
  type StudyPlace,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { deanEmail, testServer, useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let mine: StudyPlace;
let foreign: StudyPlace;
let secretary: SignedInPerson;
beforeAll(async () => {
  mine = await aSeries(server);
  foreign = await aSeries(server);
  secretary = await aSecretaryOf(server, mine);
});

const needsAdministrator = { error: 'account.needsAdministrator', params: {} };
const underEmail = {
  ...needsAdministrator,
  errors: [{ path: 'email', error: 'account.needsAdministrator', params: {} }],
};
const at = ({ collegeId, sectionId, seriesId, year }: StudyPlace) => ({
  collegeId,
  sectionId,
  seriesId,
  year,
});
/** The draft of a new student with the CNP shared by all test students. */
const form = async (changed: Draft): Promise<Draft> => ({
  ...(await drafts.students?.(server)),
  ...at(mine),
  cnp: '6020304123450',
  firstName: 'Alt',
  lastName: 'Nume',
  ...changed,
});

type Stored = { name: string; enrolments: number; passwordHash: string | null };
async function accountOf(email: string): Promise<Stored | undefined> {
  const [row] = await server.database.sql<Stored[]>`
    select name, (select count(*) from students s where s.email = u.email) as enrolments, password_hash as "passwordHash"
      from users u where u.email = ${email}`;
  return row;
}
type Entry = { actor: number; account: string | null; what: unknown };
const attempts = () =>
  server.database.sql<Entry[]>`
    select actor_id as actor, entity_id as account, audit_decrypted(after) as what from audit_log
     where action = 'accountChangeRefused' order by id`;
let attemptsBefore = 0;
const newAttempts = async () => (await attempts()).slice(attemptsBefore);
beforeEach(async () => {
  attemptsBefore = (await attempts()).length;
});

/** Accounts a secretary of `mine` may not change, and why. */
const beyond: [string, () => Promise<Person>][] = [
  ['a student of another college', () => aStudent(server, { studyPlace: foreign })],
  [
    'a student enrolled here and in another college',
    async () => anEnrolment(server, await aStudent(server, { studyPlace: mine }), { studyPlace: foreign }),
  ],
  ['an administrator', () => anAdministrator(server)],
  ['a teacher', () => aTeacher(server)],
  [
    'somebody who teaches only through a discipline',
    async () => {
      const person = await anAccount(server);
      await aDiscipline(server, { collaborators: [person] });
      return person;
    },
  ],
  ['a secretary', () => aSecretary(server)],
];

describe('[ROLE-12] enrolling an address that has an account', () => {
  it.each(beyond)(
    '[ROLE-12] of %s needs an administrator: nothing changes, and the attempt is audited',
    async (_, who) => {
      const person = await who();
      const owner = await signedIn(server, person);
      const before = await accountOf(person.email);
      const refused = await secretary.post('students', await form({ email: person.email.toUpperCase() }));
      expect([refused.statusCode, refused.json()]).toEqual([409, underEmail]);
      expect(await accountOf(person.email)).toEqual(before);
      expect((await owner.get('profile')).statusCode).toBe(200);
      expect(await newAttempts()).toEqual([
        {
          actor: secretary.userId,
          account: String(person.userId),
          what: { change: 'enrolment', address: person.email.toUpperCase() },
        },
      ]);
      expect((await admin.post('students', await form({ email: person.email }))).statusCode).toBe(201);
    },
  );

  it.each(beyond)(
    '[ROLE-12] of %s is also refused when correcting another student’s address',
    async (_, who) => {
      const person = await who();
      const own = await aStudent(server, { studyPlace: mine });
      const before = await accountOf(person.email);
      const refused = await editStudent(secretary, own.studentId, { email: person.email, firstName: 'Alt' });
      expect([refused.statusCode, refused.json()]).toEqual([409, underEmail]);
      expect([await accountOf(person.email), await accountOf(own.email)]).toEqual([
        before,
        { name: 'Ana Pop', enrolments: 1, passwordHash: expect.any(String) },
      ]);
      expect(await newAttempts()).toMatchObject([{ account: String(person.userId) }]);
    },
  );

  it('[ROLE-12] is allowed for a student wholly within the scope, and for a new address', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    expect((await secretary.post('students', await form({ email: own.email }))).statusCode).toBe(201);
    expect(await accountOf(own.email)).toMatchObject({ name: 'Alt Nume', enrolments: 2 });
    expect((await secretary.post('students', await form({ email: 'nou@exam.test' }))).statusCode).toBe(201);
    expect(await newAttempts()).toEqual([]);
  });

  it('[ROLE-12] of the dean’s list needs an administrator, even before the address has an account', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    for (const refused of [
      await secretary.post('students', await form({ email: deanEmail.toUpperCase() })),
      await editStudent(secretary, own.studentId, { email: deanEmail }),
    ])
      expect([refused.statusCode, refused.json()]).toEqual([409, underEmail]);
    expect(await accountOf(deanEmail)).toBeUndefined();
    expect(await newAttempts()).toMatchObject([
      { account: null, what: { address: deanEmail.toUpperCase() } },
      { account: null, what: { address: deanEmail } },
    ]);
    expect((await admin.post('students', await form({ email: deanEmail }))).statusCode).toBe(201);
    expect((await secretary.post('students', await form({ email: deanEmail }))).json()).toEqual(underEmail);
  });
});

describe('[ROLE-12] the name of an account', () => {
  it('[ROLE-12] follows a correction by an editor whose scope includes all its enrolments', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    await editStudent(secretary, own.studentId, { firstName: 'Ștefana' });
    expect(await accountOf(own.email)).toMatchObject({ name: 'Ștefana Pop' });
    expect(await newAttempts()).toEqual([]);
  });

  it('[ROLE-12] stays when other enrolments are outside the scope; the enrolment is corrected and the attempt audited', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    await anEnrolment(server, own, { studyPlace: foreign });
    const edited = await editStudent(secretary, own.studentId, { firstName: 'Ștefana' });
    expect(edited.json()).toMatchObject({ firstName: 'Ștefana' });
    expect(await accountOf(own.email)).toMatchObject({ name: 'Ana Pop' });
    expect(await newAttempts()).toEqual([
      {
        actor: secretary.userId,
        account: String(own.userId),
        what: { change: 'name', address: own.email },
      },
    ]);
    await editStudent(admin, own.studentId, { firstName: 'Ioana' });
    expect(await accountOf(own.email)).toMatchObject({ name: 'Ioana Pop' });
  });

  it.each(beyond.slice(2))(
    '[ROLE-12] of %s stays when a secretary corrects their enrolment, and the attempt is audited',
    async (_, who) => {
      const person = await anEnrolment(server, await who(), { studyPlace: mine });
      const before = await accountOf(person.email);
      const edited = await editStudent(secretary, person.studentId, { firstName: 'Ștefana' });
      expect(edited.json()).toMatchObject({ firstName: 'Ștefana' });
      expect(await accountOf(person.email)).toEqual(before);
      expect(await newAttempts()).toEqual([
        {
          actor: secretary.userId,
          account: String(person.userId),
          what: { change: 'name', address: person.email },
        },
      ]);
    },
  );

  it('[ROLE-12] is unchanged by an edit of other fields', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    await anEnrolment(server, own, { studyPlace: foreign });
    expect((await editStudent(secretary, own.studentId, { groupeNumber: '7' })).statusCode).toBe(200);
    expect(await newAttempts()).toEqual([]);
  });
});

describe('[ROLE-12] a one-time password', () => {
  const ask = async (by: SignedInPerson, { userId }: Person) => {
    const response = await by.post(`users/${userId}/oneTimePassword`);
    return [response.statusCode, response.json().error];
  };
  const alsoHere: [string, () => Promise<Student>][] = [
    ['a student who is also enrolled elsewhere', () => aStudent(server, { studyPlace: foreign })],
    ...beyond
      .slice(2)
      .map(([name, who]): [string, () => Promise<Student>] => [
        `${name} who also studies here`,
        async () => ({ ...(await who()), studentId: 0, studyPlace: mine }),
      ]),
  ];

  it.each(alsoHere)('[ROLE-12] for %s needs an administrator, and the attempt is audited', async (_, who) => {
    const person = await who();
    await anEnrolment(server, person, { studyPlace: mine });
    const before = await accountOf(person.email);
    expect(await ask(secretary, person)).toEqual([409, 'account.needsAdministrator']);
    expect(await accountOf(person.email)).toEqual(before);
    expect(await newAttempts()).toEqual([
      {
        actor: secretary.userId,
        account: String(person.userId),
        what: { change: 'oneTimePassword', address: person.email },
      },
    ]);
    expect(await ask(admin, person)).toEqual([200, undefined]);
  });

  it('[ROLE-12] again and again is audited ten times an hour', async () => {
    const [person, other] = [await anAdministrator(server), await anAdministrator(server)];
    for (const who of [person, other]) await anEnrolment(server, who, { studyPlace: mine });
    for (let n = 0; n < 12; n += 1)
      expect(await ask(secretary, person)).toEqual([409, 'account.needsAdministrator']);
    expect(await newAttempts()).toHaveLength(10);
    expect(await ask(secretary, other)).toEqual([409, 'account.needsAdministrator']);
    expect(await newAttempts()).toHaveLength(11);
  });

  it('[ROLE-12] for a user on the dean’s list needs an administrator', async () => {
    const changed = await testServer({
      database: server,
      environment: { DEAN_EMAILS: 'nou.decan@exam.test' },
    });
    const person = await aStudent(server, { studyPlace: mine, email: 'nou.decan@exam.test' });
    const onOtherServer = { ...secretary, ...changed.caller(secretary.token) };
    expect(await ask(onOtherServer, person)).toEqual([409, 'account.needsAdministrator']);
    expect(await ask(secretary, person)).toEqual([200, undefined]);
    await changed.close();
  });

  it('[ROLE-12] for a student out of scope answers 404, and is audited', async () => {
    const [stranger, nobody] = [await aStudent(server, { studyPlace: foreign }), await anAccount(server)];
    for (const person of [stranger, nobody])
      expect(await ask(secretary, person)).toEqual([404, 'resource.notFound']);
    expect(await ask(secretary, { userId: 2_000_000_000, email: '' })).toEqual([404, 'resource.notFound']);
    expect((await newAttempts()).map(({ account }) => account)).toEqual([
      String(stranger.userId),
      String(nobody.userId),
    ]);
  });

  it('[ROLE-12] of a student within the scope opens the account', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    expect(await ask(secretary, own)).toEqual([200, undefined]);
    expect(await newAttempts()).toEqual([]);
  });
});

describe('[ROLE-12] ending an enrolment of staff', () => {
  it('[ROLE-12] [AUTH-8] needs an administrator, since it would end their sign-ins', async () => {
    const person = await anAdministrator(server);
    const enrolment = await anEnrolment(server, person, { studyPlace: mine });
    const owner = await signedIn(server, enrolment);
    const refused = [
      await secretary.delete(`students/${enrolment.studentId}`),
      await editStudent(secretary, enrolment.studentId, { email: 'altcineva@exam.test' }),
    ];
    expect(refused.map((response) => [response.statusCode, response.json()])).toEqual([
      [409, needsAdministrator],
      [409, underEmail],
    ]);
    expect(await newAttempts()).toMatchObject([
      { account: String(person.userId) },
      { account: String(person.userId) },
    ]);
    expect((await owner.get('profile')).statusCode).toBe(200);
    expect((await editStudent(secretary, enrolment.studentId, { groupeNumber: '7' })).statusCode).toBe(200);
    expect((await admin.delete(`students/${enrolment.studentId}`)).statusCode).toBe(204);
  });

  it('[ROLE-11] is allowed to the secretary for a student also enrolled elsewhere', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    await anEnrolment(server, own, { studyPlace: foreign });
    const other = await anEnrolment(server, own, { studyPlace: mine });
    expect((await secretary.delete(`students/${own.studentId}`)).statusCode).toBe(204);
    const moved = await editStudent(secretary, other.studentId, { email: 'doar.aici@exam.test' });
    expect(moved.json<Item>().userId).not.toBe(own.userId);
    expect(await accountOf(own.email)).toEqual({
      name: 'Ana Pop',
      enrolments: 1,
      passwordHash: expect.any(String),
    });
    const entry = await server.caller().post('login', { email: own.email, password: testPassword });
    expect(entry.statusCode).toBe(200);
  });
});

describe('[ROLE-12] appointing secretaries', () => {
  let general: SignedInPerson & { secretaryId: number };
  const seriesOfYear = new Map<number, number>();
  beforeAll(async () => {
    const { collegeId, sectionId } = mine;
    seriesOfYear.set(1, mine.seriesId);
    for (const year of [2, 3, 4])
      seriesOfYear.set(year, (await aSeries(server, { collegeId, sectionId, year })).seriesId);
    const person = await aSecretary(server, { collegeId: mine.collegeId });
    general = { ...(await signedIn(server, person)), secretaryId: person.secretaryId };
  });
  const assignment = (email: string, year = 1) => ({
    email,
    college: mine.collegeId,
    section: mine.sectionId,
    series: [seriesOfYear.get(year)],
    year,
  });

  it.each(beyond)(
    '[ROLE-12] a general secretary does not appoint %s, and the attempt is audited',
    async (_, who) => {
      const person = await who();
      const owner = await signedIn(server, person);
      const refused = await general.post('secretars', assignment(person.email));
      expect([refused.statusCode, refused.json()]).toEqual([409, underEmail]);
      expect((await owner.get('profile')).statusCode).toBe(200);
      expect(await newAttempts()).toEqual([
        {
          actor: general.userId,
          account: String(person.userId),
          what: { change: 'assignment', address: person.email },
        },
      ]);
      const own = (
        await admin.post('secretars', assignment(`de.mutat${person.userId}@exam.test`))
      ).json<Item>();
      expect((await general.put(`secretars/${own.id}`, assignment(person.email))).json()).toEqual(underEmail);
      expect((await admin.post('secretars', assignment(person.email))).statusCode).toBe(201);
    },
  );

  it('[ROLE-12] nor an address of the dean’s list', async () => {
    expect((await general.post('secretars', assignment(deanEmail))).json()).toEqual(underEmail);
  });

  it('[ROLE-3] [ROLE-12] appoints a student of their college, and changes and ends assignments wholly in their scope', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    const made = (await general.post('secretars', assignment(own.email))).json<Item>();
    expect(made.userId).toBe(own.userId);
    expect((await general.post('secretars', assignment(own.email, 2))).statusCode).toBe(201);
    expect((await general.put(`secretars/${made.id}`, assignment(own.email, 3))).statusCode).toBe(200);
    expect((await general.delete(`secretars/${made.id}`)).statusCode).toBe(204);
    expect(await newAttempts()).toEqual([]);
  });

  it.each([
    ['teaches', (person: Person) => aDiscipline(server, { holders: [person] })],
    ['is a secretary elsewhere', (person: Person) => anAssignment(server, person, foreign)],
    [
      'administers',
      ({ userId }: Person) => server.database.sql`update users set is_admin = true where id = ${userId}`,
    ],
  ])('[ROLE-12] cannot change the assignment of a user who also %s', async (_, also) => {
    const person = await anAccount(server);
    const made = (await admin.post('secretars', assignment(person.email))).json<Item>();
    await also(person);
    const owner = await signedIn(server, person);
    const refused = [
      await general.put(`secretars/${made.id}`, assignment(person.email, 4)),
      await general.put(`secretars/${made.id}`, assignment('inlocuitor@exam.test')),
      await general.delete(`secretars/${made.id}`),
    ];
    expect(refused.map((response) => response.json())).toEqual([underEmail, underEmail, needsAdministrator]);
    expect((await owner.get('profile')).statusCode).toBe(200);
    expect(await newAttempts()).toHaveLength(3);
    expect((await admin.delete(`secretars/${made.id}`)).statusCode).toBe(204);
  });
});

describe('[ROLE-12] concurrent changes', () => {
  it('[ROLE-12] refuses a one-time password for an account enrolled elsewhere at the same time', async () => {
    const own = await aStudent(server, { studyPlace: mine });
    const before = await accountOf(own.email);
    let reset: Promise<{ statusCode: number }> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id)
        values (${own.email}, 'Ana', 'Pop', '6020304123450', '0712345678', ${foreign.year}, ${foreign.collegeId},
                ${foreign.sectionId}, ${foreign.seriesId})`;
      reset = secretary.post(`users/${own.userId}/oneTimePassword`);
      await untilWaiting(server.database.sql, 1);
    });
    expect((await reset)?.statusCode).toBe(409);
    expect((await accountOf(own.email))?.passwordHash).toBe(before?.passwordHash);
  });
});
