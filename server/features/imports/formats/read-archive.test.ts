import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
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

describe('[IMP-2] Markdown', () => {
  it('keeps bold and italic together', () => {
    const [one] = itemsOf('[markdown]***amândouă*** și **gras** {=*a* ~b}', 'a.gift');
    expect(questionOf(one).text).toBe('***amândouă*** și **gras**');
    expect(answersOf(one)).toEqual(['**a*', 'b']);
  });
});
