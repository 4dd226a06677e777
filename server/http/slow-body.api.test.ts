import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { aStudent, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import {
  aCustomExam,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { rawConnection, responseIn } from '#server/testing/raw-connection.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let custom: CustomExam;
let port: number;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  await aSession(server, { simulation: true });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});

type Held = {
  /** Sends the rest of the body and reads the response. */
  finish(): Promise<{ readonly status: number; readonly body: unknown }>;
};

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly type?: string;
  readonly heldBack?: number;
};

/** Starts a request over a real connection and holds back the last bytes of its body. */
async function held(
  { token }: SignedInPerson,
  { method, path, body, type = 'application/json', heldBack = 1 }: Sent,
): Promise<Held> {
  const connection = await rawConnection(port);
  connection.send(
    `${method} /api/umfst/${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -heldBack)}`,
  );
  // Once another request is answered, this one has passed its first check.
  for (let n = 0; n < 3; n += 1)
    await fetch(`http://127.0.0.1:${port}/api/umfst/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
  return {
    finish: async () => {
      connection.send(body.slice(-heldBack));
      return responseIn(await connection.closed());
    },
  };
}

describe('a held-back body', () => {
  it('[SAFE-16] does not let a call through after an exam begins', async () => {
    const student = await aStudent(server, { studyPlace: custom.studyPlace });
    const sitter = await signedIn(server, student);
    const practised = await aTaughtDiscipline(server, { studyPlace: custom.studyPlace, questions: 2 });
    const simulated = (
      await sitter.post('prepareSimulation/', { pkDiscipline: practised.id })
    ).json<PreparedExam>();
    const { examId } = await anAppointment(server, { student, customExamId: custom.id });
    const requests = [];
    for (const call of ['examFinish', 'examScore'])
      requests.push(
        await held(sitter, { method: 'PUT', path: `${call}/?examId=${simulated.id}`, body: '{}' }),
      );
    expect((await sitter.post(`prepareExam/?examId=${examId}`)).json()).toMatchObject({ status: 'Started' });
    for (const request of requests)
      expect(await request.finish()).toMatchObject({ status: 409, body: { error: 'exam.sitting' } });
  });

  it('[AUTH-8] [SAFE-11] does not let a call through after its sign-in ends', async () => {
    const admin = await signedInAs(server, 'admin');
    const form =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n';
    const requests = [
      await held(admin, { method: 'POST', path: 'colleges', body: '{"code":"held","name":"Held back"}' }),
      await held(admin, {
        method: 'POST',
        path: 'questionImages',
        body: form,
        type: 'multipart/form-data; boundary=b',
        heldBack: 10,
      }),
    ];
    expect((await admin.post('logout')).statusCode).toBe(204);
    for (const request of requests)
      expect(await request.finish()).toMatchObject({ status: 401, body: { error: 'auth.expired' } });
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*) from colleges where code = 'held'`;
    expect(row?.count).toBe(0);
  });
});
