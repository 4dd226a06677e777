import { type ErrorCode, refuse } from '#domain/errors.ts';
import { type EventKind, eventLetters } from '#domain/exam-taking/events.ts';
import { judgeSave, type QuestionState } from '#domain/exam-taking/save.ts';
import { isWriter, type StoredExamState } from '#domain/exam-taking/sitting.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';
import type { Queryable } from '#server/db/database.ts';
import { isLive } from './live-sign-in.ts';
import { heldByOutage } from './outages.ts';
import type { SaveRequest } from './save-statement.ts';
import { officialSittingsOf } from './sitting.ts';

/** The kind of event a rejected save is kept as. */
type UncountedEvent = Extract<EventKind, 'late' | 'otherWriter'>;

/** A save the statement did not apply, with the state needed to judge it. */
type SaveContext = {
  readonly signedIn: boolean;
  readonly begun: boolean;
  readonly finishedAt: number | null;
  readonly deadline: number;
  readonly writer: string;
  readonly writerSignIn: string | null;
  readonly official: boolean;
  readonly groupId: number;
  /** The sender's official sittings now. */
  readonly sat: readonly number[] | null;
  readonly now: number;
  /** The event with the same key, if it was applied. */
  readonly sent: boolean;
  readonly sentTo: number | null;
  readonly sentSeq: number | null;
  readonly question: (Omit<QuestionState, 'kind'> & { readonly kind: KindLetter }) | null;
};

async function loadSaveContext(sql: Queryable, save: SaveRequest): Promise<SaveContext | undefined> {
  const [row] = await sql<SaveContext[]>`
    select ${isLive(sql, save)} as "signedIn", ${officialSittingsOf(sql, sql`${save.userId}`)} as sat, e.practice is null as official, e.group_id as "groupId",
           e.started_at is not null as begun, extract(epoch from e.finished_at)::float8 * 1000 as "finishedAt",
           extract(epoch from e.deadline)::float8 * 1000 as deadline, e.writer, e.writer_sign_in as "writerSignIn",
           extract(epoch from now())::float8 * 1000 as now,
           v.exam_id is not null as sent, v.to_position as "sentTo", v.seq as "sentSeq",
           case when q.exam_id is not null then json_build_object('kind', q.kind, 'shown', cardinality(q.slots),
             'ticks', q.ticks, 'seq', q.seq, 'skipped', q.marks & 1 = 1) end as question
      from exams e
      left join exam_questions q on q.exam_id = e.id and q.position = ${save.position}
      left join exam_events v on v.exam_id = e.id and v.save_id = ${save.saveId} and v.kind in (${eventLetters.saved}, ${eventLetters.skipped})
     where e.id = ${save.examId} and e.user_id = ${save.userId}`;
  return row;
}

function stateOf({ begun, finishedAt, deadline, writer, writerSignIn }: SaveContext): StoredExamState {
  if (finishedAt !== null) return { status: 'finished', finishedAt, cause: 'student' };
  return begun ? { status: 'running', deadline, writer, writerSignIn } : { status: 'prepared' };
}

/** How many uncounted saves of a kind are stored for each question: more than a page without connection collects. */
export const maxUncounted = 30;

/**
 * Records saves that do not count: late ones, and those of a device that is no longer the writer (EXAM-8, EXAM-9).
 * The event's key differs from the save's, so the current writer may still send the same save. The state stored last is
 * not stored again, and a question has a maximum, so nobody can grow the history without limit.
 */
async function storeUncounted(sql: Queryable, save: SaveRequest, kind: UncountedEvent): Promise<void> {
  await sql`
    insert into exam_events (exam_id, save_id, kind, position, ticks, seq, sign_in, client)
    select e.id, md5(${`${save.saveId} ${eventLetters[kind]}`})::uuid, ${eventLetters[kind]}::"char", ${save.position}, ${save.ticks ?? null},
           ${save.seq ?? null}, ${save.signInId}::uuid, ${save.client ?? null}::text::jsonb
      from exams e
     where e.id = ${save.examId} and not exists (
       select from (
         select v.ticks, v.sign_in, count(*) over () as stored, row_number() over (order by v.at desc, v.save_id desc) as nth
           from exam_events v
          where v.exam_id = ${save.examId} and v.kind = ${eventLetters[kind]}::"char" and v.position = ${save.position}) newest
        where newest.nth = 1 and (newest.stored >= ${maxUncounted}::int
              or newest.sign_in = ${save.signInId}::uuid and newest.ticks is not distinct from ${save.ticks ?? null}::int))
       for no key update of e
    on conflict do nothing`;
}

const eventOfRefusal: Partial<Record<ErrorCode, UncountedEvent>> = {
  'exam.finished': 'late',
  'exam.late': 'late',
  'exam.takenOver': 'otherWriter',
};
const codes = {
  notRunning: 'exam.notRunning',
  finished: 'exam.finished',
  late: 'exam.late',
  takenOver: 'exam.takenOver',
  impossible: 'exam.answerImpossible',
} as const;

async function isHeld(sql: Queryable, examId: number): Promise<boolean> {
  const held = await sql`select from exams e where e.id = ${examId} and ${heldByOutage(sql)}`;
  return held.length > 0;
}

export type Unapplied =
  /** Applied before; the same question is returned again. */
  | { readonly status: 'sentBefore'; readonly shown: number | null; readonly seq: number }
  /** Nothing blocks it: it raced with another attempt of itself, so retry. */
  | { readonly status: 'again' };

/** Why a save was not applied: sent before, to retry, or refused with the reason. */
export async function explainUnapplied(sql: Queryable, save: SaveRequest): Promise<Unapplied> {
  const context = await loadSaveContext(sql, save);
  if (context && !context.signedIn) refuse('auth.expired');
  if (!context?.question) {
    const [alive] = await sql`select where ${isLive(sql, save)}`;
    refuse(alive ? 'resource.notFound' : 'auth.expired');
  }
  const { question } = context;
  if (context.sent) {
    // A page that is no longer the writer does not learn what was ticked since.
    const seq = isWriter(context, save) ? question.seq : (context.sentSeq ?? 0);
    return { status: 'sentBefore', shown: context.sentTo, seq };
  }
  const judged = judgeSave(
    stateOf(context),
    { ...question, kind: questionKindOf(question.kind) },
    {
      ...save,
      arrivedAt: context.now - (performance.now() - save.arrivedAt),
      barred: context.sat !== null && !context.official,
    },
  );
  if (judged.status !== 'refused') return { status: 'again' };
  if (judged.why === 'sitting') refuse('exam.sitting', { groupId: context.sat?.[0] ?? 0 });
  const code = codes[judged.why];
  // Time may still be credited, so the browser keeps the save and sends it again.
  if (code === 'exam.late' && (await isHeld(sql, save.examId))) refuse('exam.outage');
  const kind = eventOfRefusal[code];
  if (kind) await storeUncounted(sql, save, kind);
  // Another exam says nothing of itself now; the browser keeps the save and sends it again afterwards.
  if (context.sat?.includes(context.groupId) === false)
    refuse('exam.sitting', { groupId: context.sat[0] ?? 0 });
  refuse(code);
}
