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

/** A diff in proof-reading notation: [-deleted-] {+inserted+}. */
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

describe('[QUES-6] the word diff of a text', () => {
  it('[QUES-6] reports only the changed words', () => {
    expect(written(compareTexts('Aspirina scade febra.', 'Aspirina crește febra!'))).toBe(
      'Aspirina [-scade-]{+crește+} febra[-.-]{+!+}',
    );
  });

  it('[QUES-6] reports a rewritten sentence as one deletion and one insertion', () => {
    expect(written(compareTexts('la prima vedere', 'cu totul altfel'))).toBe(
      '[-la prima vedere-]{+cu totul altfel+}',
    );
  });

  it('[QUES-6] reports a change of formatting alone, and keeps it', () => {
    const parts = compareTexts('H2O curat', 'H~2~O curat');
    expect(written(parts)).toBe('[-H2O-]{+H+}{+2+}{+O+} curat');
    expect(parts.find((part) => part.text === '2')?.marks).toEqual(['sub']);
  });

  it('[QUES-6] reports no changes for the same text', () => {
    expect(compareTexts('**Atenție**: x^2^', '**Atenție**: x^2^').every((part) => part.kind === 'same')).toBe(
      true,
    );
  });

  it('[QUES-6] contains both texts', () => {
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

  it('[QUES-6] reports two long texts without a common word as a whole', () => {
    const long = (word: string) => Array.from({ length: 4000 }, () => word).join(' ');
    expect(compareTexts(long('a'), long('b')).map((part) => part.kind)).toEqual(['removed', 'added']);
  });
});

describe('[QUES-6] the diff of two versions', () => {
  it('[QUES-6] is empty for the same version', () => {
    expect(isUnchanged(compareVersions(version(), version()))).toBe(true);
  });

  it('[QUES-6] reports text, image and points with both sides', () => {
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

  it('[QUES-6] reports a changed key even if the wording is unchanged', () => {
    const answers = [answer('Aspirina'), answer('Ibuprofenul'), answer('Diazepamul', true)];
    const [change, ...others] = compareVersions(version(), version({ answers })).answers;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ type: 'changed', key: true, answer: { text: 'Diazepamul' } });
  });

  it('[QUES-6] reports a reworded answer as one change, a different one as a deletion and an insertion', () => {
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

  it('[QUES-6] reports a removed answer, its image and its bibliography reference', () => {
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

  it('[QUES-6] reports a new order of the same answers as only that', () => {
    const [first, second, third] = version().answers as [ComparedAnswer, ComparedAnswer, ComparedAnswer];
    const difference = compareVersions(version(), version({ answers: [second, first, third] }));
    expect(difference).toMatchObject({ answers: [], reordered: true });
    const removedOnly = compareVersions(version(), version({ answers: [second, third] }));
    expect(removedOnly.reordered).toBe(false);
  });
});
