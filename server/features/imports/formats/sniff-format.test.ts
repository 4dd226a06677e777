import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { sniffFile } from './sniff-format.ts';

/** The format and, of a text, the encoding. */
const sniffFormat = (bytes: Uint8Array, fileName: string) => {
  const file = sniffFile(bytes, fileName);
  return { format: file.format, ...(file.kind === 'text' ? { encoding: file.decoded.encoding } : {}) };
};

import { templateWorkbook } from './template-workbook.ts';

const of = (content: string | Uint8Array, name: string) =>
  sniffFormat(typeof content === 'string' ? Buffer.from(content) : content, name).format;

describe('[IMP-2] the format of a file is detected from its content', () => {
  test.each([
    ['<?xml version="1.0"?>\n<!-- x --><quiz/>', 'a.txt', 'moodleXml'],
    ['\ufeff<quiz><question type="essay"/></quiz>', 'a', 'moodleXml'],
    ['<?xml version="1.0"?><!DOCTYPE questestinterop SYSTEM "x.dtd"><questestinterop/>', 'a.dat', 'qti'],
    ['<q:assessmentItem xmlns:q="x"/>', 'a.xml', 'qti'],
    ['<qti-assessment-item/>', 'a.xml', 'qti'],
    ['Care?\nA. a\nB. b\nANSWER: B', 'a.txt', 'aiken'],
    ['Care? {=a ~b}', 'a.txt', 'gift'],
    ['::Titlu:: Care? {\n~a\n=b}', 'b.txt', 'gift'],
    ['Adevărat? {TRUE}', 'c.txt', 'gift'],
    ['Question\tCorrect 1\tWrong 1\nx\ty\tz', 'a.txt', 'csv'],
    ['"Întrebare";"Corect 1";"Greșit 1"', 'export', 'csv'],
  ])('%j named %s is %s', (content, name, format) => expect(of(content, name)).toBe(format));

  test('archives are distinguished by their files', async () => {
    const workbook = await templateWorkbook('ro');
    expect(of(workbook, 'oarecare.bin')).toBe('xlsx');
    expect(of(zipSync({ 'a/intrebari.xlsx': workbook, 'a/poza.png': new Uint8Array() }), 'a.zip')).toBe(
      'xlsx',
    );
    expect(of(zipSync({ 'imsmanifest.xml': Buffer.from('<manifest/>') }), 'a.zip')).toBe('qti');
    expect(
      of(zipSync({ '__MACOSX/x.xml': new Uint8Array(), 'b.gift': Buffer.from('Care? {=a ~b}') }), 'a.zip'),
    ).toBe('gift');
  });

  test.each([
    ['Care? {=ș ~ț}', 'utf-8'],
    ['\ufeffCare? {=ș ~ț}', 'utf-8'],
  ])('%j is in %s', (text, encoding) => {
    expect(sniffFormat(Buffer.from(text), 'a.txt').encoding).toBe(encoding);
  });

  test.each([
    ['a \xbai b\xe3n\xfeii', 'windows-1250'],
    ['\xbfQu\xe9 a\xf1o?', 'windows-1252'],
    ['\xd1\xea\xee\xeb\xfc\xea\xee \xee\xf2\xe2\xe5\xf2\xee\xe2?', 'windows-1251'],
  ])('the bytes of %j are detected as %s', (text, encoding) => {
    expect(sniffFormat(Buffer.from(`${text} {=a ~b}`, 'latin1'), 'a.txt').encoding).toBe(encoding);
  });

  test('UTF-16 is detected with and without a byte order mark', () => {
    for (const text of ['\ufeffCare este? {=a ~b}', 'Care este? {=a ~b}'])
      expect(sniffFormat(Buffer.from(text, 'utf16le'), 'a.txt')).toEqual({
        format: 'gift',
        encoding: 'utf-16le',
      });
  });
});
