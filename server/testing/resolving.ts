import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { SignedInPerson } from './accounts.ts';
import type { ContestedExam, FinishedExam } from './contestations.ts';

export type Decision = Readonly<Record<string, unknown>>;

/** Resolves as the desk does: what was previewed is written. A refusal of the preview is the response. */
export async function resolve(who: SignedInPerson, id: number, ...questions: readonly Decision[]) {
  const shown = await who.post(`examContests/${id}/impact`, { questions });
  if (shown.statusCode !== 200) return shown;
  const { fingerprint } = shown.json<ImpactSummary>();
  return who.put(`examContests/${id}/resolve`, { questions, fingerprint });
}
/** Reopens as the desk does: what was previewed is withdrawn. A refusal of the preview is the response. */
export async function reopen(who: SignedInPerson, id: number) {
  const shown = await who.post(`examContests/${id}/reopen/impact`);
  if (shown.statusCode !== 200) return shown;
  const { fingerprint } = shown.json<ImpactSummary>();
  return who.post(`examContests/${id}/reopen`, { fingerprint });
}
export const readContest = async (who: SignedInPerson, id: number): Promise<Contest> =>
  (await who.get(`examContests/${id}`)).json();
export const evidenceOf = async (who: SignedInPerson, id: number): Promise<ContestEvidence[]> =>
  (await who.get(`examContests/${id}/evidence`)).json().questions;
export const scoreOf = async ({ student, exam }: FinishedExam) =>
  (await student.put(`examScore/?examId=${exam.id}`)).json<ExamResults>().exam.score;

export function holderOf({ holders }: Pick<ContestedExam, 'holders'>, index = 0): SignedInPerson {
  const holder = holders[index];
  if (!holder) throw new Error('there is no such holder');
  return holder;
}
