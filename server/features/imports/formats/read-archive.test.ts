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
    });
    const result = readQuestions(archive, 'a.zip', 'ro');
    expect(result.kind === 'read' && result.findings).toEqual(
      ['mai.zip', 'alte/vechi.xls', 'c.docx'].map((file) => ({
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
