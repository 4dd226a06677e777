import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import type { Sql } from '#server/db/database.ts';
import type { RunningExam } from './sittings.ts';

/** Students who save over the network, one save after the other, and retry like their pages. */
export type SavingLoad = {
  /** How many saves were acknowledged. */
  count(): number;
  /** Refusals that a retry does not fix: the errors a student would see. */
  readonly refusals: string[];
  /** How many requests failed and were sent again. */
  retries(): number;
  /** The longest time from the first request of a save to its acknowledgement, in milliseconds. */
  longest(): number;
  /** When the newest save was acknowledged. */
  newest(): number;
  stop(): Promise<void>;
  /** Acknowledged saves that the database does not have. */
  lost(sql: Sql): Promise<string[]>;
};

const timeoutMilliseconds = 2000;
const questions = 3;

export function startSaving(base: string, exams: readonly RunningExam[]): SavingLoad {
  const acknowledged: string[] = [];
  const refusals: string[] = [];
  const times = { longest: 0, newest: 0, retries: 0 };
  let stopped = false;

  const send = async ({ student, exam }: RunningExam, saveId: string, seq: number): Promise<boolean> => {
    const question = examQuestionId({ examId: exam.id, position: 1 + (seq % questions) });
    const body = {
      examId: exam.id,
      prevQuestId: question,
      currentAnswerChekedIds: [examAnswerId(question, seq % 2)],
      writer: exam.writer,
      saveId,
      seq,
    };
    try {
      const response = await fetch(`${base}/api/umfst/examSave/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${student.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      const text = await response.text();
      if (response.status < 400) return true;
      if (response.status < 500) refusals.push(`${response.status} ${text}`);
    } catch {
      // Unreachable: the page sends it again.
    }
    return false;
  };
  const save = async (sitting: RunningExam, seq: number) => {
    const saveId = randomUUID();
    const began = performance.now();
    while (!(await send(sitting, saveId, seq))) {
      if (stopped) return;
      times.retries += 1;
      await pause(50);
    }
    acknowledged.push(saveId);
    times.newest = performance.now();
    times.longest = Math.max(times.longest, times.newest - began);
  };
  const students = exams.map(async (sitting) => {
    for (let seq = 1; !stopped; seq += 1) await save(sitting, seq);
  });
  return {
    count: () => acknowledged.length,
    refusals,
    retries: () => times.retries,
    longest: () => Math.round(times.longest),
    newest: () => times.newest,
    stop: async () => {
      stopped = true;
      await Promise.all(students);
    },
    lost: async (sql) => {
      const rows = await sql<{ id: string }[]>`
        select a.id from unnest(${acknowledged}::uuid[]) a(id)
         where not exists (select from exam_events v where v.save_id = a.id)`;
      return rows.map(({ id }) => id);
    },
  };
}
