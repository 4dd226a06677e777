import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { type Caller, type TestServer, testServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';

let server: TestServer;
let exam: CustomExam;
beforeAll(async () => {
  server = await testServer();
  exam = await aCustomExam(server, { questions: 2 });
});
afterAll(() => server.close());

const events = (text: string) => Buffer.from(JSON.stringify([{ type: 4, data: { text } }]));
const send = (caller: Caller, fileName: string, content: Buffer) =>
  upload(caller, 'uploadExamRecording', content, { fileName, type: 'application/json' });
const kept = async (groupId: number) => {
  const rows = await server.database.sql<{ part: number; content: Buffer }[]>`
    select part, content from recordings where exam_group_id = ${groupId} order by part`;
  return rows.map(({ part, content }) => [part, gunzipSync(content).toString()]);
};

describe('[REC-1] the recording of a sitting', () => {
  it('[REC-1] is uploaded by whoever sat it, named after the group', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const answer = await send(student, `${running.groupId}.json`, gzipSync(events('a')));
    expect([answer.statusCode, answer.json()]).toEqual([201, { name: `${running.groupId}.json` }]);
    expect(await kept(running.groupId)).toEqual([[1, events('a').toString()]]);
  });

  it('[REC-4] parts of a resumed sitting stand beside each other, whatever they are called', async () => {
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
    expect((await kept(groupId)).map(([, text]) => text)).toEqual(
      ['first', 'second', 'from another computer'].map((text) => events(text).toString()),
    );
  });

  it('[REC-4] the same part sent again, because the answer was lost, is one part', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const content = gzipSync(events('once'));
    const names = await Promise.all(
      [1, 2, 3].map(async () => (await send(student, `${running.groupId}.json`, content)).json().name),
    );
    expect(new Set(names)).toEqual(new Set([`${running.groupId}.json`]));
    expect(await kept(running.groupId)).toHaveLength(1);
  });

  it('[REC-1] a plain JSON list is taken too and kept gzipped', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    expect((await send(student, `${running.groupId}.json`, events('plain'))).statusCode).toBe(201);
    expect(await kept(running.groupId)).toEqual([[1, events('plain').toString()]]);
  });
});

describe('[SAFE-10] what is no recording of one’s own', () => {
  it('[ROLE-7] a sitting of somebody else does not exist, nor does one that has not begun', async () => {
    const { exam: running } = await aRunningExam(server, exam);
    const other = await aCandidate(server, exam);
    const content = gzipSync(events('a'));
    for (const name of [`${running.groupId}.json`, '2000000000.json']) {
      const answer = await send(other, name, content);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'resource.notFound']);
    }
    expect(await kept(running.groupId)).toEqual([]);
  });

  it('[SAFE-10] another name or another kind of file is refused', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const refused = [
      await send(student, '../../etc/passwd', gzipSync(events('a'))),
      await send(student, `${running.groupId}.json`, Buffer.from('<script>alert(1)</script>')),
      await send(student, `${running.groupId}.json`, Buffer.alloc(0)),
    ];
    expect(refused.map((answer) => [answer.statusCode, answer.json().error])).toEqual(
      refused.map(() => [400, 'recording.unreadable']),
    );
  });

  it('[SAFE-10] a file larger than any recording is refused', async () => {
    const { student, exam: running } = await aRunningExam(server, exam);
    const answer = await send(student, `${running.groupId}.json`, Buffer.alloc(21 * 1024 * 1024, 0x5b));
    expect([answer.statusCode, answer.json().error]).toEqual([413, 'request.tooLarge']);
  });

  it('[REC-1] nobody uploads without a sign-in', async () => {
    expect((await send(server.caller(), '1.json', gzipSync(events('a')))).statusCode).toBe(401);
  });
});
