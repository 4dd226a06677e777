import { expect, it } from 'vitest';
import { type ExamContext, examQuestion, examQuestionText, writeContent } from './serving.ts';

const context: ExamContext = { groupId: 7, examIndex: 2, questions: 40, remaining: 59 };
const content = {
  text: 'Ce e „ș”?\n"Rând" \\ nou \u2028',
  image: 'a.webp',
  points: 2.5,
  answers: [
    { text: 'unu "1"', image: null },
    { text: 'doi', image: 'b.webp' },
    { text: '', image: null },
  ],
};

it.each([
  { position: 3, versionId: 9, kind: 'm', answerOrder: [2, 0, 1], ticks: 5, seq: 8, marks: 0 },
  { position: 40, versionId: 9, kind: 's', answerOrder: [1], ticks: 0, seq: 0, marks: 1 },
] as const)('[EXAM-5] question $position put together as text is the question', (stored) => {
  const text = examQuestionText(12, stored, writeContent(content), context);
  expect(JSON.parse(text)).toEqual(examQuestion(12, stored, content, context));
});
