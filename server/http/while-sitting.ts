import type { Call } from '#contract/call.ts';
import { refuse } from '#domain/errors.ts';
import type { Services } from '#server/services.ts';
import type { Input, SignedIn, SittingNow } from './route.ts';

const refuseSitting = ({ groupIds }: SittingNow): never =>
  refuse('exam.sitting', { groupId: groupIds[0] ?? 0 });

/** Allows only the calls that an exam needs during an official sitting, whatever the caller's roles (SAFE-16). */
export function refuseWhileSitting(call: Call, { sitting }: SignedIn): void {
  if (sitting && call.whileSitting === undefined) refuseSitting(sitting);
}

/** Refuses a sitting other than the caller's current one; a sitting that has not begun has no id yet. */
export function refuseOtherSitting({ sitting }: SignedIn, groupId: number | null): void {
  if (sitting && !sitting.groupIds.some((id) => id === groupId)) refuseSitting(sitting);
}

type RequestedSitting = { readonly examId: number | undefined } | { readonly groupId: number | undefined };

/** Refuses an exam or sitting other than the current one; another person's is not found. */
export async function refuseOtherExamOrSitting(
  { database: { sql } }: Services,
  { actor, sitting }: SignedIn,
  named: RequestedSitting,
): Promise<void> {
  if (!sitting) return;
  const [ids, id] = 'examId' in named ? [sitting.examIds, named.examId] : [sitting.groupIds, named.groupId];
  if (ids.some((own) => own === id)) return;
  const owned =
    'examId' in named
      ? await sql`select from exams where id = ${id ?? 0} and user_id = ${actor.userId}`
      : await sql`select from exam_groups where id = ${id ?? 0} and user_id = ${actor.userId}`;
  if (owned.count === 0) refuse('resource.notFound');
  refuseSitting(sitting);
}

/** Refuses an exam or sitting of the request other than the current one. */
export async function refuseOtherInRequest(
  services: Services,
  call: Call,
  input: Input<Call>,
): Promise<void> {
  const { caller, query, params } = input;
  if (!caller) return;
  const { examId, groupId } = (query ?? {}) as { examId?: number; groupId?: number };
  if (call.whileSitting === 'ownExam') await refuseOtherExamOrSitting(services, caller, { examId });
  if (call.whileSitting === 'ownSitting') {
    const named = groupId ?? (params as { id?: number } | undefined)?.id;
    await refuseOtherExamOrSitting(services, caller, { groupId: named });
  }
}
