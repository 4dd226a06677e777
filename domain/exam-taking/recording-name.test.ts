import { expect, it } from 'vitest';
import { nameOfPart, partOfName } from './recording-name.ts';

it('[REC-4] names the first part after the sitting and numbers the next ones', () => {
  expect([1, 2, 11].map((part) => nameOfPart({ groupId: 12, part }))).toEqual([
    '12.json',
    '12.2.json',
    '12.11.json',
  ]);
});

it('[REC-1] parses a file name, gzipped or not', () => {
  expect(partOfName('12.json')).toEqual({ groupId: 12, part: 1 });
  expect(partOfName('12.3.json')).toEqual({ groupId: 12, part: 3 });
  expect(partOfName('12.json.gz')).toEqual({ groupId: 12, part: 1 });
});

it.each([
  '',
  'x.json',
  '0.json',
  '12.0.json',
  '12',
  '../12.json',
  '12.json.exe',
  '99999999999.json',
  '3000000000.json',
])('[SAFE-10] rejects %s as the name of a recording', (name) => {
  expect(partOfName(name)).toBeUndefined();
});
