import type { Queryable } from '#server/db/database.ts';
import { reachedBy, type StoredSettlement } from './settlements.ts';

/** Which of the settlements reach an exam, by its id. */
async function reachingExams(
  sql: Queryable,
  settlements: readonly StoredSettlement[],
): Promise<(examId: number) => readonly StoredSettlement[]> {
  // Every exam that is scored again is reached by the only one.
  if (settlements.length === 1) return () => settlements;
  const byExam = new Map<number, StoredSettlement[]>();
  for (const settlement of settlements)
    for (const { id } of await sql<{ id: number }[]>`${reachedBy(sql, [settlement])}`) {
      const reaching = byExam.get(id);
      if (reaching) reaching.push(settlement);
      else byExam.set(id, [settlement]);
    }
  return (examId) => byExam.get(examId) ?? [];
}

/** The note of the event that scores an exam again: who did it, and which of its settlements were made and withdrawn. */
export async function regradingNotes(
  sql: Queryable,
  made: readonly StoredSettlement[],
  withdrawn: readonly StoredSettlement[],
  by: number,
) {
  const reachingOf = await reachingExams(sql, [...made, ...withdrawn]);
  return (examId: number) => {
    const reaching = reachingOf(examId);
    const idsIn = (settlements: readonly StoredSettlement[]) =>
      settlements.flatMap((one) => (reaching.includes(one) ? [one.id] : []));
    const settlements = idsIn(made);
    return { by, ...(settlements.length > 0 && { settlements }), withdrawn: idsIn(withdrawn) };
  };
}
