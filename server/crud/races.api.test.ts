import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { anAdministrator, aSeries, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aRoom, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';

/** Two server processes on one database, and the same administrator at both. */
const first = useTestServer();
const second = useTestServer({ database: first });
let callers: SignedInPerson[];

beforeAll(async () => {
  const person = await anAdministrator(first);
  callers = await Promise.all([first, second].map((server) => signedIn(server, person)));
});

const rounds = 6;
const perServer = 3;
const statuses = (responses: readonly LightMyRequestResponse[]) =>
  responses.map((response) => response.statusCode).sort();

/** The same call many times at once over both servers. */
const atOnce = (call: (caller: SignedInPerson, n: number) => Promise<LightMyRequestResponse>) =>
  Promise.all(
    callers.flatMap((caller, n) =>
      Array.from({ length: perServer }, (_, m) => call(caller, n * perServer + m)),
    ),
  );

const oneWinner = [201, ...Array.from({ length: perServer * 2 - 1 }, () => 409)];

describe('[SAFE-8] concurrent writes through two servers', () => {
  it('[SAFE-8] create exactly one of several overlapping slots', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const examRoomId = await aRoom(first);
      const responses = await atOnce((caller, n) =>
        caller.post('examroomslots', { examRoomId, startHour: `08:0${n}`, endHour: '10:00' }),
      );
      expect(statuses(responses)).toEqual(oneWinner);
      expect(responses.find((response) => response.statusCode === 409)?.json()).toEqual({
        error: 'slot.overlap',
        params: {},
      });
    }
  });

  it('[SAFE-8] create exactly one of several rows that fill the room', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const examRoomId = await aRoom(first);
      const responses = await atOnce((caller, n) =>
        caller.post('rows', { examRoomId, rowNumber: n + 1, seats: 25 }),
      );
      expect(statuses(responses)).toEqual(oneWinner);
    }
  });

  it('[SAFE-8] store only one of a smaller room and a larger row', async () => {
    const [one, other] = callers as [SignedInPerson, SignedInPerson];
    for (let round = 0; round < rounds; round += 1) {
      const examRoomId = await aRoom(first);
      const room = (await one.get(`examrooms/${examRoomId}`)).json<Item>();
      const responses = await Promise.all([
        one.put(`examrooms/${examRoomId}`, { ...room, seatNumbers: 10 }),
        other.post('rows', { examRoomId, rowNumber: 1, seats: 20 }),
      ]);
      const after = (await one.get(`examrooms/${examRoomId}`)).json<{
        rowSeats: number;
        seatNumbers: number;
      }>();
      expect(after.rowSeats).toBeLessThanOrEqual(after.seatNumbers);
      expect(statuses(responses).filter((status) => status === 409)).toHaveLength(1);
    }
  });

  it('[SAFE-8] create exactly one of several overlapping sessions', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const draft = await drafts.sessions?.(first);
      const responses = await atOnce((caller) => caller.post('sessions', draft));
      expect(statuses(responses)).toEqual(oneWinner);
    }
  });

  it('[SAFE-8] create a secretary once, and one of two students with the same number', async () => {
    for (const path of ['secretars', 'students', 'colleges']) {
      for (let round = 0; round < rounds; round += 1) {
        const draft = await drafts[path]?.(first);
        expect(statuses(await atOnce((caller) => caller.post(path, draft)))).toEqual(oneWinner);
      }
    }
  });

  it('[STRUCT-7] no student is enrolled in a series that is being deleted', async () => {
    const [one, other] = callers as [SignedInPerson, SignedInPerson];
    for (let round = 0; round < rounds; round += 1) {
      const { collegeId, sectionId, seriesId, year } = await aSeries(first);
      const draft = { ...(await drafts.students?.(first)), collegeId, sectionId, seriesId, year };
      const [removed, added] = await Promise.all([
        one.delete(`series/${seriesId}`),
        other.post('students', draft),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removed.statusCode, added.statusCode]);
    }
  });

  it('[SAFE-8] two changes of one row are serialised and both audited', async () => {
    const draft = await drafts.colleges?.(first);
    const [one] = callers as [SignedInPerson];
    const { id } = (await one.post('colleges', draft)).json<Item>();
    const responses = await atOnce((caller, n) =>
      caller.put(`colleges/${id}`, { ...draft, name: `Numele ${n}` }),
    );
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
    const log = await first.database.sql<{ before: { name: string }; after: { name: string } }[]>`
      select before, after from audit_log where entity = 'colleges' and entity_id = ${String(id)} and action = 'update'
       order by id`;
    expect(log).toHaveLength(perServer * 2);
    expect(log.slice(1).map(({ before }) => before.name)).toEqual(
      log.slice(0, -1).map(({ after }) => after.name),
    );
  });
});
