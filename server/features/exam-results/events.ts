import type { ResponseOfCall } from '#contract/call.ts';
import type { examEvents } from '#contract/exam-events.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { type EventLetter, eventKindOf } from '#domain/exam-taking/events.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import { shownEvents } from '#server/exams/shown-events.ts';
import { canSeeExam, isKeyHiddenFrom, partlyVisible } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';

type Event = ResponseOfCall<typeof examEvents>[number];
type Row = Omit<Event, 'event' | 'answers'> & {
  readonly kind: EventLetter;
  readonly ticks: number | null;
};

function withoutResult(client: Event['client']): Event['client'] {
  if (client === null) return null;
  const { score: _, grade: __, maxPoints: ___, ...shown } = client;
  return shown;
}

/**
 * The events of an exam in order, for staff who may see it; a holder sees those of their own questions, and not the
 * result of the whole exam (EXAM-15). Ticks are left out while the key is closed to somebody who takes the exam too (RESU-1).
 */
export async function eventsOf(services: Services, actor: Actor, examId: number): Promise<Event[]> {
  const { sql } = services.database;
  if (!(await canSeeExam(sql, actor, examId))) refuse('resource.notFound');
  const isHidden = await isKeyHiddenFrom(services, actor, examId);
  const seen = (await partlyVisible(sql, actor, [examId])).get(examId);
  const all = await sql<Row[]>`
    select at, kind, position as "questionIndex", ticks, seq, to_position as "shownNext", sign_in as "signIn", client,
           omitted
      from ${shownEvents(sql, [examId])} v order by at, save_id`;
  const rows = all.filter(
    ({ questionIndex }) => questionIndex === null || (seen?.has(questionIndex) ?? true),
  );
  return rows.map(({ kind, ticks, client, ...event }) => ({
    ...event,
    client: seen || isHidden ? withoutResult(client) : client,
    event: eventKindOf(kind),
    answers: ticks === null || isHidden ? null : tickLetters(ticks),
  }));
}
