import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ComparedAnswer,
  type ComparedVersion,
  compareTexts,
  compareVersions,
  type DiffPart,
  isUnchanged,
} from './version-diff.ts';

/** As a proof-reader writes it: [-struck out-] {+put in+}. */
const written = (parts: readonly DiffPart[] | undefined) =>
  (parts ?? [])
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

const answer = (text: string, isCorrect = true, more: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  text,
  isCorrect,
  image: null,
  referenceTitle: null,
  referencePage: null,
  ...more,
});
const version = (more: Partial<ComparedVersion> = {}): ComparedVersion => ({
  text: 'Care dintre următoarele sunt antiinflamatoare?',
  image: null,
  points: 10,
  answers: [answer('Aspirina'), answer('Ibuprofenul'), answer('Diazepamul', false)],
  ...more,
});

describe('[QUES-6] what changed in a text, word by word', () => {
  it('[QUES-6] only the changed words are told', () => {
    expect(written(compareTexts('Aspirina scade febra.', 'Aspirina crește febra!'))).toBe(
      'Aspirina [-scade-]{+crește+} febra[-.-]{+!+}',
    );
  });

  it('[QUES-6] a rewritten sentence is one sentence out and one in', () => {
    expect(written(compareTexts('la prima vedere', 'cu totul altfel'))).toBe(
      '[-la prima vedere-]{+cu totul altfel+}',
    );
  });

  it('[QUES-6] formatting alone is a change, and is kept', () => {
    const parts = compareTexts('H2O curat', 'H~2~O curat');
    expect(written(parts)).toBe('[-H2O-]{+H+}{+2+}{+O+} curat');
    expect(parts.find((part) => part.text === '2')?.marks).toEqual(['sub']);
  });

  it('[QUES-6] the same text has no changes', () => {
    expect(compareTexts('**Atenție**: x^2^', '**Atenție**: x^2^').every((part) => part.kind === 'same')).toBe(
      true,
    );
  });

  it('[QUES-6] both texts can be read out of the comparison', () => {
    const words = fc.array(fc.constantFrom('și', 'nu', 'inima', 'bate', 'des', ','), { maxLength: 14 });
    const sentence = words.map((list) => list.join(' '));
    fc.assert(
      fc.property(sentence, sentence, (before, after) => {
        const parts = compareTexts(before, after);
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });

  it('[QUES-6] two long texts without a common word are told whole', () => {
    const long = (word: string) => Array.from({ length: 4000 }, () => word).join(' ');
    expect(compareTexts(long('a'), long('b')).map((part) => part.kind)).toEqual(['removed', 'added']);
  });
});

describe('[QUES-6] what changed between two versions', () => {
  it('[QUES-6] the same version is unchanged', () => {
    expect(isUnchanged(compareVersions(version(), version()))).toBe(true);
  });

  it('[QUES-6] text, image and points are told with both sides', () => {
    const difference = compareVersions(
      version(),
      version({ text: 'Care dintre următoarele sunt analgezice?', image: 'new', points: 5 }),
    );
    expect(written(difference.text)).toBe('Care dintre următoarele sunt [-antiinflamatoare-]{+analgezice+}?');
    expect(difference.image).toBe('added');
    expect(difference.points).toEqual({ before: 10, after: 5 });
    expect(difference.answers).toEqual([]);
    expect(isUnchanged(difference)).toBe(false);
  });

  it('[QUES-6] a changed key is told, even where the wording stayed', () => {
    const answers = [answer('Aspirina'), answer('Ibuprofenul'), answer('Diazepamul', true)];
    const [change, ...others] = compareVersions(version(), version({ answers })).answers;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ type: 'changed', key: true, answer: { text: 'Diazepamul' } });
  });

  it('[QUES-6] a reworded answer is one change, a different one is an answer out and one in', () => {
    const before = version({ answers: [answer('Scade tensiunea arterială'), answer('Tuse seacă')] });
    const after = version({ answers: [answer('Crește tensiunea arterială'), answer('Edem')] });
    const { answers } = compareVersions(before, after);
    expect(answers.map((change) => [change.type, change.answer.text])).toEqual([
      ['changed', 'Crește tensiunea arterială'],
      ['added', 'Edem'],
      ['removed', 'Tuse seacă'],
    ]);
    const [reworded] = answers;
    expect(reworded?.type === 'changed' && written(reworded.text)).toBe(
      '[-Scade-]{+Crește+} tensiunea arterială',
    );
  });

  it('[QUES-6] a removed answer, its image and its place in the bibliography are told', () => {
    const before = version({ answers: [answer('A', true, { image: 'x', referenceTitle: 'Guyton' })] });
    const after = version({
      answers: [answer('A', true, { image: 'y', referenceTitle: 'Guyton', referencePage: '12' })],
    });
    expect(compareVersions(before, after).answers).toMatchObject([
      {
        type: 'changed',
        key: false,
        image: 'replaced',
        reference: { before: 'Guyton', after: 'Guyton, 12' },
      },
    ]);
    expect(compareVersions(before, version({ answers: [] })).answers).toMatchObject([{ type: 'removed' }]);
  });

  it('[QUES-6] a new order of the same answers is told as that alone', () => {
    const [first, second, third] = version().answers as [ComparedAnswer, ComparedAnswer, ComparedAnswer];
    const difference = compareVersions(version(), version({ answers: [second, first, third] }));
    expect(difference).toMatchObject({ answers: [], reordered: true });
    const removedOnly = compareVersions(version(), version({ answers: [second, third] }));
    expect(removedOnly.reordered).toBe(false);
  });
});
