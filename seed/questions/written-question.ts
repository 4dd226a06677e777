import type { AnswerContent } from '#domain/question-bank/question-content.ts';

/** A demo question before it is in the bank. */
export type WrittenQuestion = {
  readonly chapter: { readonly code: string; readonly description: string };
  readonly text: string;
  /** The name of its image. */
  readonly drawing: string | undefined;
  readonly answers: readonly AnswerContent[];
};

/** "text {title; page}" is an answer with its reference. */
function answerOf(line: string, isCorrect: boolean): AnswerContent {
  const [, text = line, title, page] = /^(.*?)(?: \{(.+); (.+)\})?$/.exec(line) ?? [];
  return { text, image: null, isCorrect, referenceTitle: title ?? null, referencePage: page ?? null };
}

/** Parses the question files in this folder. */
export function readQuestions(source: string): WrittenQuestion[] {
  const questions: WrittenQuestion[] = [];
  let chapter = { code: '', description: '' };
  const change = (more: (last: WrittenQuestion) => Partial<WrittenQuestion>) => {
    const last = questions.pop();
    if (!last) throw new Error('an answer precedes its question');
    questions.push({ ...last, ...more(last) });
  };
  for (const line of source.split('\n').filter(Boolean)) {
    const [sign, rest] = [line.charAt(0), line.slice(2)];
    if (sign === '#') {
      const [code = '', description = ''] = rest.split(' | ');
      chapter = { code, description };
    } else if (sign === '?') questions.push({ chapter, text: rest, drawing: undefined, answers: [] });
    else if (sign === '@') change(() => ({ drawing: rest }));
    else if (sign === '+' || sign === '-')
      change(({ answers }) => ({ answers: [...answers, answerOf(rest, sign === '+')] }));
    else throw new Error(`a line of the demo begins with neither sign: ${line}`);
  }
  return questions;
}
