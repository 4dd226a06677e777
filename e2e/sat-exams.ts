import { randomUUID } from 'node:crypto';
import type { ResponseOfCall } from '#contract/call.ts';
import type { ExamQuestion, LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import type { simulationChoices } from '#contract/practice.ts';
import type { Sql } from '#server/db/database.ts';

const password = 'exam-demo-2026';

/** Moves the slot of an exam to the previous day, where no other exam has the same questions. This opens the key. */
export async function endSlot(sql: Sql, examId: number): Promise<void> {
  await sql`update appointments set exam_date = exam_date - 1, starts_at = now() - interval '28 hours', ends_at = now() - interval '26 hours'
    where exam_id = ${examId}`;
}

/** Gives a new member of staff the password of the demo again: becoming one ends the old ways into an account. */
export async function chooseDemoPassword(sql: Sql, email: string): Promise<void> {
  await sql`update users set password_hash = (select password_hash from users where email = 'student@exam.test')
             where email = ${email}`;
}

export type Calls = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Signs in and returns a function that makes API calls. */
export async function callsOf(serverUrl: string, email: string): Promise<Calls> {
  const send = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const response = await fetch(`${serverUrl}/api/umfst/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const { accessToken } = await send<{ accessToken: string }>('POST', 'login', { email, password });
  return (method, path, body) => send(method, path, body, accessToken);
}

type Ticking = (question: ExamQuestion, index: number) => readonly number[];
/** What the browser reports with the save of a question. */
type Report = (index: number) => { readonly clientTime?: string };
const nothing: Report = () => ({});

/** Ticks the first answers of each question except the last, which stays open. */
export const firstAnswers: Ticking = ({ answerType, answerExams, exam }, index) =>
  index === exam.questionDisplayCount
    ? []
    : answerExams.slice(0, answerType === 'simple' ? 1 : 2).map(({ id }) => id);

/** Finishes every exam of a begun sitting. Returns the ids of its exams. */
export async function sit(
  calls: Calls,
  groupId: number,
  ticking: Ticking = firstAnswers,
  report: Report = nothing,
): Promise<readonly number[]> {
  for (;;) {
    const exam = await calls<LoadedExam>('GET', `getExamById?groupId=${groupId}`);
    if (exam.status === 'Finished') return exam.groupExams;
    for (const { id, index } of exam.questions) {
      const question = await calls<ExamQuestion>('PUT', `examQuestion?questionIndex=${index}`, {
        examId: exam.id,
        prevQuestId: 0,
      });
      const ticked = ticking(question, index);
      if (ticked.length === 0) continue;
      await calls('PUT', 'examSave', {
        examId: exam.id,
        prevQuestId: id,
        currentAnswerChekedIds: ticked,
        saveId: randomUUID(),
        seq: index,
        writer: exam.writer,
        ...report(index),
      });
    }
    await calls('PUT', `examFinish?examId=${exam.id}`);
  }
}

/** Sits the exam of the student's current appointment. */
export async function sitAppointment(
  calls: Calls,
  ticking?: Ticking,
  report?: Report,
): Promise<readonly number[]> {
  const { groupId, status } = await calls<PreparedExam>('POST', 'prepareExam');
  if (groupId === 0) throw new Error(`nothing could be begun: ${status}`);
  return sit(calls, groupId, ticking, report);
}

/** The shortest simulation, to save time. */
export async function shortestSimulation(calls: Calls) {
  const { disciplines } = await calls<ResponseOfCall<typeof simulationChoices>>('GET', 'simulationChoices');
  const [shortest] = disciplines.toSorted((one, other) => one.questions - other.questions);
  if (!shortest) throw new Error('nothing can be simulated');
  return shortest;
}

/** Runs a whole simulation of a discipline. */
export async function simulate(
  calls: Calls,
  pkDiscipline: number,
  ticking?: Ticking,
): Promise<readonly number[]> {
  const { groupId } = await calls<PreparedExam>('POST', 'prepareSimulation', { pkDiscipline });
  return sit(calls, groupId, ticking);
}
