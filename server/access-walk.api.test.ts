import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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
} from './testing/accounts.ts';
import { type Draft, drafts } from './testing/drafts.ts';
import { type Caller, deanEmail, type TestServer, testServer } from './testing/server.ts';

const roles = [
  'admin',
  'dean',
  'holder',
  'collaborator',
  'secretary',
  'general',
  'student',
  'nobody',
] as const;
type Role = (typeof roles)[number];
type Whose = 'own' | 'foreign' | 'absent';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Expectation = {
  readonly method: Method;
  readonly path: string;
  readonly outcomes: Record<Role, string>;
};

/** The expectations, written down in a file of their own. */
const expectations: Expectation[] = readFileSync(
  new URL('./access-walk.expected.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => /^(GET|POST|PUT|DELETE) /.test(line))
  .map((line) => {
    const [method, path = '', ...cells] = line.trim().split(/\s+/);
    if (cells.length !== roles.length)
      throw new Error(`the line of ${method} ${path} has ${cells.length} outcomes`);
    const outcomes = Object.fromEntries(roles.map((role, place) => [role, cells[place]])) as Record<
      Role,
      string
    >;
    return { method: method as Method, path, outcomes };
  });

let server: TestServer;
let people: Record<Exclude<Role, 'nobody'>, Person & { studentId?: number }>;
let places: Record<'own' | 'foreign', StudyPlace>;
/** Rows that lie in the own and in the foreign college, by the path of their entity. */
let known: Record<string, Record<'own' | 'foreign', number>>;

const absent = 2_000_000_000;
const entityPaths = Object.keys(drafts);

beforeAll(async () => {
  server = await testServer();
  const own = await aSeries(server);
  const foreign = await aSeries(server);
  places = { own, foreign };
  const holder = await aTeacher(server);
  const collaborator = await aTeacher(server);
  await aDiscipline(server, { place: own, holders: [holder], collaborators: [collaborator] });
  await aDiscipline(server, { place: foreign, holders: [await aTeacher(server)] });
  people = {
    admin: await anAdministrator(server),
    dean: await aTeacher(server, { email: deanEmail }),
    holder,
    collaborator,
    secretary: await aSecretary(server, { ...own, seriesIds: [own.seriesId] }),
    general: await aSecretary(server, { collegeId: own.collegeId }),
    student: await aStudent(server, { place: own }),
  };
  known = Object.fromEntries(
    await Promise.all(
      entityPaths.map(async (path) => [
        path,
        { own: await aRow(path, 'own', 'kept'), foreign: await aRow(path, 'foreign', 'kept') },
      ]),
    ),
  );
});
afterAll(() => server.close());

const callerOf = async (role: Role): Promise<Caller> =>
  role === 'nobody' ? server.caller() : signedIn(server, people[role]);

/** A body that stays within a place of the university. */
async function bodyAt(path: string, whose: 'own' | 'foreign'): Promise<Draft> {
  const { collegeId, sectionId, seriesId, year } = places[whose];
  const draft = (await drafts[path]?.(server)) ?? {};
  if (path === 'students') return { ...draft, collegeId, sectionId, seriesId, year };
  if (path === 'secretars')
    return { ...draft, college: collegeId, section: sectionId, series: [seriesId], year };
  return draft;
}

/** A row that nothing else refers to, so that it can be deleted; or, to be `kept`, the one people are tied to. */
async function aRow(path: string, whose: 'own' | 'foreign', use: 'kept' | 'free'): Promise<number> {
  const place = places[whose];
  switch (path) {
    case 'colleges':
      return use === 'kept' ? place.collegeId : aCollege(server);
    case 'sections':
      return use === 'kept' ? place.sectionId : (await aSection(server, place)).sectionId;
    case 'series':
      return use === 'kept' ? place.seriesId : (await aSeries(server, place)).seriesId;
    case 'students':
      return (await aStudent(server, { place })).studentId;
    case 'secretars':
      return (await aSecretary(server, { collegeId: place.collegeId })).secretaryId;
    case 'users':
      return (await aStudent(server, { place })).userId;
    default: {
      const made = await (await callerOf('admin')).post(path, await bodyAt(path, whose));
      return made.json<{ id: number }>().id;
    }
  }
}

async function idFor(method: Method, path: string, whose: Whose): Promise<number> {
  if (whose === 'absent') return absent;
  return method === 'GET' && known[path] ? known[path][whose] : aRow(path, whose, 'free');
}

/** What the calls outside of the registry are sent. */
const bodies: Readonly<Record<string, () => Draft>> = {
  login: () => ({ email: people.admin.email, password: testPassword }),
  renewToken: () => ({}),
  forgotPassword: () => ({ email: 'nobody@exam.test' }),
  setPassword: () => ({ token: 'x', password: 'long enough for anybody' }),
};

const send = (caller: Caller, method: Method, path: string, body: unknown): Promise<LightMyRequestResponse> =>
  ({
    GET: () => caller.get(path),
    POST: () => caller.post(path, body),
    PUT: () => caller.put(path, body),
    DELETE: () => caller.delete(path),
  })[method]();

/** Calls about one object: what they are sent for each kind of object. */
async function aboutObject(caller: Caller, { method, path }: Expectation, whose: Whose) {
  const [entity = '', second = ''] = path.split('/');
  const id = await idFor(method, entity, whose);
  const body = method === 'PUT' ? await bodyAt(entity, whose === 'absent' ? 'own' : whose) : undefined;
  const address = path.includes(':id') ? path.replace(':id', String(id)) : `${path}?${entity}Id=${id}`;
  expect(path.includes(':id') || entityPaths.includes(second)).toBe(true);
  return send(caller, method, address, body);
}

/** Which of the known rows a list or an export holds. */
async function rowsIn(caller: Caller, path: string): Promise<string> {
  const [entity = '', exported] = path.split('/');
  const answer = await caller.get(exported ? `${path}?format=csv&columns=id&sort=id` : `${path}?take=500`);
  if (answer.statusCode !== 200) return String(answer.statusCode);
  const ids = exported
    ? answer.body.trim().split('\r\n').slice(1).map(Number)
    : answer.json<{ id: number }[]>().map((item) => item.id);
  const { own, foreign } = known[entity] ?? { own: 0, foreign: 0 };
  if (ids.includes(own) && ids.includes(foreign)) return 'all';
  if (ids.includes(own)) return 'own';
  return ids.length === 0 ? 'none' : 'others';
}

/** What really happens when a person makes a call, in the words of the expectations. */
async function outcome(expectation: Expectation, role: Role): Promise<string> {
  const { method, path } = expectation;
  const expected = expectation.outcomes[role];
  const statuses: number[] = [];
  if (expected.split('/').length === 3) {
    for (const whose of ['own', 'foreign', 'absent'] as const)
      statuses.push((await aboutObject(await callerOf(role), expectation, whose)).statusCode);
  } else if (method === 'POST' && expected.includes('/')) {
    for (const whose of ['own', 'foreign'] as const)
      statuses.push((await (await callerOf(role)).post(path, await bodyAt(path, whose))).statusCode);
  } else if (method === 'GET' && entityPaths.includes(path.split('/')[0] ?? '')) {
    return rowsIn(await callerOf(role), path);
  } else {
    const body = entityPaths.includes(path) ? await bodyAt(path, 'own') : bodies[path]?.();
    statuses.push((await send(await callerOf(role), method, path, body)).statusCode);
  }
  return statuses.join('/');
}

describe('[SAFE-6] every call of the running server is expected', () => {
  it('[SAFE-6] none is missing from the expectations, none is there that is gone', () => {
    const prefix = `/api/${server.services.process.INSTITUTION}/`;
    const served = server.app.servedRoutes.filter(
      ({ method, url }) => url.startsWith(prefix) && method !== 'HEAD',
    );
    expect(served.filter(({ call }) => call === undefined)).toEqual([]);
    const names = served.map(({ call }) => `${call?.method} ${call?.path}`);
    expect(names.sort()).toEqual(expectations.map(({ method, path }) => `${method} ${path}`).sort());
    expect(names.length).toBeGreaterThan(70);
  });

  it('[SAFE-6] what else the server answers are files to be read, none of them below the calls', () => {
    const others = server.app.servedRoutes.filter(
      ({ method, call }) => call === undefined && method !== 'HEAD',
    );
    expect(others.filter(({ url }) => url.startsWith('/api/') && !url.startsWith('/api/docs'))).toEqual([]);
    expect(others.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(others.map(({ url }) => url)).toContain('/health');
  });
});

describe('[ROLE-8] every call × every role × own, foreign and absent object', () => {
  test.each(expectations.map((expectation) => [expectation.method, expectation.path, expectation] as const))(
    '[ROLE-8] %s %s',
    async (_method, _path, expectation) => {
      const happened: Record<string, string> = {};
      for (const role of roles) happened[role] = await outcome(expectation, role);
      expect(happened).toEqual(expectation.outcomes);
    },
  );
});
