import { describe, expect, it, test } from 'vitest';
import { readReference, writeReference } from './reference-text.ts';

describe('bibliography references in feedback', () => {
  test.each([
    ['Tratat de fiziologie, p. 112', { title: 'Tratat de fiziologie', page: '112' }],
    ['Guyton, Hall, pag. 12-14', { title: 'Guyton, Hall', page: '12-14' }],
    ['Harper, pages IV', { title: 'Harper', page: 'IV' }],
    ['Ref.: Curs 3', { title: 'Curs 3' }],
    ['Bibliografie: Curs 3, p. 5', { title: 'Curs 3', page: '5' }],
    ['Source : Manuel, p. 7', { title: 'Manuel', page: '7' }],
  ])('%s', (text, expected) => expect(readReference(text)).toEqual(expected));

  test.each(['', 'Bravo!', 'Nu, pentru că 2 + 2 = 4', 'Corect, pagină bună', 'Ref.:'])(
    '%j is not a reference',
    (text) => expect(readReference(text)).toBeUndefined(),
  );

  it('a formatted reference parses back', () => {
    for (const reference of [{ title: 'Curs' }, { title: 'Curs, vol. 2', page: '3–4' }])
      expect(readReference(writeReference(reference))).toEqual(reference);
  });
});
