import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPastedAnswers, sortPastedAnswers } from './pasted-answers.ts';

const texts = (pasted: string) => readPastedAnswers(pasted).map((answer) => answer.text);
const correct = (pasted: string) =>
  readPastedAnswers(pasted)
    .filter((answer) => answer.mark === 'correct')
    .map((answer) => answer.text);

describe('[QUES-1] a pasted list of answers', () => {
  test.each([
    ['numbers', '1. Aspirina\n2. Ibuprofenul'],
    ['numbers with a bracket and a tab', '1)\tAspirina\n2)\tIbuprofenul'],
    ['numbers in brackets', '(1) Aspirina\n(2) Ibuprofenul'],
    ['letters', 'a) Aspirina\nb) Ibuprofenul'],
    ['capital letters', 'A. Aspirina\r\nB. Ibuprofenul'],
    ['letters that do not begin at a', 'c) Aspirina\nd) Ibuprofenul'],
    ['bullets', '• Aspirina\n• Ibuprofenul'],
    ['bullets of a word processor', '\uf0b7\tAspirina\n\uf0b7\tIbuprofenul'],
    ['second-level bullets', 'o\tAspirina\no\tIbuprofenul'],
    ['dashes', '- Aspirina\n– Ibuprofenul'],
    ['stars before every line, which are bullets', '* Aspirina\n* Ibuprofenul'],
    ['nothing but lines, with empty ones between', '\n Aspirina \n\n\u00a0Ibuprofenul\n'],
    ['bullets and numbers', '- 1. Aspirina\n- 2. Ibuprofenul'],
  ])('[QUES-1] is parsed without its %s', (_, pasted) => {
    expect(readPastedAnswers(pasted)).toEqual([
      { text: 'Aspirina', mark: undefined },
      { text: 'Ibuprofenul', mark: undefined },
    ]);
  });

  test.each([
    ['abbreviations that look like letters', 'a. carotidă internă\nv. jugulară internă'],
    ['amounts', '0.9 % NaCl\n5 mg/kg'],
    ['numbers that do not count on', '2. molar\n4. premolar'],
    ['negative values', '-5 °C\n-18 °C'],
    ['charges', 'Na+\nCa2+'],
    ['positive values', '+5 mV\n-70 mV'],
    ['italic words', '*in vivo* și\n*in vitro*'],
    ['bold words', '**numai** dimineața\nseara'],
  ])('[QUES-1] keeps %s', (_, pasted) => {
    expect(texts(pasted)).toEqual(pasted.split('\n'));
    expect(correct(pasted)).toEqual([]);
  });

  test.each([
    ['a star before it', '*Aspirina\nParacetamolul'],
    ['a star and a space before it', '* Aspirina\nParacetamolul'],
    ['a star after it', 'Aspirina*\nParacetamolul'],
    ['a star after its letter', 'a) *Aspirina\nb) Paracetamolul'],
    ['a star before its letter', '*a) Aspirina\nb) Paracetamolul'],
    ['a plus where the others have a minus', '+ Aspirina\n- Paracetamolul'],
    ['a tick', '✓ Aspirina\nParacetamolul'],
    ['the word in Romanian', 'Aspirina (corect)\nParacetamolul'],
    ['the word in capitals', 'Aspirina (CORECT)\nParacetamolul (FALS)'],
    ['the feminine word', 'Aspirina (corectă)\nParacetamolul (greșită)'],
    ['the word in English', 'Aspirina (correct)\nParacetamolul (wrong)'],
    ['the word in French', 'Aspirina (vrai)\nParacetamolul (faux)'],
    ['an escaped star', '\\*Aspirina\nParacetamolul'],
  ])('[QUES-1] reads an answer with %s as correct', (_, pasted) => {
    expect(texts(pasted)).toEqual(['Aspirina', 'Paracetamolul']);
    expect(correct(pasted)).toEqual(['Aspirina']);
  });

  it('[QUES-1] marks decide, whichever group the list is pasted into', () => {
    const answers = readPastedAnswers('* A\nB\nC (fals)');
    for (const amongCorrect of [true, false]) {
      expect(sortPastedAnswers(answers, amongCorrect).map((answer) => answer.isCorrect)).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it('[QUES-1] without marks all answers belong to the group they are pasted into', () => {
    const answers = readPastedAnswers('1. A\n2. B');
    expect(sortPastedAnswers(answers, true).every((answer) => answer.isCorrect)).toBe(true);
    expect(sortPastedAnswers(answers, false).some((answer) => answer.isCorrect)).toBe(false);
  });

  it('[QUES-1] with only false marks the others stay in the group they are pasted into', () => {
    const sorted = sortPastedAnswers(readPastedAnswers('A\nB (fals)'), true);
    expect(sorted).toEqual([
      { text: 'A', isCorrect: true },
      { text: 'B', isCorrect: false },
    ]);
  });

  it('[QUES-1] never loses a line of text', () => {
    const word = fc.stringMatching(/^[b-np-z]{2,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const numbered = words.map((text, at) => `${at + 1}. ${text}`).join('\n');
        expect(texts(numbered)).toEqual(words);
        expect(texts(words.join('\r\n\r\n'))).toEqual(words);
      }),
    );
  });
});
