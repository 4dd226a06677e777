import type { ResultRow } from '#contract/exam-results.ts';
import type { ExamKind } from '#domain/exam-taking/sitting.ts';
import type { Queryable } from '#server/db/database.ts';

type Row = {
  readonly id: number;
  readonly groupId: number;
  readonly disciplineName: string;
  readonly examName: string;
  readonly date: string;
  readonly finished: boolean;
  readonly annulled: boolean;
  readonly serverStartTime: string;
  readonly serverStopTime: string | null;
  readonly score: number | null;
  readonly grade: number | null;
  readonly maxPoints: number;
};

type Page = { readonly skip: number; readonly take: number };
type ResultQuery = { readonly userId: number; readonly kind: ExamKind; readonly finishedOnly: boolean };

/** A page of the caller's exams of a kind, newest first, with the total. */
export async function ownExams(
  sql: Queryable,
  { userId, kind, finishedOnly }: ResultQuery,
  { skip, take }: Page,
): Promise<{ items: ResultRow[]; total: number }> {
  const filter = sql`g.user_id = ${userId} and g.kind = ${kind} and e.started_at is not null
    ${finishedOnly ? sql`and e.finished_at is not null` : sql``}`;
  const rows = await sql<Row[]>`
    select e.id, e.group_id as "groupId", e.name as "disciplineName", g.name as "examName",
           to_char(e.started_at, 'YYYY-MM-DD') as date, e.finished_at is not null as finished,
           exists (select from appointments a where a.id = g.appointment_id and a.annulled_at is not null) as annulled,
           e.started_at as "serverStartTime", e.finished_at as "serverStopTime",
           e.score::float8 as score, e.grade::float8 as grade, e.max_points::float8 as "maxPoints"
      from exam_groups g join exams e on e.group_id = g.id where ${filter}
     order by e.started_at desc, e.group_id desc, e.position offset ${skip} limit ${take}`;
  const countAll = async () =>
    (
      await sql<{ total: number }[]>`
        select count(*) as total from exam_groups g join exams e on e.group_id = g.id where ${filter}`
    )[0]?.total ?? 0;
  // A first page that is not full is the whole list, as for most students.
  const isWhole = skip === 0 && rows.length < take;
  return {
    items: rows.map(({ disciplineName, examName, grade, finished, annulled, ...exam }) => ({
      disciplineName,
      examName,
      grade,
      exam: { ...exam, status: finished ? 'Finished' : 'Started', ...(annulled && { annulled }) },
    })),
    total: isWhole ? rows.length : await countAll(),
  };
}
