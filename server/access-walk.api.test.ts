import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { type Caller, useTestServer } from './testing/server.ts';
import {
  type Method,
  type Walker,
  type WalkFixtures,
  walkers,
  walkFixtures,
} from './testing/walk-fixtures.ts';
import type { Ownership } from './testing/walk-ownership.ts';

type Expectation = {
  readonly method: Method;
  readonly path: string;
  readonly outcomes: Readonly<Record<Walker, string>>;
};

function expectationOf(line: string): Expectation {
  const [method, path = '', ...cells] = line.trim().split(/\s+/);
  if (cells.length !== walkers.length) throw new Error(`${method} ${path} has ${cells.length} outcomes`);
  const outcomes = Object.fromEntries(walkers.map((walker, index) => [walker, cells[index]]));
  return { method: method as Method, path, outcomes: outcomes as Expectation['outcomes'] };
}

/** The expected outcomes, kept in a separate file. */
const expectations = readFileSync(new URL('./access-walk.expected.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^(GET|POST|PUT|DELETE) /.test(line))
  .map(expectationOf);

const server = useTestServer();
let fixtures: WalkFixtures;

beforeAll(async () => {
  fixtures = await walkFixtures(server);
});

/** Which side's rows a list or export contains. */
async function rowsIn(caller: Caller, path: string): Promise<string> {
  const [entity = '', exported] = path.split('/');
  const response = await caller.get(exported ? `${path}?format=csv&columns=id&sort=id` : `${path}?take=500`);
  if (response.statusCode !== 200) return String(response.statusCode);
  const ids = exported
    ? response.body.trim().split('\r\n').slice(1).map(Number)
    : response.json<{ id: number }[]>().map((item) => item.id);
  const { own, foreign } = fixtures.rowIds[entity] ?? { own: 0, foreign: 0 };
  if (ids.includes(own)) return ids.includes(foreign) ? 'all' : 'own';
  return ids.length === 0 ? 'none' : 'others';
}

const isOfRows = ({ outcomes }: Expectation) => outcomes.admin === 'all';

/** The requests of one call that no user was allowed to make yet, for the next user to try. */
type Unused = Map<Ownership, Awaited<ReturnType<WalkFixtures['request']>>>;

/** The actual outcome of a call, in the notation of the expectations. */
async function outcome(expectation: Expectation, walker: Walker, unused: Unused): Promise<string> {
  const { method, path } = expectation;
  const caller = await fixtures.callerOf(walker, `${method} ${path}`);
  if (isOfRows(expectation)) return rowsIn(caller, path);
  const sides = (['own', 'foreign', 'absent'] as const).slice(
    0,
    expectation.outcomes[walker].split('/').length,
  );
  const statuses: number[] = [];
  for (const whose of sides) {
    const send = unused.get(whose) ?? (await fixtures.request(method, path, whose));
    const { statusCode } = await send(caller);
    statuses.push(statusCode);
    if (statusCode < 400) unused.delete(whose);
    else unused.set(whose, send);
  }
  return statuses.join('/');
}

describe('[SAFE-6] every call of the running server is expected', () => {
  it('[SAFE-6] the expectations list exactly the existing calls', () => {
    const prefix = `/api/${server.services.process.INSTITUTION}/`;
    const served = server.app.servedRoutes.filter(
      ({ method, url }) => url.startsWith(prefix) && method !== 'HEAD',
    );
    expect(served.filter(({ call }) => call === undefined)).toEqual([]);
    const names = served.map(({ call }) => `${call?.method} ${call?.path}`);
    expect(names.sort()).toEqual(expectations.map(({ method, path }) => `${method} ${path}`).sort());
    expect(names.length).toBeGreaterThan(70);
  });

  it('[SAFE-6] every other route only serves files, none below the API', () => {
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
      const unused: Unused = new Map();
      for (const walker of walkers) happened[walker] = await outcome(expectation, walker, unused);
      expect(happened).toEqual(expectation.outcomes);
    },
  );
});

it('[ROLE-7] a student’s exam does not exist for a classmate, in any call', async () => {
  const classmate = await fixtures.classmate();
  const own = ['POST prepareExamForTeach', 'POST prepareSimulation'];
  for (const call of fixtures.aboutExams.filter((name) => !own.includes(name))) {
    const [method, path = ''] = call.split(' ');
    const send = await fixtures.request(method as Method, path, 'own');
    const { statusCode } = await send(classmate);
    expect([call, statusCode]).toEqual([
      call,
      /^(exams|sittings|recordings|paperEntries)\//.test(path) ? 403 : 404,
    ]);
  }
});
