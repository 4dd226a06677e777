import { describe, expect, it, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { aRoom } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

describe('[STRUCT-3] the slots of a room', () => {
  test.each([
    ['10:00', '10:00'],
    ['10:00', '09:00'],
  ])('[STRUCT-3] refuse the hours %s to %s', async (startHour, endHour) => {
    const response = await admin.post('examroomslots', {
      examRoomId: await aRoom(server),
      startHour,
      endHour,
    });
    expect(response.json()).toMatchObject({
      errors: [{ path: 'endHour', error: 'validation.endBeforeStart' }],
    });
  });

  it('[STRUCT-3] never overlap in one room, may touch, and may overlap in different rooms', async () => {
    const [examRoomId, other] = [await aRoom(server), await aRoom(server)];
    const add = (startHour: string, endHour: string, room = examRoomId) =>
      admin.post('examroomslots', { examRoomId: room, startHour, endHour });
    expect((await add('08:00', '10:00')).statusCode).toBe(201);
    for (const [from, to] of [
      ['09:59', '11:00'],
      ['07:00', '08:01'],
      ['08:30', '09:00'],
      ['07:00', '12:00'],
    ] as const) {
      const response = await add(from, to);
      expect([response.statusCode, response.json()]).toEqual([409, { error: 'slot.overlap', params: {} }]);
    }
    expect((await add('10:00', '12:00')).statusCode).toBe(201);
    expect((await add('08:00', '10:00', other)).statusCode).toBe(201);
  });

  it('[UX-4] accept hours as people and machines write them', async () => {
    const response = await admin.post('examroomslots', {
      examRoomId: await aRoom(server),
      startHour: '1:05 pm',
      endHour: '2026-01-05T14:20:00',
    });
    expect(response.json()).toMatchObject({ startHour: '13:05', endHour: '14:20' });
  });
});

describe('[STRUCT-3] the rows of a room', () => {
  it('[STRUCT-3] never have more seats than the room, whichever is changed', async () => {
    const room = { name: 'Amfiteatrul mic', building: 'Corp A', seatNumbers: 20, priority: 1 };
    const { id } = (await admin.post('examrooms', room)).json<Item>();
    const row = (await admin.post('rows', { examRoomId: id, rowNumber: 1, seats: 15 })).json<Item>();
    const exceeded = { error: 'room.seatsExceeded', params: {} };

    const another = await admin.post('rows', { examRoomId: id, rowNumber: 2, seats: 6 });
    expect([another.statusCode, another.json()]).toEqual([409, exceeded]);
    expect((await admin.post('rows', { examRoomId: id, rowNumber: 2, seats: 5 })).statusCode).toBe(201);
    expect((await admin.put(`rows/${row.id}`, { examRoomId: id, rowNumber: 1, seats: 16 })).json()).toEqual(
      exceeded,
    );
    expect((await admin.put(`examrooms/${id}`, { ...room, seatNumbers: 19 })).json()).toEqual(exceeded);
    expect((await admin.put(`examrooms/${id}`, { ...room, seatNumbers: 21 })).statusCode).toBe(200);
    expect((await admin.put(`rows/${row.id}`, { examRoomId: id, rowNumber: 1, seats: 16 })).statusCode).toBe(
      200,
    );
  });

  it('[STRUCT-3] have unique numbers', async () => {
    const examRoomId = await aRoom(server);
    await admin.post('rows', { examRoomId, rowNumber: 1, seats: 1 });
    const response = await admin.post('rows', { examRoomId, rowNumber: 1, seats: 1 });
    expect([response.statusCode, response.json()]).toEqual([
      409,
      { error: 'resource.duplicate', params: { field: 'rowNumber' } },
    ]);
  });

  it('[STRUCT-3] are deleted with their room', async () => {
    const examRoomId = await aRoom(server);
    const row = (await admin.post('rows', { examRoomId, rowNumber: 1, seats: 1 })).json<Item>();
    const slot = (
      await admin.post('examroomslots', { examRoomId, startHour: '08:00', endHour: '09:00' })
    ).json<Item>();
    expect((await admin.delete(`examrooms/${examRoomId}`)).statusCode).toBe(204);
    expect((await admin.get(`rows/${row.id}`)).statusCode).toBe(404);
    expect((await admin.get(`examroomslots/${slot.id}`)).statusCode).toBe(404);
  });

  it('[UX-10] refuse a room without seats', async () => {
    const response = await admin.post('examrooms', { name: 'X', building: 'Y', seatNumbers: 0, priority: 0 });
    expect(response.json()).toMatchObject({ errors: [{ path: 'seatNumbers', error: 'validation.nonZero' }] });
  });
});
