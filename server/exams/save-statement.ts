import { eventLetters } from '#domain/exam-taking/events.ts';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import { kindLetters } from '#domain/question-bank/question-kind.ts';
import { isLiveSignIn, isSatNow, remainingSeconds } from './conditions.ts';
import { isHeldByOutage } from './outage-conditions.ts';
import type { ExamContext, StoredQuestion } from './serving.ts';

/** One save, ready for the database. */
export type SaveRequest = {
  readonly examId: number;
  readonly userId: number;
  readonly signInId: string;
  /** When the token expires, in seconds since 1970. */
  readonly tokenEnds: number;
  /** When absent, the sign-in that loaded the exam last is the writer. */
  readonly writer: string | undefined;
  readonly position: number;
  /** What to show next: an index from 1, `showNext` or `showNothing`. */
  readonly to: number;
  readonly seq: number | undefined;
  /** The ticks to store; undefined keeps the stored ones. */
  readonly ticks: number | undefined;
  readonly skip: boolean;
  readonly saveId: string;
  /** When the request arrived, on this process's monotonic clock. */
  readonly arrivedAt: number;
  /** The report of the browser that is stored, as JSON. */
  readonly client: string | undefined;
};

/** Show the question after the saved one, or the first skipped one after the last. */
export const showNext = 0;
export const showNothing = -1;

/** A stored save, with its exam. */
export type WrittenSave = {
  readonly ord: number;
  readonly outcome: 'applied' | 'superseded';
  /** The sequence now stored with the question. */
  readonly savedSeq: number;
} & ExamContext &
  (StoredQuestion | { readonly versionId: null });

/** The outcome of one save of a batch; `other` means refused, sent before, or to retry. */
export type SaveRow = WrittenSave | { readonly ord: number; readonly outcome: 'other' };

/**
 * The settings of the connections that save. The statement takes milliseconds to plan, so it is planned once; a plan made
 * while the tables were small must not stay a scan.
 */
export const saveSettings = { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' } as const;

/**
 * Saves a batch, at most one save per exam, and returns each outcome. It locks the exam without rewriting its
 * row; checks owner, writer, sign-in, deadline, that practice does not run during an official exam or one that
 * an outage holds open, and that the ticks are possible; appends the event, whose key makes a retry harmless;
 * updates the question if the save is newer; and returns the next question. The rule is `judgeSave` in domain/exam-taking/save.ts.
 */
export const saveStatement = `
with s as materialized (
  select * from unnest($1::int[], $2::int[], $3::uuid[], $4::uuid[], $5::smallint[], $6::smallint[], $7::int[],
                       $8::int[], $9::boolean[], $10::uuid[], $11::int[], $12::text[], $13::float8[]) with ordinality
    as s(exam_id, user_id, sign_in, writer, position, to_position, seq, ticks, skip, save_id, waited_ms, client, token_ends, ord)
), gate as materialized (
  select s.*, e.deadline, e.group_id, e.position as exam_index, e.questions,
         case when s.to_position > 0 then case when s.to_position <= e.questions then s.to_position end
              when s.to_position < 0 then null
              when s.position < e.questions then (s.position + 1)::smallint
              else (select min(k.position) from exam_questions k where k.exam_id = e.id
                       and case when k.position = s.position then s.skip else k.marks & 1 = 1 end) end as shown
    from s join exams e on e.id = s.exam_id
   where e.user_id = s.user_id and case when s.writer is null then e.writer_sign_in = s.sign_in else e.writer = s.writer end
     and e.started_at is not null and e.finished_at is null
     and now() - s.waited_ms * interval '1 millisecond' <= e.deadline + interval '${graceSeconds} seconds'
     and exists (select from sign_ins i where i.id = s.sign_in and i.user_id = s.user_id
                    and ${isLiveSignIn('i', 's.token_ends')})
     and (e.practice is null or not exists (
           select from exams o where o.user_id = e.user_id and o.practice is null and o.started_at is not null and o.finished_at is null
              and (${isSatNow('o')} or ${isHeldByOutage('o')})))
     and exists (select from exam_questions q where q.exam_id = s.exam_id and q.position = s.position
                    and (s.ticks is null or s.ticks >= 0 and s.ticks >> cardinality(q.slots) = 0
                         and (q.kind = '${kindLetters.multiple}' or s.ticks & (s.ticks - 1) = 0)))
   order by s.exam_id for no key update of e
), event as (
  insert into exam_events (exam_id, save_id, kind, position, ticks, seq, to_position, sign_in, client)
  select exam_id, save_id, case when skip then '${eventLetters.skipped}' else '${eventLetters.saved}' end::"char", position, ticks, seq, shown, sign_in, client::jsonb
    from gate
  on conflict do nothing returning exam_id, kind, position, ticks, seq
), answer as (
  update exam_questions q
     set ticks = coalesce(v.ticks, q.ticks),
         seq = case when v.ticks is null then q.seq else coalesce(v.seq, q.seq + (q.seq < ${highestSeq})::int) end,
         marks = case when v.kind = '${eventLetters.skipped}' then q.marks | 1 when v.ticks <> 0 then q.marks & -2 else q.marks end
    from event v
   where q.exam_id = v.exam_id and q.position = v.position
     and (v.kind = '${eventLetters.skipped}' or v.ticks is not null) and (v.seq is null or q.seq < v.seq)
  returning q.exam_id, q.ticks, q.seq, q.marks
)
select s.ord::int,
       case when a.exam_id is not null or v.kind = '${eventLetters.saved}' and v.ticks is null then 'applied'
            when v.exam_id is not null then 'superseded' else 'other' end as outcome,
       ${remainingSeconds('g')} as remaining,
       coalesce(a.seq, p.seq) as "savedSeq",
       g.group_id as "groupId", g.exam_index as "examIndex", g.questions, n.position,
       n.question_version_id as "versionId", n.kind, n.slots as "answerOrder",
       case when n.position = s.position then coalesce(a.ticks, n.ticks) else n.ticks end as ticks,
       case when n.position = s.position then coalesce(a.seq, n.seq) else n.seq end as seq,
       case when n.position = s.position then coalesce(a.marks, n.marks) else n.marks end as marks
  from s left join gate g on g.exam_id = s.exam_id left join event v on v.exam_id = s.exam_id
  left join answer a on a.exam_id = s.exam_id
  left join exam_questions n on n.exam_id = g.exam_id and n.position = g.shown
  left join exam_questions p on p.exam_id = g.exam_id and p.position = g.position`;

const list = (values: readonly (string | number | boolean | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;
/** Only text needs quotes inside an array. */
const texts = (values: readonly (string | undefined)[]) =>
  `{${values.map((value) => (value === undefined ? 'null' : JSON.stringify(value))).join(',')}}`;

/** A batch as parameters: arrays in PostgreSQL's text format. */
export function saveParameters(batch: readonly SaveRequest[], now: number): string[] {
  return [
    list(batch.map((save) => save.examId)),
    list(batch.map((save) => save.userId)),
    list(batch.map((save) => save.signInId)),
    list(batch.map((save) => save.writer)),
    list(batch.map((save) => save.position)),
    list(batch.map((save) => save.to)),
    list(batch.map((save) => save.seq)),
    list(batch.map((save) => save.ticks)),
    list(batch.map((save) => save.skip)),
    list(batch.map((save) => save.saveId)),
    list(batch.map((save) => Math.max(0, Math.round(now - save.arrivedAt)))),
    texts(batch.map((save) => save.client)),
    list(batch.map((save) => save.tokenEnds)),
  ];
}
