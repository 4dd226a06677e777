import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { SignedInPerson } from './accounts.ts';
import type { ContestedExam, FinishedExam } from './contestations.ts';

export type Decision = Readonly<Record<string, unknown>>;

export const resolve = (who: SignedInPerson, id: number, ...questions: readonly Decision[]) =>
  who.put(`examContests/${id}/resolve`, { questions });
export const readContest = async (who: SignedInPerson, id: number): Promise<Contest> =>
  (await who.get(`examContests/${id}`)).json();
export const evidenceOf = async (who: SignedInPerson, id: number): Promise<ContestEvidence[]> =>
  (await who.get(`examContests/${id}/evidence`)).json().questions;
export const scoreOf = async ({ student, exam }: FinishedExam) =>
  (await student.put(`examScore/?examId=${exam.id}`)).json<ExamResults>().exam.score;

export function holderOf({ holders }: ContestedExam, index = 0): SignedInPerson {
  const holder = holders[index];
  if (!holder) throw new Error('there is no such holder');
  return holder;
}
