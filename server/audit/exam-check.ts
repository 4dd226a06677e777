import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Database } from '#server/db/database.ts';
import type { Pause } from '#server/jobs/batches.ts';
import type { Finding } from './finding.ts';

const examsPerBatch = 200;
/** Events unsealed for longer than this after an exam are a finding. */
const waitMinutes = 5;

type ExamRow = {
  readonly id: number;
  /** Score, grade and maximum points as text: of the row, and of the newest sealed event. */
  readonly stored: string | null;
  readonly recorded: string | null;
  readonly hasRecord: boolean;
  readonly isSealed: boolean;
  readonly isWaiting: boolean;
  readonly head: string | null;
  readonly headEntry: string | null;
  readonly brokenAt: number | null;
  readonly isPaperChanged: boolean;
};

function findingsOf(exam: ExamRow): Finding[] {
  const { id, stored, recorded, hasRecord, isSealed, isWaiting, head, headEntry, brokenAt } = exam;
  const where = { table: 'exams', row: String(id), exam: id };
  const findings: Finding[] = [];
  if (stored !== null && !hasRecord) findings.push({ kind: 'scoreWithoutEvent', ...where, detail: stored });
  if (hasRecord && stored !== recorded)
    findings.push({ kind: 'scoreChanged', ...where, detail: `${stored ?? 'none'}, recorded ${recorded}` });
  if (!isSealed && !isWaiting) findings.push({ kind: 'eventsUnsealed', ...where });
  if (head !== headEntry)
    findings.push({ kind: 'eventsCut', ...where, detail: `${head ?? 'none'}, recorded ${headEntry}` });
  if (brokenAt !== null) findings.push({ kind: 'eventsChanged', ...where, detail: `event ${brokenAt}` });
  if (exam.isPaperChanged) findings.push({ kind: 'paperChanged', ...where });
  return findings;
}

/**
 * Events that need a running exam but were added to one whose events were already sealed: it had ended, and was not
 * reopened in between.
 */
function addedEvents(sql: Database['sql'], above: number, upto: number) {
  const { saved, skipped, finished, reopened } = eventLetters;
  return sql<{ exam: number; number: number }[]>`
    select e.id as exam, min(s.number) as number from exams e
      join audit_log a on a.entity = 'exams' and a.entity_id = e.id::text and a.action = 'sealed'
      join exam_event_seals s on s.exam_id = e.id and s.number > (a.after ->> 'events')::int
      join exam_events v on v.exam_id = e.id and v.save_id = s.save_id
     where e.id > ${above} and e.id <= ${upto} and v.kind in (${saved}, ${skipped}, ${finished})
       and not exists (
         select from exam_event_seals r join exam_events o on o.exam_id = r.exam_id and o.save_id = r.save_id
          where r.exam_id = e.id and r.number > (a.after ->> 'events')::int and r.number < s.number and o.kind = ${reopened})
     group by e.id order by e.id`;
}

/**
 * Checks each exam: the row matches the newest event with a score, the events of a finished exam are sealed and
 * unchanged, none was added after its end, its owner and questions are those that were sealed, and the ticks are those
 * of each question's newest save.
 */
export async function checkExams(
  { sql }: Database,
  report: (finding: Finding) => void,
  rest: Pause,
): Promise<void> {
  for (let above = 0; ; ) {
    const startedAt = performance.now();
    const exams = await sql<ExamRow[]>`
      select e.id,
             case when e.finished_at is not null then concat_ws(' ', e.score, e.grade,
               case when r.max_points is not null then e.max_points end) end as stored,
             concat_ws(' ', r.score, r.grade, r.max_points) as recorded,
             r.score is not null as "hasRecord",
             e.finished_at is null or not exists (
               select from exam_events v where v.exam_id = e.id and not exists (
                 select from exam_event_seals s where s.exam_id = v.exam_id and s.save_id = v.save_id)) as "isSealed",
             exists (select from exam_seal_pending p where p.exam_id = e.id
                        and p.since > now() - make_interval(mins => ${waitMinutes})) as "isWaiting",
             l.number || ' ' || encode(l.hash, 'hex') as head, h.head as "headEntry",
             exam_events_first_break(e.id) as "brokenAt",
             exists (select from audit_log a where a.entity = 'exams' and a.entity_id = e.id::text and a.action = 'sealed'
                        and a.after ->> 'paper_hash' is not null
                        and a.after ->> 'paper_hash' is distinct from p.digest) as "isPaperChanged"
        from (select * from exams where id > ${above} order by id limit ${examsPerBatch}) e
        cross join lateral (select exam_paper_digest(e.id) as digest offset 0) p
        left join lateral (
          select * from (
            select (v.client ->> 'score')::numeric(9, 2) as score, (v.client ->> 'grade')::numeric(4, 2) as grade,
                   (v.client ->> 'maxPoints')::numeric(9, 2) as max_points, 1 as rank, v.at
              from exam_events v where v.exam_id = e.id and exam_event_carries_score(v.kind)
            union all
            select (a.after ->> 'score')::numeric(9, 2), (a.after ->> 'grade')::numeric(4, 2),
                   (a.after ->> 'max_points')::numeric(9, 2), 2, a.at
              from audit_log a where a.entity = 'exams' and a.entity_id = e.id::text and a.action = 'baseline') c
           order by rank, at desc limit 1) r on true
        left join lateral (
          select number, hash from exam_event_seals s where s.exam_id = e.id order by number desc limit 1) l on true
        left join lateral (
          select (a.after ->> 'events') || ' ' || (a.after ->> 'hash') as head from audit_log a
           where a.entity = 'exams' and a.entity_id = e.id::text and a.action = 'sealed'
           order by (a.after ->> 'events')::int desc nulls last, a.id desc limit 1) h on true
       order by e.id`;
    const last = exams.at(-1)?.id;
    if (last === undefined) return;
    for (const finding of exams.flatMap(findingsOf)) report(finding);
    for (const { exam, number } of await addedEvents(sql, above, last))
      report({ kind: 'eventsAdded', table: 'exams', row: String(exam), exam, detail: `event ${number}` });
    const ticks = await sql<{ exam: number; position: number }[]>`
      select q.exam_id as exam, q.position from exam_questions q
        left join (
          select distinct on (v.exam_id, v.position) v.exam_id, v.position, v.ticks, v.seq from exam_events v
           where v.exam_id > ${above} and v.exam_id <= ${last} and v.kind = ${eventLetters.saved} and v.ticks is not null
           order by v.exam_id, v.position, v.seq desc nulls first, v.at) n
          on n.exam_id = q.exam_id and n.position = q.position
       where q.exam_id > ${above} and q.exam_id <= ${last} and (n.exam_id is null or n.seq is not null)
         and (q.ticks, q.seq) is distinct from (coalesce(n.ticks, 0), coalesce(n.seq, 0))
       order by 1, 2`;
    for (const { exam, position } of ticks)
      report({
        kind: 'ticksChanged',
        table: 'exam_questions',
        row: `${exam},${position}`,
        exam,
        detail: `question ${position}`,
      });
    above = last;
    await rest(startedAt);
  }
}
