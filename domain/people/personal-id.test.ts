import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isBornAfter, judgePersonalId } from './personal-id.ts';
import { personalIdProblems } from './personal-id-problems.ts';

describe('[STRUCT-5] a personal identifier of thirteen digits is checked as a CNP', () => {
  test.each([
    '1630615123457',
    '1791219479952',
    '2520619474609',
    '4010228349590',
    '3970908055828',
    '2331214442371',
    '1480809214609',
    '1960911123653',
    '8001005376996',
    '6140101070075',
    '5160620302638',
    '2890905230065',
  ])('[STRUCT-5] %s is a CNP', (cnp) => {
    expect(judgePersonalId(cnp)).toBe('cnp');
  });

  test.each([
    ['1630615123458', 'checksum'],
    ['1960911123655', 'checksum'],
    ['1632215123457', 'date'],
    // The checksum is right, the 22nd month is not.
    ['2222222222225', 'date'],
    // No century begins with 0.
    ['0800101221142', 'date'],
  ] as const)('[STRUCT-5] %s is refused for its %s', (cnp, verdict) => {
    expect(judgePersonalId(cnp)).toBe(verdict);
  });

  // Sources disagree about abolished sectors, first digit 9 and county codes; only checksum and date decide.
  test.each(['1791220479953', '9961211302613', '1630615993454'])('[STRUCT-5] %s is accepted', (cnp) => {
    expect(judgePersonalId(cnp)).toBe('cnp');
  });

  it('[STRUCT-5] 29 February requires a leap year in a century that its first digit allows', () => {
    const leapDay = (first: string, year: string) =>
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].some(
        (last) => judgePersonalId(`${first}${year}022912345${last}`) === 'cnp',
      );
    expect(leapDay('5', '00')).toBe(true);
    expect(leapDay('1', '00')).toBe(false);
    expect(leapDay('7', '00')).toBe(true);
  });

  it('[STRUCT-5] always detects one wrong last digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('1630615123457', '6140101070075'),
        fc.integer({ min: 0, max: 9 }),
        (cnp, last) => {
          const changed = `${cnp.slice(0, 12)}${last}`;
          expect(judgePersonalId(changed)).toBe(changed === cnp ? 'cnp' : 'checksum');
        },
      ),
    );
  });
});

describe('[STRUCT-5] other identifiers', () => {
  test.each(['397090805582I', 'AB123456', '123456', 'X'.repeat(20)])(
    '[STRUCT-5] %s is a foreign identifier',
    (id) => {
      expect(judgePersonalId(id)).toBe('other');
    },
  );
  test.each(['', '123', '12345', 'X'.repeat(21), '1630 615123457', 'ăâîșț1'])(
    '[STRUCT-5] "%s" is invalid',
    (id) => {
      expect(judgePersonalId(id)).toBe('malformed');
    },
  );
});

describe('[STRUCT-5] a CNP with a birth date in the future', () => {
  test.each([
    ['6140101070075', '2013-12-31', true],
    ['6140101070075', '2014-01-01', false],
    // The first digit of a resident leaves the century open.
    ['8001005376996', '1999-01-01', false],
    // Other identifiers have no birth date.
    ['AB123456', '1800-01-01', false],
  ] as const)('[STRUCT-5] %s on %s: %s', (id, today, expected) => {
    expect(isBornAfter(id, today)).toBe(expected);
    const problems = expected ? [{ path: 'cnp', error: 'validation.cnpFuture', params: {} }] : [];
    expect(personalIdProblems(id, 'cnp', today)).toEqual(problems);
  });
});
