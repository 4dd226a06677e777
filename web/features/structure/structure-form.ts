import type { Structure, StructureDraft } from '#contract/structure.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { distributeByChapters, splitKinds, structureProblems } from '#domain/exam-structure/structure.ts';

/** A number as typed; empty while nothing is typed. */
export type NumberValue = number | '';

export type ChapterForm = {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly examOnly: boolean;
  readonly entered: number;
  readonly questions: NumberValue;
  readonly percentSimple: NumberValue;
  readonly percentComplex: NumberValue;
};

/** The structure being edited. Manual counts are kept while the split is automatic. */
export type StructureForm = {
  readonly questions: NumberValue;
  readonly examDuration: NumberValue;
  readonly automatic: boolean;
  readonly chapters: readonly ChapterForm[];
};

const count = (typed: NumberValue) => (typed === '' ? 0 : typed);
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

export function formOf(structure: Structure): StructureForm {
  return {
    questions: structure.questions ?? '',
    examDuration: structure.examDuration ?? '',
    automatic: structure.automaticDistribution,
    chapters: structure.chapters.map((chapter) => ({
      id: chapter.id,
      code: chapter.code,
      description: chapter.description,
      examOnly: chapter.examOnly,
      entered: chapter.totalQuestionCount,
      questions: chapter.questions,
      percentSimple: chapter.percentSimple,
      percentComplex: chapter.percentComplex,
    })),
  };
}

/** A chapter with the number of questions the exam asks from it. */
export type ChapterCounts = ChapterForm & {
  readonly asked: number;
  readonly simple: number;
  readonly multiple: number;
};

/** The number of questions per chapter: as typed, or split by chapter size. */
export function chapterCounts(form: StructureForm): readonly ChapterCounts[] {
  const split = form.automatic
    ? distributeByChapters(
        count(form.questions),
        form.chapters.map((chapter) => chapter.entered),
      )
    : form.chapters.map((chapter) => count(chapter.questions));
  return form.chapters.map((chapter, index) => {
    const asked = split[index] ?? 0;
    const kinds = splitKinds({
      questions: asked,
      percentSimple: Math.min(100, count(chapter.percentSimple)),
    });
    return { ...chapter, asked, simple: kinds.simple, multiple: kinds.multiple };
  });
}

/** Turns the form into a request body. */
export function draftOf(form: StructureForm): StructureDraft {
  return {
    questions: form.questions === '' ? null : form.questions,
    examDuration: form.examDuration === '' ? null : form.examDuration,
    automaticDistribution: form.automatic,
    chapters: chapterCounts(form).map((chapter) => ({
      id: chapter.id,
      questions: chapter.asked,
      percentSimple: count(chapter.percentSimple),
      percentComplex: count(chapter.percentComplex),
    })),
  };
}

/** What prevents the form from being saved; the server applies the same rules. */
export function problemsOf(form: StructureForm): readonly FieldProblem[] {
  return structureProblems({
    questions: form.questions === '' ? null : form.questions,
    examDuration: form.examDuration === '' ? null : form.examDuration,
    chapters: chapterCounts(form).map((chapter) => ({
      code: chapter.code,
      entered: chapter.entered,
      questions: chapter.asked,
      percentSimple: count(chapter.percentSimple),
      percentComplex: count(chapter.percentComplex),
    })),
  });
}

/** Switches between automatic and manual counts; manual editing starts from the automatic counts. */
export function withDistribution(form: StructureForm, automatic: boolean): StructureForm {
  if (automatic || !form.automatic) return { ...form, automatic };
  return {
    ...form,
    automatic,
    chapters: chapterCounts(form).map(({ asked, simple: _simple, multiple: _multiple, ...chapter }) => ({
      ...chapter,
      questions: asked,
    })),
  };
}

export function withChapter(form: StructureForm, id: number, change: Partial<ChapterForm>): StructureForm {
  return {
    ...form,
    chapters: form.chapters.map((chapter) => (chapter.id === id ? { ...chapter, ...change } : chapter)),
  };
}

/** Both percentages of a chapter, given one of them; they add up to 100. */
export const withSimple = (simple: NumberValue) => ({
  percentSimple: simple,
  percentComplex: 100 - count(simple),
});
export const withMultiple = (multiple: NumberValue) => ({
  percentSimple: 100 - count(multiple),
  percentComplex: multiple,
});

export function withSimpleEverywhere(form: StructureForm, simple: NumberValue): StructureForm {
  return { ...form, chapters: form.chapters.map((chapter) => ({ ...chapter, ...withSimple(simple) })) };
}

/** The percentage shared by all chapters, or empty when they differ. */
export function simpleEverywhere({ chapters }: StructureForm): NumberValue {
  const [first] = chapters;
  return first && chapters.every((chapter) => chapter.percentSimple === first.percentSimple)
    ? first.percentSimple
    : '';
}

export type Totals = {
  readonly entered: number;
  readonly asked: number;
  readonly simple: number;
  readonly multiple: number;
  /** The time per question; undefined while it cannot be computed. */
  readonly secondsPerQuestion: number | undefined;
};

export function totalsOf(form: StructureForm): Totals {
  const chapters = chapterCounts(form);
  const [questions, minutes] = [count(form.questions), count(form.examDuration)];
  return {
    entered: sum(chapters.map((chapter) => chapter.entered)),
    asked: sum(chapters.map((chapter) => chapter.asked)),
    simple: sum(chapters.map((chapter) => chapter.simple)),
    multiple: sum(chapters.map((chapter) => chapter.multiple)),
    secondsPerQuestion: questions > 0 && minutes > 0 ? Math.round((minutes * 60) / questions) : undefined,
  };
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Whether the user changed the form. */
export const isTouched = (form: StructureForm, structure: Structure) => !same(form, formOf(structure));

/** Whether saving would change the stored structure; true also when the bank has grown and the split is automatic. */
export function isDifferent(form: StructureForm, structure: Structure): boolean {
  return !same(draftOf(form), {
    questions: structure.questions,
    examDuration: structure.examDuration,
    automaticDistribution: structure.automaticDistribution,
    chapters: structure.chapters.map(({ id, questions, percentSimple, percentComplex }) => ({
      id,
      questions,
      percentSimple,
      percentComplex,
    })),
  });
}
