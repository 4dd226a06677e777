import { expect, it } from 'vitest';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { withoutImages } from './lost-images.ts';

const answer = (text: string, image: string | null, isCorrect: boolean) => ({
  text,
  image,
  isCorrect,
  referenceTitle: null,
  referencePage: null,
});
const question = (...answers: QuestionContent['answers']): QuestionContent => ({
  text: 'Care este?',
  image: 'q',
  points: 10,
  answers,
});
const without = (content: QuestionContent, ...lost: readonly string[]) =>
  withoutImages(content, new Set(lost), (text) => text.startsWith('Image '));

it('[IMP-2] a question goes on without an image that its texts do not need', () => {
  const content = question(answer('da', 'a', true), answer('nu', 'b', false));
  expect(without(content, 'q', 'a')).toEqual({
    content: { ...content, image: null, answers: [answer('da', null, true), answer('nu', 'b', false)] },
    needed: [],
  });
});

it('[IMP-2] an image is needed by a text that only stands for it, and by an answer that repeats another without it', () => {
  const named = question(answer('Image 1', 'a', true), answer('Image 2', 'b', false));
  expect(without(named, 'b', 'q').needed).toEqual(['b']);
  expect(without({ ...named, text: 'Image 1' }, 'q').needed).toEqual(['q']);
  const alike = question(answer('aceasta', 'a', true), answer('aceasta', 'b', false));
  expect(without(alike, 'a').needed).toEqual([]);
  expect(without(alike, 'a', 'b').needed).toEqual(['a', 'b']);
});
