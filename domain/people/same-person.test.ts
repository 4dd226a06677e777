import { expect, test } from 'vitest';
import { areTwoPeople } from './same-person.ts';

test.each([
  ['two different CNPs', '6020304123450', '6140101070075', true],
  ['the same CNP', '6140101070075', '6140101070075', false],
  ['a CNP and a passport, which one person can have', '6140101070075', 'FR123456', false],
  ['two passports, since they are renewed', 'FR123456', 'FR654321', false],
])('[STRUCT-5] %s: %s and %s', (_, left, right, expected) => {
  expect(areTwoPeople(left, right)).toBe(expected);
});
