import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
  redPoint,
  refusalOf,
} from '#server/features/imports/testing/reading.ts';
import { readQuestions } from './read-questions.ts';

const quiz = (text: string, more = '') =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${text}]]></text>${more}</questiontext><single>true</single><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
const item = (text: string) =>
  `<assessmentItem identifier="i" title="i"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>${text}</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
const packed = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

describe('[IMP-2] an archive', () => {
  it.each([
    ['one question file', { 'a.gift': 'Unu? {=a ~b}' }],
    ['several question files', { 'a.gift': 'Unu? {=a ~b}', 'b.gift': 'Doi? {=a ~b}' }],
  ])('with %s names the documents and archives in it that are not read', (_what, files) => {
    const archive = packed({
      ...files,
      'poza.png': 'x',
      'mai.zip': 'PK',
      'alte/vechi.xls': 'x',
      'c.docx': 'x',
      'pagina.html': 'x',
      'note.md': 'x',
      'sunet.mp3': 'x',
      'stil.css': 'x',
    });
    const result = readQuestions(archive, 'a.zip', 'ro');
    const unread = ['mai.zip', 'alte/vechi.xls', 'c.docx', 'pagina.html', 'note.md', 'sunet.mp3'];
    expect(result.kind === 'read' && result.findings).toEqual(
      unread.map((file) => ({
        code: 'import.fileNotRead',
        params: { file },
      })),
    );
  });

  it('yields the questions of all its files in any format; every finding names its file', () => {
    const archive = packed({
      'qti/unu.xml': item('Din QTI?'),
      'moodle.xml': quiz('Din Moodle?'),
      'gift.txt': 'Din GIFT? {=a ~b}',
      'stricat.xml': '<assessmentItem>',
      'citeste.txt': 'Doar o notă.',
    });
    const result = readQuestions(archive, 'a.zip', 'ro');
    const items = itemsOf(archive, 'a.zip');
    expect(items.map((one) => (one.kind === 'importable' ? one.question.text : reasonOf(one)))).toEqual([
      'Din GIFT?',
      'Din Moodle?',
      'Din QTI?',
      'import.itemFileBroken',
    ]);
    expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(items.map(({ findings }) => findings.map(({ params }) => params.file))).toEqual([
      ['gift.txt'],
      ['moodle.xml'],
      ['qti/unu.xml'],
      ['stricat.xml'],
    ]);
    expect(result).toMatchObject({
      findings: [{ code: 'import.fileNotRead', params: { file: 'citeste.txt' } }],
    });
  });

  it('names XML files of other kinds, and counts the files beyond the fiftieth', () => {
    const many = Object.fromEntries(Array.from({ length: 53 }, (_, at) => [`${at}.md`, 'x']));
    const archive = packed({ 'a.gift': 'Unu? {=a ~b}', 'alt.xml': '<intrebari/>', ...many });
    const result = readQuestions(archive, 'a.zip', 'ro');
    const findings = result.kind === 'read' ? result.findings : [];
    expect(findings[0]).toEqual({ code: 'import.fileNotRead', params: { file: 'alt.xml' } });
    expect(findings.at(-1)).toEqual({ code: 'import.filesNotRead', params: { count: 3 } });
    expect(findings).toHaveLength(52);
  });

  it('yields the questions of a workbook with macros', () => {
    const headings = ['Question', 'Incomplete pool', 'Correct 1', 'Wrong 1'];
    const line = (number: number, cells: readonly string[]) =>
      `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const book = zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="r1" Target="s.xml"/></R>'),
      'xl/s.xml': strToU8(
        `<worksheet><sheetData>${line(1, headings)}${line(2, ['Care?', 'x', 'a', 'b'])}</sheetData></worksheet>`,
      ),
      'xl/vbaProject.bin': strToU8('x'),
    });
    const archive = zipSync({ 'banca.xlsm': book, 'b.gift': strToU8('Doi? {=a ~b}') });
    expect(itemsOf(archive, 'a.zip').map((one) => questionOf(one).text)).toEqual(['Doi?', 'Care?']);
    const result = readQuestions(archive, 'a.zip', 'ro');
    expect(result.kind === 'read' && result.findings).toEqual([
      { code: 'import.macrosIgnored', params: { file: 'banca.xlsm' } },
    ]);
  });

  it('yields the image at the path that a question names, and none when two have the name', () => {
    const red = Buffer.from(redPoint, 'base64');
    const files = {
      'a/fig.png': red,
      'b/fig.png': Buffer.concat([red, red]),
      'curs.gift': strToU8(
        '[html]<img src\\="a/fig.png">Unu?{\\=a ~b}\n\n[html]<img src\\="b/fig.png">Doi?{=a ~b}\n\n[html]<img src\\="fig.png">Trei?{=a ~b}'.replace(
          '{\\=',
          '{=',
        ),
      ),
    };
    const alone = itemsOf(zipSync(files), 'a.zip');
    const among = itemsOf(zipSync({ ...files, 'z.gift': strToU8('Patru? {=a ~b}') }), 'a.zip');
    for (const items of [alone, among]) {
      const sizes = items.slice(0, 3).map((one) => questionOf(one).images.map(({ bytes }) => bytes.length));
      expect(sizes).toEqual([[red.length], [2 * red.length], []]);
      expect(codesOf(items[2])).toContain('import.imageAmbiguous');
    }
  });

  it('with two files of one name is refused', () => {
    const archive = Buffer.from(packed({ 'aa.gift': 'Unu? {=a ~b}', 'bb.gift': 'Doi? {=a ~b}' }));
    for (let at = archive.indexOf('bb.gift'); at >= 0; at = archive.indexOf('bb.gift'))
      archive.write('aa.gift', at);
    expect(refusalOf(archive, 'a.zip')).toBe('import.zipRepeated');
  });

  it('of Canvas contains each test twice; the fuller copy is read', () => {
    const test = (text: string) =>
      `<questestinterop><item><presentation><material><mattext>${text}</mattext></material><response_lid ident="r"><render_choice><response_label ident="1"><material><mattext>a</mattext></material></response_label><response_label ident="2"><material><mattext>b</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item></questestinterop>`;
    const archive = packed({
      'imsmanifest.xml': '<manifest/>',
      'g1/assessment_qti.xml': test('Scurt?'),
      'g2/assessment_qti.xml': test('Singur?'),
      'non_cc_assessments/g1.xml.qti': test('Întreg?'),
    });
    expect(itemsOf(archive, 'a.imscc').map((one) => questionOf(one).text)).toEqual(['Singur?', 'Întreg?']);
    expect(readQuestions(archive, 'a.imscc', 'ro')).toMatchObject({
      findings: [
        {
          code: 'import.twinNotRead',
          params: { file: 'g1/assessment_qti.xml', other: 'non_cc_assessments/g1.xml.qti' },
        },
      ],
    });
  });

  it('from a Mac contains resource copies, which are ignored', () => {
    const archive = packed({
      'a/moodle.xml': quiz('Care?'),
      '__MACOSX/a/._moodle.xml': 'Mac OS X resource',
      'a/.DS_Store': 'x',
    });
    expect(itemsOf(archive, 'a.zip').map(reasonOf)).toEqual(['importable']);
  });
});

describe('[IMP-2] content that a question cannot hold is reported', () => {
  it('audio, video and files that no image uses', () => {
    const file = '<file name="inima.mp3" encoding="base64">AAAA</file>';
    const codes = (text: string, more = '') => codesOf(itemsOf(quiz(text, more), 'a.xml')[0]);
    expect(codes('Asculta <audio src="x.mp3"></audio>')).toContain('import.mediaDropped');
    expect(codes('Asculta <a href="@@PLUGINFILE@@/inima.mp3">aici</a>')).toContain('import.mediaDropped');
    expect(codes('Asculta', file)).toContain('import.mediaDropped');
    expect(codes('Privește <img src="https://example.org/x.png">')).toContain('import.imageExternal');
    expect(codes('Vezi <a href="https://example.org/x">aici</a>')).toContain('import.linkDropped');
    expect(codes('Fără nimic')).toEqual(['import.incompletePool']);
  });

  it('strikethrough, underlining and several languages', () => {
    const [struck] = itemsOf(quiz('<s>unu</s> doi'), 'a.xml');
    expect(codesOf(struck)).toContain('import.strikeDropped');
    const underlined = ['<u>unu</u> doi', '<span style="text-decoration: underline">unu</span> doi'];
    for (const text of underlined) {
      const [one] = itemsOf(quiz(text), 'a.xml');
      expect(questionOf(one).text).toBe('unu doi');
      expect(codesOf(one)).toContain('import.underlineDropped');
    }
    const [plain] = itemsOf(quiz('<span style="text-decoration: none">unu</span> doi'), 'a.xml');
    expect(codesOf(plain)).not.toContain('import.underlineDropped');
    const [both] = itemsOf(
      quiz('<span class="multilang" lang="en">heart</span><span class="multilang" lang="ro">inimă</span>'),
      'a.xml',
    );
    expect(questionOf(both).text).toBe('heart / inimă');
    expect(codesOf(both)).toContain('import.severalLanguages');
  });
});

describe('[IMP-2] what browsers do not show', () => {
  const read = (text: string) => itemsOf(quiz(text), 'a.xml')[0];

  it.each([
    ['<p>Ce face <style> ... </style> aici?</p>', 'Ce face <style> ... </style> aici?'],
    ['<p>Ce e între <style> și </style>?</p>', 'Ce e între <style> și </style>?'],
    ['Ce e între <b> and </b>?', 'Ce e între <b> and </b>?'],
    ['Alege <b> unu </b> sau <b>și</b>', 'Alege **unu** sau **și**'],
    ['<style>p { color: red }</style><p>Care?</p>', 'Care?'],
  ])('is kept where a text only mentions it: %s', (html, text) => {
    expect(questionOf(read(html)).text).toBe(text);
    expect(codesOf(read(html))).toEqual(['import.incompletePool']);
  });

  it('is reported where it is left out', () => {
    const item = read('<html><head><title>Titlu</title></head><body>Care?</body></html>');
    expect(questionOf(item).text).toBe('Care?');
    expect(item?.findings[0]).toEqual({ code: 'import.hiddenTextDropped', params: { text: 'Titlu' } });
  });

  it.each([
    ['<span style="font-family:Wingdings">J</span> Care?', 'import.dingbatFont', { characters: 'J' }],
    ['<font face="Webdings">J</font> Care?', 'import.dingbatFont', { characters: 'J' }],
    ['<img data-src="x.png"> Care?', 'import.imageMissing', { name: 'x.png' }],
    ['<img srcset="x.png 1x, y.png 2x"> Care?', 'import.imageMissing', { name: 'x.png' }],
    ['<img class="x"> Care?', 'import.imageMissing', { name: 'img' }],
    [
      '<picture><source srcset="x.webp"><img src="y.png"></picture> Care?',
      'import.imageMissing',
      { name: 'y.png' },
    ],
    ['<picture><source srcset="x.webp"></picture> Care?', 'import.imageMissing', { name: 'x.webp' }],
    [
      '<div style="background-image: url(\'x.png\')">Care?</div>',
      'import.backgroundDropped',
      { name: 'x.png' },
    ],
    [
      '<table background="x.png"><tr><td>Care?</td></tr></table>',
      'import.backgroundDropped',
      { name: 'x.png' },
    ],
  ])('is reported where it is a sign or an image: %s', (html, code, params) => {
    expect(questionOf(read(html)).text).toMatch(/^(?:J )?Care\?$/);
    expect(read(html)?.findings[0]).toEqual({ code, params });
  });
});

describe('[IMP-2] Markdown', () => {
  it('keeps bold and italic together', () => {
    const [one] = itemsOf('[markdown]***amândouă*** și **gras** {=*a* ~b}', 'a.gift');
    expect(questionOf(one).text).toBe('***amândouă*** și **gras**');
    expect(answersOf(one)).toEqual(['**a*', 'b']);
  });
});
