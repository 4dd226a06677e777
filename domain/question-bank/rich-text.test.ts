import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { plainTextOf, type RichText, readRichText, writeRichText } from './rich-text.ts';

/** Prints nodes in a readable notation. */
const shown = (nodes: RichText): string =>
  nodes
    .map((node) =>
      node.type === 'text'
        ? node.text
        : node.type === 'break'
          ? '⏎'
          : `<${node.type}>${shown(node.content)}</${node.type}>`,
    )
    .join('');

describe('formatting in questions and answers', () => {
  test.each([
    ['H~2~SO~4~', 'H<sub>2</sub>SO<sub>4</sub>'],
    ['Ca^2+^ și Na^+^', 'Ca<sup>2+</sup> și Na<sup>+</sup>'],
    ['**Nu** este *Staphylococcus aureus*', '<bold>Nu</bold> este <italic>Staphylococcus aureus</italic>'],
    ['**foarte *important***', '<bold>foarte <italic>important</italic></bold>'],
    ['α-amilaza, β~2~', 'α-amilaza, β<sub>2</sub>'],
    ['două\nrânduri', 'două⏎rânduri'],
  ])('parses %j as %s', (text, expected) => expect(shown(readRichText(text))).toBe(expected));

  test.each([
    'temperatura ~37 °C sau ~38 °C',
    '10^3 UFC/ml',
    '5 * 3 * 2',
    'a ** b',
    '***',
    '~ ~',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'C:\\temp',
  ])('leaves %j unchanged', (text) => expect(shown(readRichText(text))).toBe(text));

  it('a backslash escapes a sign', () => {
    expect(shown(readRichText('\\*nu italic\\*'))).toBe('*nu italic*');
    expect(plainTextOf('H\\~2\\~O')).toBe('H~2~O');
  });

  it('any text parses, and loses only its markup characters', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '*', '~', '^', '\\', '\n', '<', 'ș'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (any) => {
        const letters = (value: string) => value.replace(/[*~^\\]/g, '');
        expect(letters(plainTextOf(any))).toBe(letters(any));
      }),
    );
  });

  it('escaped plain text parses back to itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (any) => {
        const text = any.replaceAll('\r', '');
        expect(plainTextOf(writeRichText([{ type: 'text', text }]))).toBe(text);
      }),
    );
  });

  it('parsing and writing is idempotent where no two runs of stars touch', () => {
    const pieces = fc.array(fc.constantFrom('a', 'bc', ' ', '**a**', '~2~', '^+^', '\\', '\n', '~', '^'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (all) => {
        fc.pre(!all.join('').includes('****'));
        const read = readRichText(all.join(''));
        const again = readRichText(writeRichText(read));
        expect(shown(again)).toBe(shown(read));
      }),
      { numRuns: 2000 },
    );
  });
});
