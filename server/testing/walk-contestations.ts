import type { Contest } from '#contract/contestations.ts';
import { examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { anAdministrator, type Student, signedIn } from './accounts.ts';
import type { Caller, TestServer } from './server.ts';
import { absentId, type Ownership, type Send, type Side, type WalkCalls } from './walk-ownership.ts';

/** A contestation of each side's finished exam, and the calls about them. */
export async function walkContestations(
  server: TestServer,
  students: Readonly<Record<Side, Student>>,
): Promise<{
  readonly ids: Readonly<Record<Side, number>>;
  readonly calls: WalkCalls;
}> {
  async function contested(student: Student): Promise<{ id: number; examId: number }> {
    const [exam] = await server.database.sql<{ id: number }[]>`
      select id from exams where user_id = ${student.userId} and finished_at is not null order by position limit 1`;
    const examId = exam?.id ?? 0;
    const response = await (await signedIn(server, student)).post('examContests', {
      examId,
      type: 'question',
      questions: [{ examQuestionId: examQuestionId({ examId, position: 1 }), reason: 'RI' }],
    });
    if (response.statusCode !== 201) throw new Error(`nothing was contested: ${response.body}`);
    return { id: response.json<{ id: number }>().id, examId };
  }
  const made = { own: await contested(students.own), foreign: await contested(students.foreign) };
  const idOf = (whose: Ownership) => (whose === 'absent' ? absentId : made[whose].id);
  const examOf = (whose: Ownership) => (whose === 'absent' ? absentId : made[whose].examId);
  const chief = await signedIn(server, await anAdministrator(server));
  const body = (whose: Ownership, accepted = true) => ({
    questions: [{ examQuestionId: examQuestionId({ examId: examOf(whose), position: 1 }), accepted }],
  });
  /** Before each try the contestation waits, or is decided, again. */
  const reopened = (whose: Ownership) => chief.post(`examContests/${idOf(whose)}/reopen`);
  const rejected = (whose: Ownership) => chief.put(`examContests/${idOf(whose)}/resolve`, body(whose, false));
  /** Nobody stays marked: who is could not decide any more. */
  async function unmark(whose: Ownership): Promise<void> {
    const { relativeOf = [] } = (await chief.get(`examContests/${idOf(whose)}`)).json<Partial<Contest>>();
    for (const { userId } of relativeOf)
      await chief.post(`examContests/${idOf(whose)}/relative`, { relative: false, userId });
  }
  const at =
    (below: string, send: (caller: Caller, path: string) => ReturnType<Caller['get']>) =>
    (whose: Ownership): Send =>
    (caller) =>
      send(caller, `examContests/${idOf(whose)}${below}`);
  return {
    ids: { own: made.own.id, foreign: made.foreign.id },
    calls: {
      'GET examContests/:id': at('', (caller, path) => caller.get(path)),
      'GET examContests/:id/evidence': at('/evidence', (caller, path) => caller.get(path)),
      'GET examContests/:id/pack': at('/pack', (caller, path) => caller.get(path)),
      'PUT examContests/:id/resolve': (whose) => async (caller) => {
        await reopened(whose);
        return caller.put(`examContests/${idOf(whose)}/resolve`, body(whose));
      },
      'POST examContests/:id/impact': (whose) => async (caller) => {
        await reopened(whose);
        return caller.post(`examContests/${idOf(whose)}/impact`, body(whose));
      },
      'POST examContests/:id/reopen/impact': (whose) => async (caller) => {
        await rejected(whose);
        return caller.post(`examContests/${idOf(whose)}/reopen/impact`);
      },
      'POST examContests/:id/reopen': (whose) => async (caller) => {
        await rejected(whose);
        return caller.post(`examContests/${idOf(whose)}/reopen`);
      },
      'POST examContests/:id/relative': (whose) => async (caller) => {
        const response = await caller.post(`examContests/${idOf(whose)}/relative`, { relative: true });
        await unmark(whose);
        return response;
      },
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
