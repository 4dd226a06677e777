import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/questions.ts';
import {
  draftOf,
  emptyForm,
  formOf,
  formProblems,
  isSame,
  linesOf,
  moveLine,
  nextLine,
  pasteLines,
  placeLine,
  type QuestionForm,
  removeLine,
  turnLine,
} from './question-form.ts';

const question: Question = {
  id: 7,
  chapterId: 3,
  chapterDescription: 'AINS',
  pkDiscipline: 2,
  disciplineDescription: 'Farmacologie',
  text: 'Care?',
  image: null,
  points: 10,
  examOnly: false,
  incomplete: false,
  version: 4,
  mayEdit: true,
  answers: [true, false, true, false, true, false, true, false, true, false].map((isCorrect, index) => ({
    text: `${isCorrect ? 'c' : 'f'}${index}`,
    image: null,
    isCorrect,
    referenceTitle: null,
    referencePage: null,
  })),
};

const filled = () => formOf(question);
const texts = (form: QuestionForm, isCorrect: boolean) => linesOf(form, isCorrect).map((line) => line.text);
const keyOf = (form: QuestionForm, text: string) => form.answers.find((line) => line.text === text)?.key ?? 0;

describe('[QUES-1] the form of a question', () => {
  it('[QUES-1] starts with five correct and five false blank lines and 10 points', () => {
    const form = emptyForm(null, null);
    expect([linesOf(form, true).length, linesOf(form, false).length, form.points]).toEqual([5, 5, 10]);
  });

  it('[QUES-1] sends a stored question back unchanged, in its own order', () => {
    expect(draftOf(filled(), 4)).toEqual({
      chapterId: 3,
      text: 'Care?',
      image: null,
      points: 10,
      examOnly: false,
      answers: question.answers,
      version: 4,
    });
    expect(isSame(filled(), filled())).toBe(true);
  });

  it('[QUES-1] skips blank lines; an image without a description is a problem', () => {
    const form = filled();
    const more = nextLine(form, form.answers.at(-1)?.key ?? 0);
    expect(formProblems(more.form)).toEqual([]);
    expect(draftOf(more.form).answers).toHaveLength(10);
    const withImage = {
      ...more.form,
      answers: more.form.answers.map((line) => (line.key === more.focus ? { ...line, image: 'x' } : line)),
    };
    expect(formProblems(withImage)).toEqual([
      { path: 'answers.10.text', error: 'validation.required', params: {} },
    ]);
  });

  it('[QUES-2] requires a chapter', () => {
    expect(formProblems({ ...filled(), chapterId: null })).toMatchObject([{ path: 'chapterId' }]);
  });

  it('[QUES-1] requires points above zero', () => {
    expect(formProblems({ ...filled(), points: null })).toMatchObject([{ error: 'validation.required' }]);
    expect(formProblems({ ...filled(), points: 0 })).toMatchObject([{ error: 'validation.nonZero' }]);
  });

  it('[QUES-1] the next line is the blank one below, or a new one', () => {
    const empty = emptyForm(1, 1);
    const [first, second] = linesOf(empty, true);
    expect(nextLine(empty, first?.key ?? 0)).toEqual({ form: empty, focus: second?.key });
    const full = filled();
    const { form, focus } = nextLine(full, keyOf(full, 'c0'));
    expect(texts(form, true)).toEqual(['c0', '', 'c2', 'c4', 'c6', 'c8']);
    expect(form.answers.find((line) => line.key === focus)?.text).toBe('');
  });

  it('[QUES-1] never exceeds thirty answers', () => {
    let form = filled();
    for (let more = 0; more < 40; more += 1)
      form = pasteLines(form, keyOf(form, 'c8'), [{ text: `neu ${more}`, isCorrect: true }]).form;
    expect(form.answers).toHaveLength(30);
    const { left } = pasteLines(form, keyOf(form, 'c8'), [{ text: 'zu viel', isCorrect: true }]);
    expect(left).toBe(1);
  });

  it('[QUES-1] removing a line moves the cursor to the line above; the last line stays', () => {
    const form = filled();
    const removed = removeLine(form, keyOf(form, 'c2'));
    expect(texts(removed.form, true)).toEqual(['c0', 'c4', 'c6', 'c8']);
    expect(removed.focus).toBe(keyOf(form, 'c0'));
    let current = removed.form;
    for (const text of ['c0', 'c4', 'c6', 'c8']) current = removeLine(current, keyOf(current, text)).form;
    expect(texts(current, true)).toEqual(['']);
  });

  it('[QUES-1] moves lines only within their group', () => {
    const form = filled();
    expect(texts(moveLine(form, keyOf(form, 'c2'), -1), true)).toEqual(['c2', 'c0', 'c4', 'c6', 'c8']);
    expect(texts(moveLine(form, keyOf(form, 'c2'), 1), true)).toEqual(['c0', 'c4', 'c2', 'c6', 'c8']);
    expect(moveLine(form, keyOf(form, 'c0'), -1)).toEqual(form);
    expect(texts(moveLine(form, keyOf(form, 'c2'), -1), false)).toEqual(texts(form, false));
  });

  it('[QUES-1] a toggled answer joins the written ones of the other group', () => {
    const form = filled();
    const turned = turnLine(form, keyOf(form, 'c2'));
    expect(texts(turned, true)).toEqual(['c0', 'c4', 'c6', 'c8', '']);
    expect(texts(turned, false)).toEqual(['f1', 'f3', 'f5', 'f7', 'f9', 'c2']);
    expect(linesOf(turned, false).at(-1)?.key).toBe(keyOf(form, 'c2'));
  });

  it('[QUES-1] an answer toggled in a fresh form takes a blank line and leaves one', () => {
    const fresh = emptyForm(1, 1);
    const written = pasteLines(fresh, linesOf(fresh, true)[0]?.key ?? 0, [{ text: 'x', isCorrect: true }]);
    const turned = turnLine(written.form, keyOf(written.form, 'x'));
    expect(texts(turned, false)).toEqual(['x', '', '', '', '']);
    expect(texts(turned, true)).toEqual(['', '', '', '', '']);
  });

  it('[QUES-1] a dragged answer lands before the one it is dropped on, in that group', () => {
    const form = filled();
    const placed = placeLine(form, keyOf(form, 'c8'), true, keyOf(form, 'c2'));
    expect(texts(placed, true)).toEqual(['c0', 'c8', 'c2', 'c4', 'c6']);
    const across = placeLine(form, keyOf(form, 'c8'), false, keyOf(form, 'f3'));
    expect(texts(across, false)).toEqual(['f1', 'c8', 'f3', 'f5', 'f7', 'f9']);
  });

  it('[QUES-1] ten pasted lines become ten answers, whichever lines were blank', () => {
    const form = emptyForm(1, 1);
    const ten = Array.from({ length: 10 }, (_, at) => ({ text: `r${at}`, isCorrect: at % 2 === 0 }));
    const pasted = pasteLines(form, linesOf(form, true)[0]?.key ?? 0, ten);
    expect(texts(pasted.form, true)).toEqual(['r0', 'r2', 'r4', 'r6', 'r8']);
    expect(texts(pasted.form, false)).toEqual(['r1', 'r3', 'r5', 'r7', 'r9']);
    expect(pasted.left).toBe(0);
  });

  it('[QUES-1] pasting below a written answer keeps the order', () => {
    const form = filled();
    const pasted = pasteLines(form, keyOf(form, 'c2'), [
      { text: 'x', isCorrect: true },
      { text: 'y', isCorrect: true },
    ]);
    expect(texts(pasted.form, true)).toEqual(['c0', 'c2', 'x', 'y', 'c4', 'c6', 'c8']);
  });

  it('[QUES-1] no sequence of moves and toggles loses, duplicates or renames an answer', () => {
    const deed = fc.record({
      index: fc.nat(9),
      type: fc.constantFrom('up', 'down', 'turn', 'drop'),
      to: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
        let form = filled();
        for (const { index, type, to } of deeds) {
          const key = index + 1;
          if (type === 'up') form = moveLine(form, key, -1);
          else if (type === 'down') form = moveLine(form, key, 1);
          else if (type === 'turn') form = turnLine(form, key);
          else form = placeLine(form, key, to % 2 === 0, to + 1);
        }
        const written = form.answers.filter((line) => line.text !== '');
        expect(written.map((line) => line.text).sort()).toEqual(question.answers.map((a) => a.text).sort());
        expect(new Set(form.answers.map((line) => line.key)).size).toBe(form.answers.length);
      }),
    );
  });
});
