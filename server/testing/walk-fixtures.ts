import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import {
  aCollege,
  aDiscipline,
  anAdministrator,
  aSecretary,
  aSection,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  type StudyPlace,
  signedIn,
  testPassword,
} from './accounts.ts';
import { aChapter, answersOf, aQuestion, aQuestionDraft, aStructure } from './bank.ts';
import { type Draft, drafts } from './drafts.ts';
import { anImport } from './import-setup.ts';
import { slope } from './png.ts';
import { uploadQuestions } from './question-files.ts';
import { type Caller, deanEmail, type TestServer } from './server.ts';
import { upload } from './upload.ts';
import { walkAppointments } from './walk-appointments.ts';
import { walkContestations } from './walk-contestations.ts';
import { callsOfSitters, walkExams } from './walk-exams.ts';
import { walkStatistics } from './walk-statistics.ts';
import { walkTemplates } from './walk-templates.ts';

/** The roles whose rights are tested, in the order of the expectations table. */
export const walkers = [
  'admin',
  'dean',
  'holder',
  'collaborator',
  'secretary',
  'general',
  'student',
  'nobody',
] as const;
export type Walker = (typeof walkers)[number];
export type Ownership = 'own' | 'foreign' | 'absent';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Side = Exclude<Ownership, 'absent'>;
type Send = (caller: Caller) => Promise<LightMyRequestResponse>;

/** Two complete colleges, and users who belong to the first. */
export type WalkFixtures = {
  /** The caller for a role and a call; calls of sitting students use one who sits. */
  callerOf(walker: Walker, call: string): Promise<Caller>;
  /** A valid call about an own, a foreign or an absent resource; only the caller's rights vary. */
  request(method: Method, path: string, whose: Ownership): Promise<Send>;
  /** Rows of the entity that no call deletes. */
  readonly rowIds: Readonly<Record<string, Readonly<Record<Side, number>>>>;
  /** The calls about an exam or a sitting. */
  readonly aboutExams: readonly string[];
  /** A student of the same series as the tested one. */
  classmate(): Promise<Caller>;
};

const customExamPaths: readonly string[] = ['getExamCustom', 'examCustom'];
const absentId = 2_000_000_000;
const sideOf = (whose: Ownership): Side => (whose === 'absent' ? 'own' : whose);

type Part = {
  readonly studyPlace: StudyPlace;
  readonly disciplineId: number;
  readonly chapterId: number;
  readonly images: Readonly<Record<'quest' | 'ans', string>>;
};

async function imagesIn(server: TestServer, admin: Caller, chapterId: number): Promise<Part['images']> {
  const named = async (path: string) =>
    (await upload(admin, path, slope(4, 4))).json<{ name: string }>().name;
  const images = { quest: await named('questionImages'), ans: await named('answerImages') };
  // Every answer has the image, so any drawn answer shows it.
  const answers = answersOf(5, 5).map((answer) => ({ ...answer, image: images.ans }));
  const made = await admin.post(
    'questions',
    aQuestionDraft(chapterId, { image: images.quest, answers } as never),
  );
  if (made.statusCode !== 201) throw new Error(`the question with images was not made: ${made.body}`);
  await aQuestion(server, chapterId);
  return images;
}

async function aPart(
  server: TestServer,
  admin: Caller,
  teachers: Record<'holders' | 'collaborators', Person[]>,
): Promise<Part> {
  const studyPlace = await aSeries(server);
  const { id: disciplineId } = await aDiscipline(server, { studyPlace, ...teachers });
  const chapterId = await aChapter(server, disciplineId);
  const images = await imagesIn(server, admin, chapterId);
  await aStructure(server, disciplineId, [{ id: chapterId, questions: 1 }]);
  return { studyPlace, disciplineId, chapterId, images };
}

/** The sittings that users have finished. */
async function finishedSittings(server: TestServer, userIds: Readonly<Record<Side, number>>) {
  const sittingOf = async (userId: number) => {
    const [row] = await server.database.sql<{ id: number }[]>`
      select group_id as id from exams where user_id = ${userId} and finished_at is not null limit 1`;
    return row?.id ?? 0;
  };
  return { own: await sittingOf(userIds.own), foreign: await sittingOf(userIds.foreign) };
}

export async function walkFixtures(server: TestServer): Promise<WalkFixtures> {
  const adminPerson = await anAdministrator(server);
  const admin = await signedIn(server, adminPerson);
  const [holder, collaborator] = [await aTeacher(server), await aTeacher(server)];
  const parts: Record<Side, Part> = {
    own: await aPart(server, admin, { holders: [holder], collaborators: [collaborator] }),
    foreign: await aPart(server, admin, { holders: [await aTeacher(server)], collaborators: [] }),
  };
  const otherAdmin = await anAdministrator(server);
  const home = parts.own.studyPlace;
  const student = await aStudent(server, { studyPlace: home });
  const sitter = await aStudent(server, { studyPlace: home });
  const people: Record<Exclude<Walker, 'nobody'>, Person & { studentId?: number }> = {
    admin: adminPerson,
    dean: await aTeacher(server, { email: deanEmail }),
    holder,
    collaborator,
    secretary: await aSecretary(server, { ...home, seriesIds: [home.seriesId] }),
    general: await aSecretary(server, { collegeId: home.collegeId }),
    student,
  };
  const foreignSitter = await aStudent(server, { studyPlace: parts.foreign.studyPlace });
  // Use both questions of the chapter, so the one with images is included.
  const sat = { questions: 2 };
  const exams = await walkExams(server, {
    own: { ...sat, student, sitter, disciplineId: parts.own.disciplineId },
    foreign: {
      ...sat,
      student: foreignSitter,
      sitter: await aStudent(server, { studyPlace: parts.foreign.studyPlace }),
      disciplineId: parts.foreign.disciplineId,
    },
  });
  const foreigner = await aStudent(server, { studyPlace: parts.foreign.studyPlace });
  const appointments = await walkAppointments(server, admin, {
    own: { student, disciplineId: parts.own.disciplineId },
    foreign: { student: foreigner, disciplineId: parts.foreign.disciplineId },
  });

  const finished = await finishedSittings(server, { own: student.userId, foreign: foreignSitter.userId });
  const templates = await walkTemplates(server, finished);
  const statistics = await walkStatistics(server, finished, {
    own: parts.own.chapterId,
    foreign: parts.foreign.chapterId,
  });

  const contestations = await walkContestations(server, { own: student, foreign: foreignSitter });

  /** A body that refers only to one side of the university. */
  async function bodyAt(path: string, side: Side): Promise<Draft> {
    const { collegeId, sectionId, seriesId, year } = parts[side].studyPlace;
    if (customExamPaths.includes(path))
      return {
        examName: 'Examen',
        ...{ collegeId, sectionId, year, seriesIds: [seriesId], examDuration: 60 },
        sumativeDisciplines: [{ pkDiscipline: parts[side].disciplineId, questions: 1, credits: 1 }],
      };
    if (path === 'questions') return { ...aQuestionDraft(parts[side].chapterId) };
    const draft = (await drafts[path]?.(server)) ?? {};
    if (path === 'students') return { ...draft, collegeId, sectionId, seriesId, year };
    if (path === 'secretars')
      return { ...draft, college: collegeId, section: sectionId, series: [seriesId], year };
    if (path === 'disciplines') return { ...draft, collegeId, sectionId, series: [seriesId], year };
    if (path === 'chapters') return { ...draft, disciplineId: parts[side].disciplineId };
    return draft;
  }

  /** Rows that others depend on, so no call changes them. */
  const fixed: Readonly<Record<string, (part: Part) => number>> = {
    colleges: ({ studyPlace }) => studyPlace.collegeId,
    sections: ({ studyPlace }) => studyPlace.sectionId,
    series: ({ studyPlace }) => studyPlace.seriesId,
    disciplines: ({ disciplineId }) => disciplineId,
    disciplineList: ({ disciplineId }) => disciplineId,
    chapters: ({ chapterId }) => chapterId,
    appointments: (part) => appointments.ids[part === parts.own ? 'own' : 'foreign'],
    examContests: (part) => contestations.ids[part === parts.own ? 'own' : 'foreign'],
  };
  /** Unreferenced rows to change and delete. */
  const fresh: Readonly<Record<string, (part: Part) => Promise<number>>> = {
    colleges: () => aCollege(server),
    sections: async ({ studyPlace }) => (await aSection(server, studyPlace)).sectionId,
    series: async ({ studyPlace }) => (await aSeries(server, studyPlace)).seriesId,
    students: async ({ studyPlace }) => (await aStudent(server, { studyPlace })).studentId,
    secretars: async ({ studyPlace: { collegeId } }) => (await aSecretary(server, { collegeId })).secretaryId,
    users: async ({ studyPlace }) => (await aStudent(server, { studyPlace })).userId,
    questions: ({ chapterId }) => aQuestion(server, chapterId),
    teachers: async () => (await aTeacher(server)).userId,
    disciplines: async ({ studyPlace }) => (await aDiscipline(server, { studyPlace })).id,
    chapters: ({ disciplineId }) => aChapter(server, disciplineId),
    imports: (part) => anImport(server, part === parts.own ? adminPerson : otherAdmin, part.chapterId),
  };
  async function aRow(path: string, side: Side): Promise<number> {
    const make = fresh[path];
    if (make) return make(parts[side]);
    const made = await admin.post(path, await bodyAt(path, side));
    if (made.statusCode !== 201) throw new Error(`no row was made for ${path}: ${made.body}`);
    return made.json<{ id: number }>().id;
  }
  const rowId = async (path: string, side: Side) => fixed[path]?.(parts[side]) ?? aRow(path, side);
  const rowIds = Object.fromEntries(
    await Promise.all(
      [
        ...Object.keys(drafts),
        ...customExamPaths,
        'disciplineList',
        'questions',
        'imports',
        'appointments',
        'examContests',
      ].map(async (path) => [path, { own: await rowId(path, 'own'), foreign: await rowId(path, 'foreign') }]),
    ),
  );
  const idFor = async (method: Method, path: string, whose: Ownership): Promise<number> => {
    if (whose === 'absent') return absentId;
    return method === 'GET' ? rowIds[path][whose] : aRow(path, whose);
  };

  const post =
    (path: string, body: Draft): Send =>
    (caller) =>
      caller.post(path, body);
  const imageOf =
    (kind: 'quest' | 'ans', whose: Ownership): Send =>
    (caller) =>
      caller.get(`img/${kind}/${whose === 'absent' ? randomUUID() : parts[whose].images[kind]}`);
  /** A valid structure for the discipline of a side. */
  const structureOf = (whose: Ownership) => ({
    questions: 1,
    examDuration: 60,
    automaticDistribution: false,
    chapters: [{ id: parts[sideOf(whose)].chapterId, questions: 1, percentSimple: 50, percentComplex: 50 }],
  });
  const disciplineId = (whose: Ownership) => (whose === 'absent' ? absentId : parts[whose].disciplineId);
  /** Calls whose request cannot be derived from the path. */
  const special: Readonly<Record<string, (whose: Ownership) => Send>> = {
    'POST login': () => post('login', { email: people.admin.email, password: testPassword }),
    'POST logout': () => (caller) => caller.post('logout'),
    'POST renewToken': () => post('renewToken', {}),
    'PUT profile/language': () => (caller) => caller.put('profile/language', { language: 'en' }),
    'POST forgotPassword': () => post('forgotPassword', { email: 'nobody@exam.test' }),
    'POST setPassword': () => post('setPassword', { token: 'x', password: 'long enough for anybody' }),
    'POST users/disableSelected': (whose) => async (caller) =>
      caller.post('users/disableSelected', { ids: [await idFor('POST', 'users', whose)] }),
    'POST users/enableSelected': (whose) => async (caller) =>
      caller.post('users/enableSelected', { ids: [await idFor('POST', 'users', whose)] }),
    'POST users/:id/disable': (whose) => async (caller) =>
      caller.post(`users/${await idFor('POST', 'users', whose)}/disable`, {}),
    'GET users/:id/export': (whose) => async (caller) =>
      caller.get(`users/${await idFor('POST', 'users', whose)}/export?format=json`),
    'GET users/:id/erasure': (whose) => async (caller) =>
      caller.get(`users/${await idFor('POST', 'users', whose)}/erasure`),
    'POST users/:id/erasure': (whose) => async (caller) => {
      const id = await idFor('POST', 'users', whose);
      const [account] = await server.database.sql<
        { email: string }[]
      >`select email from users where id = ${id}`;
      return caller.post(`users/${id}/erasure`, { email: account?.email ?? '' });
    },
    'GET dayPasswords/places': () => (caller) => caller.get('dayPasswords/places?examDate=2026-02-03'),
    'POST dayPasswords': () => post('dayPasswords', { examDate: '2126-02-03', seriesId: home.seriesId }),
    'POST users': () => async (caller) =>
      caller.post('users', {
        email: `${randomUUID()}@exam.test`,
        name: 'Ana Pop',
        language: 'ro',
        isTeacher: true,
        isAdmin: false,
      }),
    'POST administration/jobs/retry': () =>
      post('administration/jobs/retry', { source: 'queue', id: randomUUID() }),
    'GET users/export': () => (caller) => caller.get('users/export?format=csv'),
    'GET administration/jobs/export': () => (caller) => caller.get('administration/jobs/export?format=csv'),
    'GET administration/log/export': () => (caller) => caller.get('administration/log/export?format=csv'),
    'GET administration/outages/:id/sittings': () => (caller) =>
      caller.get(`administration/outages/${absentId}/sittings`),
    'POST administration/outages/:id/credit': () =>
      post(`administration/outages/${absentId}/credit`, { reason: 'Curent' }),
    'POST administration/outages/:id/decline': () => post(`administration/outages/${absentId}/decline`, {}),
    'POST questions/changeSelected': (whose) => async (caller) =>
      caller.post('questions/changeSelected', {
        ids: [whose === 'absent' ? absentId : await aQuestion(server, parts[whose].chapterId)],
        examOnly: true,
      }),
    'GET questions/similar': (whose) => (caller) =>
      caller.get(
        `questions/similar?text=abc&chapterId=${whose === 'absent' ? absentId : parts[whose].chapterId}`,
      ),
    'POST questionImages': () => (caller) => upload(caller, 'questionImages', slope(4, 4)),
    'POST imports/questions': () => (caller) =>
      uploadQuestions(caller, Buffer.from('Unu? {=da ~nu}'), 'a.gift'),
    'POST imports/students': () => (caller) =>
      upload(caller, 'imports/students', Buffer.from('a;b;c;d;e;f;g;h;i;j;k\n'), { fileName: 'a.csv' }),
    'POST answerImages': () => (caller) => upload(caller, 'answerImages', slope(4, 4)),
    'PUT disciplines/:id/structure': (whose) => (caller) =>
      caller.put(`disciplines/${disciplineId(whose)}/structure`, structureOf(whose)),
    'POST disciplines/:id/feasibility': (whose) =>
      post(`disciplines/${disciplineId(whose)}/feasibility`, structureOf(whose)),
    'GET examCustom/disciplines': (whose) => (caller) =>
      caller.get(
        `examCustom/disciplines?sectionId=${whose === 'absent' ? absentId : parts[whose].studyPlace.sectionId}`,
      ),
    'POST examCustom/sample': (whose) => async (caller) =>
      caller.post('examCustom/sample', await bodyAt('examCustom', sideOf(whose))),
    'POST examCustom/:id/impact': (whose) => async (caller) =>
      caller.post(
        `examCustom/${whose === 'absent' ? absentId : rowIds.examCustom?.[whose]}/impact`,
        await bodyAt('examCustom', sideOf(whose)),
      ),
    'GET studentsExams/export': () => (caller) => caller.get('studentsExams/export?format=csv'),
    'GET yearCopies/disciplines': () => (caller) =>
      caller.get(`yearCopies/disciplines?fromYearId=${absentId}&toYearId=${absentId}`),
    'GET yearCopies/series': () => (caller) => caller.get(`yearCopies/series?toYearId=${absentId}`),
    'GET yearCopies/students': () => (caller) =>
      caller.get(`yearCopies/students?toYearId=${absentId}&seriesId=${absentId}`),
    'GET yearCopies': () => (caller) => caller.get(`yearCopies?fromYearId=${absentId}`),
    'POST yearCopies': () =>
      post('yearCopies', { fromYearId: absentId, toYearId: absentId, disciplines: null, series: [] }),
    'GET yearCopies/:id': () => (caller) => caller.get(`yearCopies/${absentId}`),
    'GET imageLinks': () => (caller) => caller.get(`imageLinks?names=${randomUUID()}`),
    'GET img/quest/:name': (whose) => imageOf('quest', whose),
    'GET img/ans/:name': (whose) => imageOf('ans', whose),
  };

  async function request(method: Method, path: string, whose: Ownership): Promise<Send> {
    const name = `${method} ${path}`;
    const known =
      special[name] ??
      exams[name] ??
      appointments.calls[name] ??
      templates[name] ??
      statistics[name] ??
      contestations.calls[name];
    if (known) return known(whose);
    const [entity = '', below] = path.split('/');
    const aboutOne = path.includes(':id') || (below !== undefined && below in drafts);
    const id = aboutOne ? await idFor(method, entity, whose) : absentId;
    const address = path.includes(':id')
      ? path.replace(':id', String(id))
      : aboutOne
        ? `${path}?${entity}Id=${id}`
        : path;
    const writes = method === 'PUT' || (method === 'POST' && !aboutOne);
    const body = writes ? await bodyAt(entity, sideOf(whose)) : undefined;
    const sends: Record<Method, Send> = {
      GET: (caller) => caller.get(address),
      POST: (caller) => caller.post(address, body),
      PUT: (caller) => caller.put(address, body),
      DELETE: (caller) => caller.delete(address),
    };
    return sends[method];
  }

  return {
    callerOf: async (walker, call) => {
      if (walker === 'nobody') return server.caller();
      const sits = walker === 'student' && callsOfSitters.includes(call);
      return signedIn(server, sits ? sitter : people[walker]);
    },
    request,
    rowIds,
    aboutExams: Object.keys(exams),
    classmate: async () => signedIn(server, await aStudent(server, { studyPlace: home })),
  };
}
