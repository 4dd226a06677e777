import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type { examPrint, PrintedPaper } from '#contract/exam-print.ts';
import { refuse } from '#domain/errors.ts';
import { isTickedAt } from '#domain/exam-taking/ticks.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import { paperQuestion } from '#server/bank/paper-question.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Database, Queryable, Transaction } from '#server/db/database.ts';
import { preparePapers } from '#server/exams/official-papers.ts';
import { printedKey } from '#server/exams/printed-key.ts';
import { type Overlay, overlaysOf, templateOverlays } from '#server/exams/settlements.ts';
import type { Services } from '#server/services.ts';

type PaperQuery = BodyOfCall<typeof examPrint>;
type Head = Omit<PrintedPaper, 'exams'> & { readonly id: number };

type QuestionRow = {
  readonly id: number;
  /** Null on a template. */
  readonly examId: number | null;
  readonly index: number;
  readonly name: string;
  readonly number: number;
  readonly versionId: number;
  readonly letter: KindLetter;
  readonly answerOrder: readonly number[];
  readonly ticks: number | null;
  readonly questionId: number;
  readonly version: number;
  readonly chapterCode: string;
  readonly templateNumber: number | null;
};

const bank = (sql: Queryable) => sql`
  join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
  join chapters c on c.id = x.chapter_id`;
const inBank = (sql: Queryable) => sql`
  q.position as number, q.question_version_id as "versionId", q.kind as letter, q.slots as "answerOrder", v.question_id as "questionId",
  v.number as version, c.code as "chapterCode"`;

const sittings = (sql: Queryable, ids: readonly number[]) => sql<Head[]>`
  select g.id, 'S' || g.id as code, g.name as "examName", s.description as "sessionName",
         g.duration_s / 60 as "durationMinutes", t.number as "templateNumber",
         json_build_object('groupId', g.id, 'appointmentId', a.id, 'studentName', p.last_name || ' ' || p.first_name,
           'matricol', coalesce(p.matricol, ''), 'series', r.name, 'date', to_char(a.exam_date, 'YYYY-MM-DD'),
           'startsAt', a.starts_at, 'room', m.name, 'building', m.building, 'row', a.row_number, 'seat', a.seat_number,
           'state', case when g.started_at is null then 'waiting'
                         when exists (select from exams e where e.group_id = g.id and e.finished_at is null) then 'running'
                         else 'finished' end) as sitting
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
    join appointments a on a.id = wanted.id join exam_groups g on g.appointment_id = a.id
    join students p on p.id = a.student_id join series r on r.id = p.series_id
    join exam_sessions s on s.id = a.exam_session_id join rooms m on m.id = a.room_id
    left join template_groups t on t.id = g.template_group_id
   order by wanted.place`;

const sittingQuestions = (sql: Queryable, groupIds: readonly number[]) => sql<QuestionRow[]>`
  select e.group_id as id, e.id as "examId", e.position as index, e.name, ${inBank(sql)}, q.ticks,
         (select t.position from template_exams o join template_questions t on t.template_exam_id = o.id
           where o.template_group_id = g.template_group_id and o.position = e.position
             and t.question_version_id = q.question_version_id) as "templateNumber"
    from exam_groups g join exams e on e.group_id = g.id join exam_questions q on q.exam_id = e.id ${bank(sql)}
   where g.id = any(${[...groupIds]}::int[]) order by e.group_id, e.position, q.position`;

const templates = (sql: Queryable, ids: readonly number[]) => sql<Head[]>`
  select t.id, 'T' || t.id as code, c.name as "examName", s.description as "sessionName",
         c.duration_minutes as "durationMinutes", t.number as "templateNumber", null as sitting
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
    join template_groups t on t.id = wanted.id join custom_exams c on c.id = t.custom_exam_id
    join exam_sessions s on s.id = t.exam_session_id order by wanted.place`;

const templateQuestions = (sql: Queryable, ids: readonly number[]) => sql<QuestionRow[]>`
  select e.template_group_id as id, null as "examId", e.position as index, coalesce(p.group_name, d.description) as name, ${inBank(sql)},
         null as ticks, q.position as "templateNumber"
    from template_exams e join template_questions q on q.template_exam_id = e.id ${bank(sql)}
    join custom_exam_parts p on p.id = e.part_id
    join custom_exam_disciplines a on a.part_id = p.id and a.position = 1 join disciplines d on d.id = a.discipline_id
   where e.template_group_id = any(${[...ids]}::int[]) order by e.template_group_id, e.position, q.position`;

type Contents = Awaited<ReturnType<typeof fullContents>>;
/** The settlements in force that reach the exam or template of a row; undefined when no key is printed. */
type OverlayOf = (row: QuestionRow) => Overlay | undefined;

async function overlaysFor(sql: Queryable, rows: readonly QuestionRow[], key: boolean): Promise<OverlayOf> {
  if (!key) return () => undefined;
  const examIds = [...new Set(rows.flatMap(({ examId }) => examId ?? []))];
  const templateIds = [...new Set(rows.flatMap(({ examId, id }) => (examId === null ? [id] : [])))];
  const [ofExams, ofTemplates] = await Promise.all([
    overlaysOf(sql, examIds),
    templateOverlays(sql, templateIds),
  ]);
  return ({ examId, id }) => (examId === null ? ofTemplates.get(id) : ofExams.get(examId));
}

function examsOf(
  rows: readonly QuestionRow[],
  contents: Contents,
  overlayOf: OverlayOf,
  ticks: boolean,
): PrintedPaper['exams'] {
  const exams = new Map<number, PrintedPaper['exams'][number]>();
  for (const row of rows) {
    const {
      id: _,
      examId: __,
      index,
      name,
      versionId,
      letter,
      answerOrder,
      ticks: ticked,
      ...question
    } = row;
    const content = contents.get(versionId);
    const overlay = overlayOf(row);
    const key = content && overlay && printedKey(content, row, overlay);
    const exam = exams.get(index) ?? { index, name, questions: [] };
    exam.questions.push({
      ...question,
      settled: key?.settled ?? null,
      ...paperQuestion(content, { letter, answerOrder }, ({ bankIndex, shownAt }) => ({
        isCorrect: key?.isCorrect(bankIndex) ?? null,
        isRemoved: key?.isRemoved(bankIndex) ?? false,
        isTicked: ticks && ticked !== null ? isTickedAt(ticked, shownAt) : null,
      })),
    });
    exams.set(index, exam);
  }
  return [...exams.values()];
}

async function papersOf(
  sql: Queryable,
  heads: readonly Head[],
  rows: readonly QuestionRow[],
  { key, ticks }: PaperQuery,
): Promise<PrintedPaper[]> {
  const contents = await fullContents(
    sql,
    rows.map(({ versionId }) => versionId),
  );
  const overlayOf = await overlaysFor(sql, rows, key);
  return heads.map(({ id, ...head }) => ({
    ...head,
    exams: examsOf(
      rows.filter((row) => row.id === id),
      contents,
      overlayOf,
      // What was answered so far must be on the paper with which the student continues.
      ticks || head.sitting?.state === 'running',
    ),
  }));
}

/** Refuses to print templates that can still be changed; printing them without the key would freeze them unasked. */
async function refuseFreezing(tx: Transaction, templateIds: readonly number[]): Promise<void> {
  const open = await tx`
    select from template_groups t where t.id = any(${[...templateIds]}::int[]) and t.printed_at is null and not exists (
      select from exam_groups g where g.template_group_id = t.id and (g.started_at is not null or g.printed_at is not null))`;
  if (open.count > 0) refuse('template.printFreezes', { count: open.count });
}

/** Marks papers without a key as printed, so that nothing draws or changes them again, and records what is printed, also with the key. */
async function recordPrint(
  database: Database,
  author: Author,
  { appointments, templates: templateIds, key, ticks, freeze }: PaperQuery,
): Promise<void> {
  await database.transaction(author, async (tx) => {
    if (!key) {
      if (!freeze) await refuseFreezing(tx, templateIds);
      await tx`
        update exam_groups set printed_at = now()
         where appointment_id = any(${[...appointments]}::int[]) and printed_at is null`;
      await tx`
        update template_groups set printed_at = now()
         where id = any(${[...templateIds]}::int[]) and printed_at is null`;
    }
    const printed = await tx<{ entity: string; id: string }[]>`
      select 'appointments' as entity, appointment_id::text as id from exam_groups where appointment_id = any(${[...appointments]}::int[])
      union all
      select 'template_groups', id::text from template_groups where id = any(${[...templateIds]}::int[])`;
    for (const { entity, id } of printed)
      await writeAuditEntry(tx, {
        action: 'papersPrinted',
        entity,
        entityId: id,
        after: { with_key: key, with_ticks: ticks },
      });
  });
}

/**
 * The papers of appointments and templates as printed (PRINT-1), in the requested order. Due ones are drawn now. They are
 * marked before they are read, so that what is printed is what stays.
 */
export async function printedPapers(
  services: Services,
  author: Author,
  wanted: PaperQuery,
): Promise<ResponseOfCall<typeof examPrint>> {
  const { database } = services;
  const { sql } = database;
  if (wanted.appointments.length > 0) await preparePapers(services, wanted.appointments);
  await recordPrint(database, author, wanted);
  const [sat, made] = await Promise.all([
    sittings(sql, wanted.appointments),
    templates(sql, wanted.templates),
  ]);
  const [satRows, madeRows] = await Promise.all([
    sittingQuestions(
      sql,
      sat.map(({ id }) => id),
    ),
    templateQuestions(
      sql,
      made.map(({ id }) => id),
    ),
  ]);
  const drawn = new Set(sat.map(({ sitting }) => sitting?.appointmentId));
  return {
    papers: [
      ...(await papersOf(sql, made, madeRows, wanted)),
      ...(await papersOf(sql, sat, satRows, wanted)),
    ],
    withoutPaper: wanted.appointments.filter((id) => !drawn.has(id)),
  };
}
