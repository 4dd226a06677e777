import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Mark, plainTextOf } from '#domain/question-bank/rich-text.ts';
import { type RichRun, runsOfText, textOfRuns } from './rich-runs.ts';

const word = (text: string, ...marks: Mark[]): RichRun => ({ text, marks });

describe('converts runs of other formats to our markup', () => {
  test.each<[string, RichRun[], string]>([
    ['marks', [word('H'), word('2', 'sub'), word('O')], 'H~2~O'],
    ['spaces at the edge of a mark', [word('a'), word(' b ', 'bold'), word('c')], 'a **b** c'],
    ['neighbours with the same mark', [word('a', 'bold'), word(' b', 'bold')], '**a b**'],
    ['marks inside marks', [word('a', 'bold'), word(' '), word('b', 'bold', 'italic')], '**a *b***'],
    ['spaces in a subscript', [word('a b', 'sub')], '~a~ ~b~'],
    ['marks over several lines', [word('a', 'bold'), 'newLine', word('b', 'bold')], '**a**\n**b**'],
    ['signs that would be read as marks', [word('*a* x~2~')], '\\*a\\* x\\~2\\~'],
    ['signs that would not', [word('10^3, ~37 °C, C:\\temp')], '10^3, ~37 °C, C:\\temp'],
    ['marks our signs cannot say', [word('a', 'bold'), word('b', 'italic')], '**a**b'],
    [
      'the indentation of lines after the first',
      [word('\u00a0\u00a0a'), 'newLine', word('\u00a0\u00a0 b'), 'newLine', word('\u00a0c')],
      'a\n\u00a0\u00a0b\nc',
    ],
    [
      'empty blocks',
      ['newBlock', word('a'), 'newBlock', word(' '), 'newBlock', word('b'), 'newBlock'],
      'a\nb',
    ],
    ['many empty lines', [word('a'), 'newLine', 'newLine', 'newLine', 'newLine', word('b')], 'a\n\nb'],
  ])('%s', (_what, runs, expected) => expect(textOfRuns(runs)).toBe(expected));

  const runs = fc.array(
    fc.oneof(
      fc.record({
        text: fc.string({
          unit: fc.constantFrom('a', ' ', '\u00a0', '*', '~', '^', '\\', 'ș', '\n'),
          maxLength: 6,
        }),
        marks: fc.uniqueArray(fc.constantFrom<Mark>('bold', 'italic', 'sub', 'sup')),
      }),
      fc.constantFrom<RichRun>('newLine', 'newBlock'),
    ),
    { maxLength: 8 },
  );

  it('loses no letter, whatever the marks', () => {
    fc.assert(
      fc.property(runs, (any) => {
        const letters = any.map((run) => (typeof run === 'string' ? '' : run.text)).join('');
        const written = plainTextOf(textOfRuns(any));
        expect(written.replace(/\s/g, '')).toBe(letters.replace(/\s/g, ''));
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(runs, (any) => {
        const once = textOfRuns(any);
        expect(textOfRuns(runsOfText(once))).toBe(once);
      }),
    );
  });
});
