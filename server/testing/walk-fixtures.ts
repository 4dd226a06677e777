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
  signedIn,
} from './accounts.ts';
import { aChapter, aQuestion, aQuestionDraft } from './bank.ts';
import { type Draft, drafts } from './drafts.ts';
import { anImport } from './import-setup.ts';
import { type Caller, deanEmail, type TestServer } from './server.ts';
import { walkAppointments } from './walk-appointments.ts';
import { walkCalls } from './walk-calls.ts';
import { walkContestations } from './walk-contestations.ts';
import { callsOfSitters, walkExams } from './walk-exams.ts';
import { absentId, type Ownership, type Send, type Side, sideOf } from './walk-ownership.ts';
import { aPart, type Part } from './walk-part.ts';
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
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

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

  const special = walkCalls({ server, parts, adminEmail: adminPerson.email, bodyAt, idFor, rowIds });

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

  /** One sign-in of each person for all calls that read; other calls may end theirs. */
  const readers = new Map<Person, Promise<Caller>>();
  const readerOf = (person: Person) => {
    const reader = readers.get(person) ?? signedIn(server, person);
    readers.set(person, reader);
    return reader;
  };

  return {
    callerOf: async (walker, call) => {
      if (walker === 'nobody') return server.caller();
      const sits = walker === 'student' && callsOfSitters.includes(call);
      const person = sits ? sitter : people[walker];
      return call.startsWith('GET ') ? readerOf(person) : signedIn(server, person);
    },
    request,
    rowIds,
    aboutExams: Object.keys(exams),
    classmate: async () => signedIn(server, await aStudent(server, { studyPlace: home })),
  };
}
