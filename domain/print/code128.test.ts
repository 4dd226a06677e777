import { describe, expect, it } from 'vitest';
import { code128Values, code128Widths } from './code128.ts';

describe('[PRINT-1] the machine-readable code of a paper', () => {
  it('[PRINT-1] has the check symbol of Code 128', () => {
    // The example of the standard's description, in code set B: check symbol 55.
    expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
  });

  it('[PRINT-1] is made of different symbols of eleven modules with an even number in bars', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const symbols = printable.map((character) => code128Widths(character).slice(6, 12));
    expect(new Set(symbols.map((widths) => widths.join(''))).size).toBe(95);
    for (const [one = 0, space = 0, two = 0, gap = 0, three = 0, last = 0] of symbols) {
      expect(one + space + two + gap + three + last).toBe(11);
      expect((one + two + three) % 2).toBe(0);
    }
  });

  it('[PRINT-1] begins with a bar and ends with the stop symbol', () => {
    const widths = code128Widths('S1');
    expect(widths.length).toBe(6 * 4 + 7);
    expect(widths.slice(0, 6)).toEqual([2, 1, 1, 2, 1, 4]);
    expect(widths.slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2]);
  });

  it('[PRINT-1] refuses characters that the code set lacks', () => {
    expect(() => code128Values('ș')).toThrow('printable ASCII');
  });
});
