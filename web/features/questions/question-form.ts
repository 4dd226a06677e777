import type { Question } from '#contract/questions.ts';
import { type FieldProblem, problem } from '#domain/errors.ts';
import { maxAnswers, neededAnswers, questionProblems } from '#domain/question-bank/question-draft.ts';

/** One answer line; its key stays the same when it moves. */
export type AnswerLine = {
  readonly key: number;
  readonly text: string;
  readonly image: string | null;
  readonly isCorrect: boolean;
  readonly referenceTitle: string;
  readonly referencePage: string;
};

export type QuestionForm = {
  readonly disciplineId: number | null;
  readonly chapterId: number | null;
  readonly text: string;
  readonly image: string | null;
  /** Null while the field is empty. */
  readonly points: number | null;
  readonly examOnly: boolean;
  readonly answers: readonly AnswerLine[];
  readonly nextKey: number;
};

/** The result of an action: the form, and the line to focus. */
export type Step = { readonly form: QuestionForm; readonly focus: number | undefined };

const defaultPoints = 10;

/** A blank line is a placeholder, not an answer. */
export function isBlank(line: AnswerLine): boolean {
  return (
    line.text.trim() === '' &&
    line.image === null &&
    line.referenceTitle.trim() === '' &&
    line.referencePage.trim() === ''
  );
}

export const linesOf = (form: QuestionForm, isCorrect: boolean): readonly AnswerLine[] =>
  form.answers.filter((line) => line.isCorrect === isCorrect);

/** The answers of the form, without blank lines. */
export const writtenAnswers = (form: QuestionForm): readonly AnswerLine[] =>
  form.answers.filter((line) => !isBlank(line));

const blankLine = (key: number, isCorrect: boolean): AnswerLine => ({
  key,
  text: '',
  image: null,
  isCorrect,
  referenceTitle: '',
  referencePage: '',
});

/** Pads each group with blank lines to the minimum number of answers. */
function withRoom(form: QuestionForm): QuestionForm {
  let { answers, nextKey } = form;
  for (const isCorrect of [true, false]) {
    const missing = neededAnswers - answers.filter((line) => line.isCorrect === isCorrect).length;
    for (let line = 0; line < missing; line += 1) {
      answers = [...answers, blankLine(nextKey, isCorrect)];
      nextKey += 1;
    }
  }
  return { ...form, answers, nextKey };
}

export function emptyForm(disciplineId: number | null, chapterId: number | null): QuestionForm {
  return withRoom({
    disciplineId,
    chapterId,
    text: '',
    image: null,
    points: defaultPoints,
    examOnly: false,
    answers: [],
    nextKey: 1,
  });
}

export function formOf(question: Question): QuestionForm {
  return withRoom({
    disciplineId: question.pkDiscipline,
    chapterId: question.chapterId,
    text: question.text,
    image: question.image,
    points: question.points,
    examOnly: question.examOnly,
    answers: question.answers.map((answer, index) => ({
      ...answer,
      key: index + 1,
      referenceTitle: answer.referenceTitle ?? '',
      referencePage: answer.referencePage ?? '',
    })),
    nextKey: question.answers.length + 1,
  });
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Turns the form into a request body; blank lines are skipped. */
export function draftOf(form: QuestionForm, version?: number) {
  return {
    chapterId: form.chapterId ?? 0,
    text: form.text.trim(),
    image: form.image,
    points: form.points ?? 0,
    examOnly: form.examOnly,
    answers: writtenAnswers(form).map((line) => ({
      text: line.text.trim(),
      image: line.image,
      isCorrect: line.isCorrect,
      referenceTitle: textOrNull(line.referenceTitle),
      referencePage: textOrNull(line.referencePage),
    })),
    ...(version === undefined ? {} : { version }),
  };
}

/** Whether two forms would save the same question. */
export const isSame = (one: QuestionForm, other: QuestionForm): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));

/** What prevents the form from being saved; answer indexes skip blank lines, as on the server. */
export function formProblems(form: QuestionForm): FieldProblem[] {
  return [
    ...(form.chapterId === null ? [problem('chapterId', 'validation.required')] : []),
    ...(form.points === null
      ? [problem('points', 'validation.required')]
      : form.points <= 0
        ? [problem('points', 'validation.nonZero')]
        : []),
    ...questionProblems({ text: form.text, answers: writtenAnswers(form) }),
  ];
}

export function changeLine(form: QuestionForm, key: number, change: Partial<AnswerLine>): QuestionForm {
  return {
    ...form,
    answers: form.answers.map((line) => (line.key === key ? { ...line, ...change } : line)),
  };
}

const lineOf = (form: QuestionForm, key: number) => form.answers.find((line) => line.key === key);
const isFull = (form: QuestionForm) => form.answers.length >= maxAnswers;

function inserted(form: QuestionForm, after: number, line: AnswerLine): QuestionForm {
  const index = form.answers.findIndex((other) => other.key === after) + 1;
  return {
    ...form,
    answers: [...form.answers.slice(0, index), line, ...form.answers.slice(index)],
    nextKey: Math.max(form.nextKey, line.key + 1),
  };
}

/** Moves to the next line of the group; adds one if the next is not blank or does not exist. */
export function nextLine(form: QuestionForm, key: number): Step {
  const line = lineOf(form, key);
  if (!line) return { form, focus: undefined };
  const group = linesOf(form, line.isCorrect);
  const next = group[group.findIndex((other) => other.key === key) + 1];
  if (next && isBlank(next)) return { form, focus: next.key };
  if (isFull(form)) return { form, focus: next?.key ?? key };
  return { form: inserted(form, key, blankLine(form.nextKey, line.isCorrect)), focus: form.nextKey };
}

/** Removes a line; each group always keeps one. */
export function removeLine(form: QuestionForm, key: number): Step {
  const line = lineOf(form, key);
  if (!line) return { form, focus: undefined };
  const group = linesOf(form, line.isCorrect);
  const index = group.findIndex((other) => other.key === key);
  const neighbour = group[index - 1] ?? group[index + 1];
  if (!neighbour) {
    const emptied = {
      ...form,
      answers: form.answers.map((o) => (o === line ? blankLine(key, o.isCorrect) : o)),
    };
    return { form: emptied, focus: key };
  }
  return {
    form: { ...form, answers: form.answers.filter((other) => other.key !== key) },
    focus: neighbour.key,
  };
}

/** Moves a line up or down within its group. */
export function moveLine(form: QuestionForm, key: number, step: -1 | 1): QuestionForm {
  const line = lineOf(form, key);
  if (!line) return form;
  const group = linesOf(form, line.isCorrect);
  const other = group[group.findIndex((one) => one.key === key) + step];
  if (!other) return form;
  return {
    ...form,
    answers: form.answers.map((one) => (one === line ? other : one === other ? line : one)),
  };
}

/** Toggles an answer between correct and false; it moves to the end of the written answers of its new group. */
export function turnLine(form: QuestionForm, key: number): QuestionForm {
  const line = lineOf(form, key);
  return line ? placeLine(form, key, !line.isCorrect, undefined) : form;
}

/** Moves a line into a group before another line, or after the written ones when no other is given. */
export function placeLine(
  form: QuestionForm,
  key: number,
  isCorrect: boolean,
  before: number | undefined,
): QuestionForm {
  const line = lineOf(form, key);
  if (!line || before === key) return form;
  const rest = form.answers.filter((other) => other.key !== key);
  const firstBlank = rest.find((other) => other.isCorrect === isCorrect && isBlank(other));
  const index = rest.findIndex((other) => other.key === (before ?? firstBlank?.key));
  const at = index === -1 ? rest.length : index;
  // It takes a blank line of its new group and leaves one in the old group.
  const moved = line.isCorrect !== isCorrect;
  const dropped = moved
    ? rest.findLast((other) => other.isCorrect === isCorrect && isBlank(other))
    : undefined;
  const answers = [...rest.slice(0, at), { ...line, isCorrect }, ...rest.slice(at)].filter(
    (other) => other !== dropped,
  );
  return moved ? withRoom({ ...form, answers }) : { ...form, answers };
}

/** Inserts a pasted list from a line on: fills blank lines first, then adds new ones. */
export function pasteLines(
  form: QuestionForm,
  key: number,
  pasted: readonly { readonly text: string; readonly isCorrect: boolean }[],
): Step & { readonly left: number } {
  let current = form;
  let focus: number | undefined = key;
  const last = new Map<boolean, number>();
  const start = lineOf(form, key);
  if (start && !isBlank(start)) last.set(start.isCorrect, key);
  let left = 0;
  for (const { text, isCorrect } of pasted) {
    const group = linesOf(current, isCorrect);
    const after = last.get(isCorrect);
    const behind =
      after === undefined ? group : group.slice(group.findIndex((line) => line.key === after) + 1);
    const own = start?.isCorrect === isCorrect && !last.has(isCorrect) ? lineOf(current, key) : undefined;
    const blank = own && isBlank(own) ? own : behind.find(isBlank);
    if (blank) {
      current = changeLine(current, blank.key, { text });
      focus = blank.key;
    } else if (isFull(current)) {
      left += 1;
      continue;
    } else {
      focus = current.nextKey;
      const line = { ...blankLine(focus, isCorrect), text };
      const anchor = after ?? group.at(-1)?.key;
      current =
        anchor === undefined
          ? { ...current, answers: [...current.answers, line], nextKey: focus + 1 }
          : inserted(current, anchor, line);
    }
    last.set(isCorrect, focus);
  }
  return { form: current, focus, left };
}
