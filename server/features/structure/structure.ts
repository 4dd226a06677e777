import type { Structure, StructureDraft } from '#contract/structure.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { mayEditStructure } from '#domain/access/discipline-rights.ts';
import { type FieldProblem, problem, refuse, refuseProblems } from '#domain/errors.ts';
import { distributeByChapters, splitKinds, structureProblems } from '#domain/exam-structure/structure.ts';
import { freezeOfDiscipline } from '#server/appointments/freezes.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { type StoredChapter, type StoredStructure, selectStructure } from './stored-structure.ts';

const total = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

function present(actor: Actor, stored: StoredStructure): Structure {
  const chapters = stored.chapters.map((chapter) => {
    const { simple, multiple } = splitKinds(chapter);
    return {
      id: chapter.id,
      code: chapter.code,
      description: chapter.description,
      examOnly: chapter.examOnly,
      totalQuestionCount: chapter.entered,
      questions: chapter.questions,
      percentSimple: chapter.percentSimple,
      percentComplex: 100 - chapter.percentSimple,
      countSimpleQuestions: simple,
      countComplexQuestions: multiple,
    };
  });
  return {
    id: stored.id,
    pkCollege: stored.pkCollege,
    pkSection: stored.pkSection,
    year: stored.year,
    disciplineDescription: stored.description,
    disciplineCode: stored.code,
    totalQuestions: total(stored.chapters.map((chapter) => chapter.entered)),
    questions: stored.questions,
    examDuration: stored.duration,
    automaticDistribution: stored.automatic,
    manualQuestionCount: stored.automatic ? 0 : total(stored.chapters.map((chapter) => chapter.questions)),
    mayEdit: mayEditStructure(actor, stored.part),
    mayEditPercent: stored.mayEditPercent,
    chapters,
  };
}

/** The structure of a discipline as the caller sees it. */
export async function readStructure(sql: Queryable, actor: Actor, id: number): Promise<Structure> {
  return present(actor, await selectStructure(sql, actor, id));
}

/** What the draft asks of each chapter of the discipline; a chapter that it omits gets no questions. */
export type DraftedChapter = StoredChapter & { readonly percentComplex: number; readonly index: number };

function strangers(draft: StructureDraft, stored: StoredStructure): FieldProblem[] {
  const known = new Set(stored.chapters.map((chapter) => chapter.id));
  // A chapter named twice is refused like one of another discipline.
  return draft.chapters.flatMap((chapter, index) =>
    known.delete(chapter.id) ? [] : [problem(`chapters.${index}.id`, 'validation.reference')],
  );
}

/** The chapters in the order of the draft; automatic distribution sets their questions by size. */
export function draftedChapters(draft: StructureDraft, stored: StoredStructure): DraftedChapter[] {
  const byId = new Map(stored.chapters.map((chapter) => [chapter.id, chapter]));
  const named = draft.chapters.flatMap((drafted, index) => {
    const chapter = byId.get(drafted.id);
    return chapter ? [{ ...chapter, ...drafted, index }] : [];
  });
  const unnamed = stored.chapters
    .filter((chapter) => !draft.chapters.some((drafted) => drafted.id === chapter.id))
    .map((chapter) => ({ ...chapter, questions: 0, percentComplex: 100 - chapter.percentSimple, index: -1 }));
  const chapters = [...named, ...unnamed];
  if (!draft.automaticDistribution || !draft.questions) return chapters;
  const parts = distributeByChapters(
    draft.questions,
    chapters.map((chapter) => chapter.entered),
  );
  return chapters.map((chapter, index) => ({ ...chapter, questions: parts[index] ?? 0 }));
}

/** Changed percents where the college or section does not allow it. */
function lockedPercents(chapters: readonly DraftedChapter[], stored: StoredStructure): FieldProblem[] {
  if (stored.mayEditPercent) return [];
  const existing = new Map(stored.chapters.map((chapter) => [chapter.id, chapter.percentSimple]));
  return chapters.flatMap((chapter) =>
    existing.get(chapter.id) === chapter.percentSimple
      ? []
      : [problem(`chapters.${chapter.index}.percentSimple`, 'structure.percentLocked')],
  );
}

/** What prevents saving a draft; paths refer to positions in the draft. */
function problemsOf(
  draft: StructureDraft,
  chapters: readonly DraftedChapter[],
  stored: StoredStructure,
): FieldProblem[] {
  const plan = { questions: draft.questions, examDuration: draft.examDuration, chapters };
  return [...strangers(draft, stored), ...structureProblems(plan), ...lockedPercents(chapters, stored)];
}

async function store(
  tx: Transaction,
  id: number,
  draft: StructureDraft,
  chapters: readonly DraftedChapter[],
): Promise<void> {
  await tx`insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
    values (${id}, ${draft.questions}, ${draft.examDuration}, ${draft.automaticDistribution})
    on conflict (discipline_id) do update set questions = excluded.questions,
      duration_minutes = excluded.duration_minutes, automatic = excluded.automatic`;
  await tx`delete from chapter_structures
    where discipline_id = ${id} and chapter_id <> all(${chapters.map((chapter) => chapter.id)}::int[])`;
  if (chapters.length === 0) return;
  await tx`insert into chapter_structures ${tx(
    chapters.map((chapter) => ({
      chapter_id: chapter.id,
      discipline_id: id,
      questions: chapter.questions,
      percent_simple: chapter.percentSimple,
    })),
  )} on conflict (chapter_id) do update set questions = excluded.questions, percent_simple = excluded.percent_simple`;
}

/** Whether papers drawn from the chapters would differ from those of the stored structure. */
function changesDemand(chapters: readonly DraftedChapter[], stored: StoredStructure): boolean {
  const existing = new Map(stored.chapters.map((chapter) => [chapter.id, chapter]));
  return chapters.some(({ id, questions, percentSimple }) => {
    const old = existing.get(id);
    return old?.questions !== questions || old.percentSimple !== percentSimple;
  });
}

/** Refuses changes shortly before and during exams of the discipline. */
async function refuseFrozen(tx: Transaction, id: number): Promise<void> {
  const freeze = await freezeOfDiscipline(tx, id);
  if (freeze) refuse('structure.frozen', { exam: freeze.exam, until: freeze.until });
}

/** Saves a valid structure; the lock serializes concurrent saves. */
export async function replaceStructure(
  { database }: Services,
  actor: Actor,
  id: number,
  { draft, override }: { readonly draft: StructureDraft; readonly override: boolean },
  author: Author,
): Promise<Structure> {
  return database.transaction(author, async (tx) => {
    await tx`select from disciplines where id = ${id} for no key update`;
    // Locks the chapters, so none is removed while it is written into the structure.
    await tx`select from chapters where discipline_id = ${id} order by id for key share`;
    const stored = await selectStructure(tx, actor, id);
    if (!mayEditStructure(actor, stored.part)) refuse('auth.forbidden');
    const chapters = draftedChapters(draft, stored);
    refuseProblems(problemsOf(draft, chapters, stored));
    if (!(override && isOf(actor, 'admin')) && changesDemand(chapters, stored)) await refuseFrozen(tx, id);
    await store(tx, id, draft, chapters);
    return readStructure(tx, actor, id);
  });
}
