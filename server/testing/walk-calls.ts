import { randomUUID } from 'node:crypto';
import { testPassword } from './accounts.ts';
import { aQuestion } from './bank.ts';
import type { Draft } from './drafts.ts';
import { slope } from './png.ts';
import { uploadQuestions } from './question-files.ts';
import type { TestServer } from './server.ts';
import { upload } from './upload.ts';
import { absentId, type Ownership, type Send, type Side, sideOf, type WalkCalls } from './walk-ownership.ts';
import type { Part } from './walk-part.ts';

type Sides = {
  readonly server: TestServer;
  readonly parts: Readonly<Record<Side, Part>>;
  readonly adminEmail: string;
  readonly bodyAt: (path: string, side: Side) => Promise<Draft>;
  readonly idFor: (method: 'POST', path: string, whose: Ownership) => Promise<number>;
  readonly rowIds: Readonly<Record<string, Readonly<Record<Side, number>>>>;
};

/** Calls of several features whose request cannot be derived from the path. */
export function walkCalls({ server, parts, adminEmail, bodyAt, idFor, rowIds }: Sides): WalkCalls {
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
  return {
    'POST login': () => post('login', { email: adminEmail, password: testPassword }),
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
    'POST dayPasswords': () =>
      post('dayPasswords', { examDate: '2126-02-03', seriesId: parts.own.studyPlace.seriesId }),
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
}
