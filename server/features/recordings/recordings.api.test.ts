import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStudent, signedIn } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Caller, testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
let exam: CustomExam;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2 });
});

const events = (text: string) => Buffer.from(JSON.stringify([{ type: 4, data: { text }, timestamp: 1 }]));
/** A list of events of the given size that compresses to almost nothing. */
const longEvents = (bytes: number) => {
  const one = `{"type":3,"data":"${' '.repeat(100_000)}","timestamp":1}`;
  return Buffer.from(`[${Array.from({ length: Math.ceil(bytes / one.length) }, () => one).join()}]`);
};
/** Almost nothing when sent, more than any recording when unpacked. */
let bomb: Buffer;
beforeAll(() => {
  bomb = gzipSync(longEvents(100_000_000), { level: 1 });
});
/** A part of the given size, not compressed. */
const dense = (bytes: number) => {
  const count = Math.ceil(bytes / 750_000);
  const one = () => ({ type: 3, data: randomBytes(562_500).toString('base64'), timestamp: 1 });
  return gzipSync(Buffer.from(JSON.stringify(Array.from({ length: count }, one))), { level: 0 });
};
const refusals = (responses: readonly { statusCode: number; json(): { error: string } }[]) =>
  responses.map((response) => [response.statusCode, response.json().error]);
const send = (caller: Caller, fileName: string, content: Buffer) =>
  upload(caller, 'uploadExamRecording', content, { fileName, type: 'application/json' });
const storedParts = async (groupId: number) => {
  const rows = await server.database.sql<{ part: number; content: Buffer }[]>`
    select part, content from recordings where exam_group_id = ${groupId} order by part`;
  return rows.map(({ part, content }) => [part, gunzipSync(content).toString()]);
};

describe('[REC-1] the recording of a sitting', () => {
  it('[REC-1] is uploaded by the student who sat it, named after the group', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const response = await send(student, `${running.groupId}.json`, gzipSync(events('a')));
    expect([response.statusCode, response.json()]).toEqual([201, { name: `${running.groupId}.json` }]);
    expect(await storedParts(running.groupId)).toEqual([[1, events('a').toString()]]);
  });

  it('[REC-4] keeps the parts of a resumed sitting separate, whatever their names', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const { groupId } = running;
    const names = [];
    for (const [name, text] of [
      [`${groupId}.json`, 'first'],
      [`${groupId}.2.json`, 'second'],
      [`${groupId}.json`, 'from another computer'],
    ] as const)
      names.push((await send(student, name, gzipSync(events(text)))).json().name);
    expect(names).toEqual([`${groupId}.json`, `${groupId}.2.json`, `${groupId}.3.json`]);
    expect((await storedParts(groupId)).map(([, text]) => text)).toEqual(
      ['first', 'second', 'from another computer'].map((text) => events(text).toString()),
    );
  });

  it('[REC-4] stores a part once when it is sent again after a lost response', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const content = dense(7_000_000);
    const names = [];
    for (let sending = 0; sending < 4; sending += 1)
      names.push((await send(student, `${running.groupId}.json`, content)).json().name);
    expect(new Set(names)).toEqual(new Set([`${running.groupId}.json`]));
    expect(await storedParts(running.groupId)).toHaveLength(1);
  });

  it('[REC-1] accepts a plain JSON list and stores it gzipped', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    expect((await send(student, `${running.groupId}.json`, events('plain'))).statusCode).toBe(201);
    expect(await storedParts(running.groupId)).toEqual([[1, events('plain').toString()]]);
  });
});

describe('[SAFE-10] an invalid upload', () => {
  it('[ROLE-7] is not found for another student’s sitting or one that has not begun', async () => {
    const { exam: running } = await aRunningExam(server, exam);
    const other = await aCandidate(server, exam);
    const content = gzipSync(events('a'));
    for (const name of [`${running.groupId}.json`, '2000000000.json']) {
      const response = await send(other, name, content);
      expect([response.statusCode, response.json().error]).toEqual([404, 'resource.notFound']);
    }
    expect(await storedParts(running.groupId)).toEqual([]);
  });

  it('[SAFE-10] is refused with another name or another kind of file', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const refused = [
      await send(student, '../../etc/passwd', gzipSync(events('a'))),
      await send(student, `${running.groupId}.json`, Buffer.from('<script>alert(1)</script>')),
      await send(student, `${running.groupId}.json`, Buffer.alloc(0)),
    ];
    expect(refused.map((response) => [response.statusCode, response.json().error])).toEqual(
      refused.map(() => [400, 'recording.unreadable']),
    );
  });

  it('[SAFE-10] is refused when larger than any recording, gzipped, unpacked or plain', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const name = `${running.groupId}.json`;
    expect(bomb.length).toBeLessThan(1_000_000);
    const refused = [
      await send(student, name, bomb),
      await send(student, name, longEvents(42_000_000)),
      await send(student, name, dense(9_000_000)),
    ];
    expect(refusals(refused)).toEqual(refused.map(() => [413, 'request.tooLarge']));
    expect(await storedParts(running.groupId)).toEqual([]);
  });

  it('[SAFE-10] is refused when it only looks like a recording, and nothing is stored', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const good = gzipSync(events('a'));
    const refused = [];
    for (const content of [
      gzipSync(Buffer.from('not a list')),
      gzipSync(Buffer.from('[{"type":3}]')),
      Buffer.from('[{"any":"thing"}]'),
      Buffer.from('[1,2,3]'),
      good.subarray(0, good.length - 4),
      Buffer.concat([good, randomBytes(1000)]),
      Buffer.concat([Buffer.from([0x1f, 0x8b]), randomBytes(1000)]),
    ])
      refused.push(await send(student, `${running.groupId}.json`, content));
    expect(refusals(refused)).toEqual(refused.map(() => [400, 'recording.unreadable']));
    expect(await storedParts(running.groupId)).toEqual([]);
  });

  it('[SAFE-17] is refused over a real connection even if the rest of the file is never read', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bomb), randomBytes(6_000_000)]), `${running.groupId}.json`);
    const response = await fetch(`${address}/api/umfst/uploadExamRecording`, {
      method: 'POST',
      headers: { authorization: `Bearer ${student.token}` },
      body: form,
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: 'request.tooLarge', params: {} },
    ]);
    expect((await send(student, `${running.groupId}.json`, gzipSync(events('a')))).statusCode).toBe(201);
  });

  it('[REC-1] is refused without a sign-in', async () => {
    expect((await send(server.caller(), '1.json', gzipSync(events('a')))).statusCode).toBe(401);
  });
});

describe('[SAFE-17] uploads of a sitting', () => {
  it('[SAFE-17] have a budget of bytes, even with concurrent uploads to two processes', async () => {
    const other = await testServer({ database: server });
    try {
      const { student, exam: running } = await aRunningExam(server, exam);
      const there = other.caller(student.token);
      let taken = 0;
      let full = 0;
      for (let round = 0; full === 0; round += 1) {
        expect(round).toBeLessThan(5);
        const responses = await Promise.all([
          send(student, `${running.groupId}.json`, dense(7_500_000)),
          send(there, `${running.groupId}.json`, dense(7_500_000)),
        ]);
        const outcomes = responses.map((response) => errorOf(response).join(' ').trim());
        for (const outcome of outcomes)
          expect(['201', '409 recording.full', '409 recording.busy']).toContain(outcome);
        taken += outcomes.filter((outcome) => outcome === '201').length;
        full += outcomes.filter((outcome) => outcome === '409 recording.full').length;
      }
      expect(taken).toBeGreaterThan(0);
      const [row] = await server.database.sql<{ bytes: number }[]>`
        select sum(octet_length(content))::int as bytes from recordings where exam_group_id = ${running.groupId}`;
      expect(row?.bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
      expect((await send(student, `${running.groupId}.json`, dense(7_500_000))).json().error).toBe(
        'recording.full',
      );
    } finally {
      await other.close();
    }
  });

  it('[SAFE-17] count the unpacked size of parts', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const responses = [];
    for (let part = 0; part < 4; part += 1)
      responses.push(
        await send(
          student,
          `${running.groupId}.json`,
          gzipSync(longEvents(38_000_000 + part * 100_000), { level: 1 }),
        ),
      );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 409]);
    expect(responses.at(-1)?.json().error).toBe('recording.full');
  });

  it('[SAFE-17] must wait when one person has too much unpacked, even if nothing more is stored', {
    timeout: 90_000,
  }, async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const other = await aRunningExam(server, exam);
    const again = gzipSync(longEvents(38_000_000), { level: 1 });
    const outcomes: string[] = [];
    while (outcomes.length < 20 && !outcomes.some((outcome) => outcome !== '201'))
      outcomes.push(
        errorOf(await send(student, `${running.groupId}.json`, again))
          .join(' ')
          .trim(),
      );
    expect(outcomes.at(-1)).toBe('409 recording.busy');
    expect(outcomes.length).toBeGreaterThan(4);
    expect(await storedParts(running.groupId)).toHaveLength(1);
    const elsewhere = await send(other.student, `${other.exam.groupId}.json`, gzipSync(events('a')));
    expect(elsewhere.statusCode).toBe(201);
  });

  it('[SAFE-17] run one at a time: another must retry and is then accepted', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const name = `${running.groupId}.json`;
    const responses = await Promise.all(
      [1, 2, 3].map((part) => send(student, name, gzipSync(events(`${part}`)))),
    );
    const refused = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(refusals(refused)).toEqual(refused.map(() => [409, 'recording.busy']));
    expect(responses.length - refused.length).toBeGreaterThan(0);
    expect((await send(student, name, gzipSync(events('later')))).statusCode).toBe(201);
  });

  it('[SAFE-17] are not blocked for long by an upload of a process that died', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const name = `${running.groupId}.json`;
    const leave = (until: number) => server.database.sql`
      insert into recording_uploads (exam_group_id, upload, until)
      values (${running.groupId}, gen_random_uuid(), now() + make_interval(secs => ${until}))
      on conflict (exam_group_id) do update set until = excluded.until`;
    await leave(600);
    expect((await send(student, name, gzipSync(events('a')))).json().error).toBe('recording.busy');
    await leave(-1);
    expect((await send(student, name, gzipSync(events('a')))).statusCode).toBe(201);
  });

  it('[REC-1] are for official exams only: practice is not recorded', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    await aSession(server, { simulation: true });
    const practising = await signedIn(server, await aStudent(server, { studyPlace: exam.studyPlace }));
    const simulation = (await practising.post('prepareSimulation/', { examCustomId: exam.id })).json();
    expect(simulation).toMatchObject({ kind: 'simulation', status: 'Started' });
    const response = await send(practising, `${simulation.groupId}.json`, gzipSync(events('a')));
    expect([response.statusCode, response.json().error]).toEqual([404, 'resource.notFound']);
    expect(await storedParts(simulation.groupId)).toEqual([]);
    expect((await send(student, `${running.groupId}.json`, gzipSync(events('a')))).statusCode).toBe(201);
  });
});
