import { refuse } from '#domain/errors.ts';
import { chapterAmounts } from '#domain/exam-structure/demand.ts';
import type { AnswerLimits } from '#domain/exam-structure/draw.ts';
import { countChoices } from '#domain/exam-structure/draw.ts';
import { type BankPool, type DrawPurpose, loadPools } from '#server/bank/pools.ts';
import type { Queryable } from '#server/db/database.ts';

/** What a sitting is made from: a custom exam, or the exam of one discipline. With `composition`, at least as new as that state. */
export type Subject =
  | { readonly of: 'customExam'; readonly id: number; readonly composition?: string }
  | { readonly of: 'discipline'; readonly id: number };

/** What one chapter must provide, with its questions' versions. */
type Demand = { readonly pools: readonly BankPool[]; readonly simple: number; readonly multiple: number };

/** One graded part that can be drawn now. */
export type DrawablePart = {
  readonly partId: number | null;
  readonly name: string;
  readonly chapters: readonly Demand[];
};

export type DrawableSitting = {
  readonly name: string;
  readonly durationSeconds: number;
  readonly parts: readonly DrawablePart[];
};

type PartRow = {
  readonly partId: number | null;
  readonly name: string;
  readonly percentSimple: number | null;
  readonly disciplineId: number;
  readonly questions: number;
};

async function partsOfCustomExam(sql: Queryable, id: number) {
  const [exam] = await sql<{ name: string; minutes: number }[]>`
    select name, duration_minutes as minutes from custom_exams where id = ${id} and removed_at is null`;
  if (!exam) refuse('resource.notFound');
  const rows = await sql<PartRow[]>`
    select p.id as "partId", coalesce(p.group_name, d.description) as name, p.percent_simple as "percentSimple",
           a.discipline_id as "disciplineId", a.questions
      from custom_exam_parts p join custom_exam_disciplines a on a.part_id = p.id
      join disciplines d on d.id = a.discipline_id
     where p.custom_exam_id = ${id} order by p.position, a.position`;
  return { ...exam, rows };
}

async function partOfDiscipline(sql: Queryable, id: number) {
  const [row] = await sql<(PartRow & { minutes: number })[]>`
    select null as "partId", d.description as name, null as "percentSimple", d.id as "disciplineId", s.questions,
           s.duration_minutes as minutes
      from disciplines d join discipline_structures s on s.discipline_id = d.id where d.id = ${id}`;
  if (!row) refuse('structure.missing');
  return { name: row.name, minutes: row.minutes, rows: [row] };
}

type ShareRow = {
  readonly disciplineId: number;
  readonly chapterId: number;
  readonly questions: number;
  readonly percentSimple: number;
};

/** The demand of a sitting before the bank is read: disciplines in order, each in its part. */
export type SittingPlan = {
  readonly name: string;
  readonly minutes: number;
  readonly rows: readonly PartRow[];
};

/** The current bank content a sitting is drawn from. */
export async function loadDrawable(
  sql: Queryable,
  { name, minutes, rows }: SittingPlan,
  purpose: DrawPurpose,
): Promise<DrawableSitting> {
  const disciplineIds = rows.map((row) => row.disciplineId);
  const shares = await sql<ShareRow[]>`
    select s.discipline_id as "disciplineId", s.chapter_id as "chapterId", s.questions, s.percent_simple as "percentSimple"
      from chapter_structures s join chapters c on c.id = s.chapter_id and c.removed_at is null
     where s.discipline_id = any(${disciplineIds}::int[]) order by s.chapter_id`;
  const pools = await loadPools(
    sql,
    shares.map(({ chapterId }) => chapterId),
    purpose,
  );

  const demandsOf = (row: PartRow): Demand[] => {
    const own = shares.filter(({ disciplineId }) => disciplineId === row.disciplineId);
    if (own.length === 0) refuse('structure.missing');
    const available = own.map((share) => ({ ...share, available: pools.get(share.chapterId)?.length ?? 0 }));
    if (available.reduce((all, share) => all + share.available, 0) < row.questions)
      refuse('structure.notServable');
    return chapterAmounts(available, row).map(({ chapterId, simple, multiple }) => ({
      pools: pools.get(chapterId) ?? [],
      simple,
      multiple,
    }));
  };

  const parts = new Map<number | null, { name: string; chapters: Demand[] }>();
  for (const row of rows) {
    const part = parts.get(row.partId) ?? { name: row.name, chapters: [] };
    part.chapters.push(...demandsOf(row));
    parts.set(row.partId, part);
  }
  return {
    name,
    durationSeconds: minutes * 60,
    parts: [...parts].map(([partId, part]) => ({ partId, ...part })),
  };
}

const load = async (sql: Queryable, subject: Subject, purpose: DrawPurpose): Promise<DrawableSitting> =>
  loadDrawable(
    sql,
    subject.of === 'customExam'
      ? await partsOfCustomExam(sql, subject.id)
      : await partOfDiscipline(sql, subject.id),
    purpose,
  );

/** Refuses a sitting that the bank cannot serve. */
export function refuseUnservable({ parts }: DrawableSitting, limits: AnswerLimits): void {
  const served = parts.every(({ chapters }) =>
    chapters.every((chapter) => countChoices(chapter, limits) > 0n),
  );
  if (!served) refuse('structure.notServable');
}

/** How long a loaded bank is cached for drawing: many begin in the same minute, and the bank is large. */
const cacheMs = 10_000;

export type Drawables = {
  /** The same, cached for a few seconds; refused when the bank cannot serve it. */
  of(subject: Subject, purpose: DrawPurpose, limits: AnswerLimits): Promise<DrawableSitting>;
};

export function openDrawables(sql: Queryable): Drawables {
  const cache = new Map<string, { readonly until: number; readonly sitting: Promise<DrawableSitting> }>();
  return {
    of: async (subject, purpose, limits) => {
      const state = subject.of === 'customExam' ? (subject.composition ?? '') : '';
      const name = `${subject.of} ${subject.id} ${state} ${purpose} ${Object.values(limits).join(' ')}`;
      const found = cache.get(name);
      if (found && found.until > performance.now()) return found.sitting;
      const sitting = load(sql, subject, purpose).then((loaded) => {
        refuseUnservable(loaded, limits);
        return loaded;
      });
      for (const [other, { until }] of cache) if (until <= performance.now()) cache.delete(other);
      cache.set(name, { until: performance.now() + cacheMs, sitting });
      sitting.catch(() => cache.delete(name));
      return sitting;
    },
  };
}
