import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ana Pop', 'AP'],
  ['Prof. univ. dr. Ștefan Țurcanu', 'ȘȚ'],
  ['Dr. Ana-Maria Pop', 'AP'],
  ['Ș.l. dr. habil. Ioana Élise Œuvre', 'IŒ'],
  ['Conf.dr. Ion Luca', 'IL'],
  ['Dr.Ana Pop', 'AP'],
  ['Ana M. Pop', 'AP'],
  ['Dr. Ana', 'A'],
  ['Dr.', 'D'],
  ['ana.pop@exam.test', 'AT'],
  ['', ''],
])('[SHELL-4] the initials of "%s" are %s, without titles', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
