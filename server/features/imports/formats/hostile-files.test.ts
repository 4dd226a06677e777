import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { itemsOf, reasonOf, refusalOf } from '#server/features/imports/testing/reading.ts';

const quiz = (text: string) =>
  `<quiz><question type="multichoice"><questiontext format="html"><text>${text}</text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
const million = 1_000_000;
const some = 200_000;

/** The archive with a lowered size of its largest file in the directory. */
function withFalseSize(archive: Uint8Array, size: number): Buffer {
  const bytes = Buffer.from(archive);
  for (let index = 0; index < bytes.length - 46; index += 1) {
    if (bytes.readUInt32LE(index) === 0x02014b50 && bytes.readUInt32LE(index + 24) === size)
      bytes.writeUInt32LE(1000, index + 24);
  }
  return bytes;
}

describe('[SAFE-10] hostile question files are refused with their reason', () => {
  test.each([
    [
      'an entity bomb',
      `<!DOCTYPE quiz [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${quiz('&b;')}`,
      'import.xmlDoctype',
    ],
    [
      'an external entity',
      `<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>${quiz('&x;')}`,
      'import.xmlDoctype',
    ],
    ['an entity nobody declared', quiz('&secret;'), 'import.xmlBroken'],
    ['elements nested without end', `<quiz>${'<a>'.repeat(million / 10)}`, 'import.xmlTooDeep'],
    ['tags nested without end', quiz(`<![CDATA[</b>${'<b>'.repeat(million / 100)}]]>`), 'import.xmlTooDeep'],
    ['XML that breaks off', '<quiz><question', 'import.xmlBroken'],
    ['a page of HTML', '<!DOCTYPE html><html><body>{=a ~b}</body></html>', 'import.formatUnknown'],
  ])('%s', (_what, text, code) => expect(refusalOf(text, 'file.xml')).toBe(code));

  const bomb = { 'imsmanifest.xml': strToU8('<manifest/>'), 'a.xml': new Uint8Array(60 * million) };
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}.xml`, new Uint8Array()]));
  test.each([
    ['a zip bomb', zipSync(bomb, { level: 9 }), 'import.zipTooLarge'],
    [
      'a zip bomb that lies about its size',
      withFalseSize(zipSync(bomb, { level: 9 }), 60 * million),
      'import.zipBroken',
    ],
    [
      'a workbook bomb',
      zipSync({ 'xl/workbook.xml': new Uint8Array(60 * million) }, { level: 9 }),
      'import.zipTooLarge',
    ],
    ['an archive of countless files', zipSync(many), 'import.zipTooLarge'],
    ['a path that leads out', zipSync({ '../../etc/passwd': strToU8('x') }), 'import.zipPath'],
    ['a broken archive', Buffer.from('PK\u0003\u0004 and nothing more, really'), 'import.zipBroken'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'import.oldExcel'],
    ['nothing', new Uint8Array(), 'import.fileEmpty'],
    ['zeros', new Uint8Array(1000), 'import.formatUnknown'],
    ['a document', Buffer.from('%PDF-1.7'), 'import.formatUnknown'],
    [
      'a Word document',
      zipSync({ 'word/document.xml': strToU8('<x/>'), 'a.xml': strToU8('<x/>') }),
      'import.wordDocument',
    ],
    [
      'a document of another word processor',
      zipSync({
        mimetype: strToU8('application/vnd.oasis.opendocument.text'),
        'content.xml': strToU8('<x/>'),
      }),
      'import.wordDocument',
    ],
    ['rich text', Buffer.from('{\\rtf1\\ansi Care? {=a ~b}}'), 'import.wordDocument'],
    [
      'an old Word document',
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.from('WordDocument', 'utf16le'),
      ]),
      'import.wordDocument',
    ],
  ])('%s', (_what, bytes, code) => expect(refusalOf(bytes, 'file.bin')).toBe(code));

  it('too many questions', () => {
    expect(refusalOf('Care? {=a ~b}\n\n'.repeat(20_001), 'a.gift')).toBe('import.tooManyQuestions');
  });
});

describe('[SAFE-10] hostile content does no harm', () => {
  it('an external document type is neither fetched nor refused', () => {
    const text = `<!DOCTYPE quiz SYSTEM "http://127.0.0.1:9/x.dtd">${quiz('Care?')}`;
    expect(itemsOf(text, 'a.xml').map(reasonOf)).toEqual(['importable']);
  });

  test.each([
    ['signs of ours', '*a**'],
    ['open tags', '<a '],
    ['less-than signs', '<'],
    ['words', 'ab '],
  ])('a million %s in one text are read up to the limit and rejected', (_what, piece) => {
    const [item] = itemsOf(quiz(`<![CDATA[x${piece.repeat(million)}]]>`), 'a.xml');
    expect(reasonOf(item)).toContain('import.textTooLong');
  });

  it('countless empty lines in one text are dropped', () => {
    const [item] = itemsOf(quiz(`<![CDATA[x${'<br> '.repeat(60_000)}]]>`), 'a.xml');
    expect(item?.label).toBe('x');
  });

  test.each([
    ['plain text', 'a.txt', (text: string) => `${text}\nA. a\nB. b\nANSWER: A`],
    ['a cell', 'a.csv', (text: string) => `Question,Incomplete pool,Correct 1,Wrong 1\n${text},x,a,b`],
  ])(
    'spaces in %s do not hide the words after them, and words are never cut off silently',
    (_what, name, file) => {
      const [spaced] = itemsOf(file(`unu${' '.repeat(20_000)}doi`), name);
      expect(spaced?.kind === 'importable' && spaced.question.text).toBe('unu doi');
      const [hidden] = itemsOf(file(`unu${'\u00ad'.repeat(20_000)}doi`), name);
      expect(reasonOf(hidden)).toContain('import.textTooLong');
    },
  );

  it('words after the read part of formatted text are never cut off silently', () => {
    const gap = `<p>a${' '.repeat(7000)}b</p>`;
    const [item] = itemsOf(quiz(`<![CDATA[${gap}${gap}<p>final</p>]]>`), 'a.xml');
    expect(reasonOf(item)).toContain('import.textTooLong');
    const [short] = itemsOf(quiz(`<![CDATA[${gap}<p>final</p>]]>`), 'a.xml');
    expect(short?.kind === 'importable' && short.question.text).toBe('a b\nfinal');
  });

  it('more markup than is read of a text is reported as too long', () => {
    const markup = '<span style="color:black"></span>'.repeat(10_000);
    const answers = (text: string) => quiz('Care?').replace('<text>a<', `<text><![CDATA[${text}]]><`);
    const html = (text: string) => answers(text).replace('<answer ', '<answer format="html" ');
    expect(reasonOf(itemsOf(quiz(`<![CDATA[unu ${markup} doi]]>`), 'a.xml')[0])).toContain(
      'import.textTooLong',
    );
    expect(reasonOf(itemsOf(html(`unu ${markup} doi`), 'a.xml')[0])).toContain('import.answerTooLong');
  });

  test.each([
    ['braces', '{'.repeat(some)],
    ['equals signs', `q{${'=a '.repeat(some)}~b}`],
    ['tildes', `q{${'~'.repeat(some)}}`],
    ['stars', `[markdown]${'*a'.repeat(some)}{=a ~b}`],
    ['brackets', `[markdown]${'![['.repeat(some)}{=a ~b}`],
  ])('countless %s in a GIFT file yield a rejected item', (_what, text) => {
    expect(itemsOf(text, 'a.gift').map(({ kind }) => kind)).toEqual(['rejected']);
  });

  it('Aiken answer lines do not trigger catastrophic backtracking', () => {
    const line = `ANSWER: ${'A   '.repeat(14)}!`;
    const text = Array.from({ length: 2000 }, (_, n) => `Q${n}?\nA. a\nB. b\n${line}`).join('\n');
    expect(new Set(itemsOf(text, 'a.txt').map(reasonOf))).toEqual(new Set(['import.answerUnknown']));
  });

  it('countless empty lines before the first question are skipped', () => {
    expect(itemsOf(`${'\n'.repeat(million)}Care? {=a ~b}`, 'a.txt').map(reasonOf)).toEqual(['importable']);
  });

  it('control characters and lone surrogates are removed', () => {
    const [item] = itemsOf('Care\u0007 \u0000este\u200b? {=a\ud800 ~b}'.replace('\u0000', ''), 'a.gift');
    expect(item?.label).toBe('Care este?');
  });

  it('cells at the end of the sheet cost nothing', () => {
    const sheet =
      '<worksheet><sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>';
    const book = zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>'),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    });
    expect(refusalOf(book, 'a.xlsx')).toBe('import.headerMissing');
  });
});
