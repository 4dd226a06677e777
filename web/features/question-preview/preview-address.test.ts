import { describe, expect, it } from 'vitest';
import { nextSeed, previewAddress, requestedPreview, type ShownPreview } from './preview-address.ts';

describe('[QUES-7] the address of a preview', () => {
  it('[QUES-7] a question with the given kind and seed', () => {
    const requested = requestedPreview({ questionId: '12', kind: 'simple', seed: '7' });
    expect(requested).toEqual({ of: 'question', questionId: 12, kind: 'simple', seed: '7' });
    expect(previewAddress(requested as ShownPreview)).toBe(
      '/questionPreview?questionId=12&kind=simple&seed=7',
    );
  });

  it('[QUES-7] a whole sample exam; the same address shows the same one', () => {
    expect(requestedPreview({ disciplineId: '3' })).toEqual({ of: 'paper', disciplineId: 3, seed: '1' });
    expect(requestedPreview({ disciplineId: '3', seed: 'martie' })).toMatchObject({ seed: 'martie' });
  });

  it('[QUES-7] an invalid address requests nothing', () => {
    for (const questionId of ['0', '-1', 'x', '99999999999']) {
      expect(requestedPreview({ questionId })).toEqual({ of: 'nothing' });
    }
  });

  it('[QUES-7] another draw has another seed', () => {
    expect([nextSeed('1'), nextSeed('41'), nextSeed('martie')]).toEqual(['2', '42', '1']);
  });
});
