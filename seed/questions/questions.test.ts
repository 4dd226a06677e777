import { describe, expect, it, test } from 'vitest';
import { questionProblems } from '#domain/question-bank/question-draft.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { classTables } from './classes.ts';
import { drawings } from './drawings.ts';
import { microbiology } from './microbiology.ts';
import { pathophysiology } from './pathophysiology.ts';
import { pharmacology } from './pharmacology.ts';
import { recognitionQuestions } from './recognition.ts';
import { toxicology } from './toxicology.ts';
import { readQuestions } from './written-question.ts';

const written = [pharmacology, pathophysiology, microbiology, toxicology].flatMap(readQuestions);
const generated = classTables.flatMap(recognitionQuestions);

describe('the questions of the demo', () => {
  it('include at least sixty written ones and enough generated ones for volume', () => {
    expect(written.length).toBeGreaterThanOrEqual(60);
    expect(generated.length).toBeGreaterThanOrEqual(300);
  });

  test.each(
    [...written, ...generated].map(
      (question) => [`${question.chapter.code} ${question.text}`, question] as const,
    ),
  )('[QUES-1] %s has five correct and five false answers, each once', (_, question) =>
    expect(questionProblems(question)).toEqual([]),
  );

  it('use formatting only where intended', () => {
    for (const text of [...written, ...generated].flatMap(({ text, answers }) => [
      text,
      ...answers.map((one) => one.text),
    ]))
      expect(plainTextOf(text)).not.toMatch(/[*~^{}]/);
  });

  it('use only existing images, and use every image', () => {
    const shown = written.flatMap(({ drawing }) => drawing ?? []);
    expect(shown.sort()).toEqual(Object.keys(drawings).sort());
  });

  it('never mark a member of the class as false in a generated question', () => {
    for (const { classes } of classTables) {
      const members = Object.values(classes).flatMap((list) => list.split(', '));
      expect(new Set(members).size).toBe(members.length);
    }
  });
});
