import { examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { type Student, signedIn } from './accounts.ts';
import type { Caller, TestServer } from './server.ts';

type Whose = 'own' | 'foreign' | 'absent';
type Side = Exclude<Whose, 'absent'>;
type Send = (caller: Caller) => ReturnType<Caller['get']>;

const absentId = 2_000_000_000;

/** A contestation of each side's finished exam, and the calls about them. */
export async function walkContestations(
  server: TestServer,
  students: Readonly<Record<Side, Student>>,
): Promise<{
  readonly kept: Readonly<Record<Side, number>>;
  readonly calls: Readonly<Record<string, (whose: Whose) => Send>>;
}> {
  async function contested(student: Student): Promise<{ id: number; examId: number }> {
    const [exam] = await server.database.sql<{ id: number }[]>`
      select id from exams where user_id = ${student.userId} and finished_at is not null order by position limit 1`;
    const examId = exam?.id ?? 0;
    const answer = await (await signedIn(server, student)).post('examContests', {
      examId,
      type: 'question',
      questions: [{ examQuestionId: examQuestionId({ examId, position: 1 }), reason: 'RI' }],
    });
    if (answer.statusCode !== 201) throw new Error(`nothing was contested: ${answer.body}`);
    return { id: answer.json<{ id: number }>().id, examId };
  }
  const made = { own: await contested(students.own), foreign: await contested(students.foreign) };
  const idOf = (whose: Whose) => (whose === 'absent' ? absentId : made[whose].id);
  const examOf = (whose: Whose) => (whose === 'absent' ? absentId : made[whose].examId);
  /** A question that is not contested; refused to everyone with the permission. */
  const body = { questions: [{ examQuestionId: 1, accepted: false }] };
  const at =
    (below: string, send: (caller: Caller, path: string) => ReturnType<Caller['get']>) =>
    (whose: Whose): Send =>
    (caller) =>
      send(caller, `examContests/${idOf(whose)}${below}`);
  return {
    kept: { own: made.own.id, foreign: made.foreign.id },
    calls: {
      'GET examContests/:id': at('', (caller, path) => caller.get(path)),
      'GET examContests/:id/evidence': at('/evidence', (caller, path) => caller.get(path)),
      'GET examContests/:id/pack': at('/pack', (caller, path) => caller.get(path)),
      'PUT examContests/:id/resolve': at('/resolve', (caller, path) => caller.put(path, body)),
      'POST examContests/:id/impact': at('/impact', (caller, path) => caller.post(path, body)),
      'POST examContests/:id/reopen': at('/reopen', (caller, path) => caller.post(path)),
      'POST examContests/:id/relative': at('/relative', (caller, path) =>
        caller.post(path, { relative: false }),
      ),
      'GET examContests/filing/:id': (whose) => (caller) =>
        caller.get(`examContests/filing/${examOf(whose)}`),
      'POST examContests': (whose) => (caller) =>
        caller.post('examContests', { examId: examOf(whose), type: 'technical' }),
      'POST examContests/cases': () => (caller) =>
        caller.post('examContests/cases', { versionId: absentId, sessionId: absentId }),
      'GET examContests/choices': () => (caller) => caller.get('examContests/choices'),
      'GET examContests/groups': () => (caller) => caller.get('examContests/groups'),
      'GET examContests/summary': () => (caller) => caller.get('examContests/summary'),
      'GET examContests/summary/export': () => (caller) =>
        caller.get('examContests/summary/export?format=csv'),
    },
  };
}
