import { expect, it } from 'vitest';
import { sittingOfCode } from './paper-code.ts';

it('[PRINT-1] reads the sitting from the code of a cover page and of an answer sheet', () => {
  for (const code of ['S123', 's123', '123', ' S123 ', 'S123-1', 's123-12'])
    expect(sittingOfCode(code)).toBe(123);
  for (const code of ['', 'T123', 'S0', 'S', 'S123-', 'S123-0', 'S123-1-1', 'S12345678901'])
    expect(sittingOfCode(code)).toBeUndefined();
});
