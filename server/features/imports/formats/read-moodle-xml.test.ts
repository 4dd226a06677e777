import { describe, expect, it, test } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
  redPoint,
} from '#server/features/imports/testing/reading.ts';
import { workOf } from '#server/features/imports/testing/work.ts';

const moodle = (...questions: string[]) =>
  itemsOf(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`, 'export.xml');

const answer = (fraction: number | string, html: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[<p>${html}</p>]]></text><feedback format="html"><text>${feedback}</text></feedback></answer>`;

const choice = (html: string, answers: string[], more = '<single>true</single>') =>
  `<question type="multichoice"><name><text>Nume</text></name><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><generalfeedback format="html"><text></text></generalfeedback><defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>${more}<shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering><correctfeedback format="html"><text>Your answer is correct.</text></correctfeedback>${answers.join('')}</question>`;

const yesNo = [answer(100, 'da'), answer(0, 'nu')];

describe('[IMP-2] Moodle XML files', () => {
  it('read single choices as Moodle exports them', () => {
    const [item] = moodle(
      '<!-- question: 0 --><question type="category"><category><text>$course$/top/Biochimie/Enzime</text></category><info format="html"><text></text></info></question>',
      choice('<p dir="ltr">Formula apei este H<sub>2</sub>O?&nbsp;<br></p>', yesNo),
    );
    expect(questionOf(item)).toEqual({
      name: 'Nume',
      chapter: ['Biochimie', 'Enzime'],
      text: 'Formula apei este H~2~O?',
      points: 10,
      answers: [
        { text: 'da', correct: true },
        { text: 'nu', correct: false },
      ],
      images: [],
    });
    expect(codesOf(item)).toEqual(['import.incompletePool']);
  });

  it('report the words of elements that they do not know', () => {
    const words = (element: string) =>
      moodle(choice('Care?', yesNo).replace('</question>', `${element}</question>`)).flatMap(codesOf);
    expect(words('<explanation><text>De ce</text></explanation>')).toContain('import.feedbackDropped');
    expect(words('<notes format="html"><text>De ce</text></notes>')).toContain('import.feedbackDropped');
    expect(words('<notes><text> </text></notes><shownumcorrect/>')).toEqual(['import.incompletePool']);
    const inAnswer = choice('Care?', [
      ...yesNo,
      '<answer fraction="0"><text>x</text><comment>De ce</comment></answer>',
    ]);
    expect(moodle(inAnswer).flatMap(codesOf)).toContain('import.feedbackDropped');
    const besideText = choice('Care?', [
      ...yesNo,
      '<answer fraction="0">x<explanation>Corect</explanation></answer>',
    ]);
    expect(moodle(besideText).map(answersOf)).toEqual([[expect.anything(), expect.anything(), 'x']]);
  });

  it('keep every text of a field, also where Moodle reads only the first', () => {
    const [item] = moodle(
      `<question type="multichoice"><name><text>Nume</text><text>doi</text></name>
        <questiontext format="html"><text>Întâi</text> între <text>apoi</text></questiontext>
        <questiontext format="html"><text>la urmă?</text></questiontext>
        <answer fraction="100"><text>da</text><text>sigur</text></answer>
        <answer fraction="0"><text>nu</text><feedback><text></text></feedback><feedback><text>Ref.: Tratat, p. 3</text></feedback></answer></question>`,
    );
    expect(questionOf(item)).toMatchObject({ name: 'Nume doi', text: 'Întâi între apoi\nla urmă?' });
    expect(answersOf(item)).toEqual(['*da sigur', 'nu']);
    expect(questionOf(item).answers[1]?.reference).toEqual({ title: 'Tratat', page: '3' });
  });

  test.each([
    ['several with equal shares', '<single>false</single>', [50, 50, 0], ['*0', '*1', '2'], []],
    [
      'several with penalties',
      '<single>false</single>',
      [50, 50, -100],
      ['*0', '*1', '2'],
      ['import.penaltyIgnored'],
    ],
    [
      'several with unequal shares',
      '<single>0</single>',
      [75, 25, 0],
      ['*0', '*1', '2'],
      ['import.partialCredit'],
    ],
    [
      'one with a half right',
      '<single>true</single>',
      [100, 50, 0],
      ['*0', '1', '2'],
      ['import.partialCredit'],
    ],
    [
      'either of two',
      '<single>true</single>',
      [100, 100, 0],
      ['*0', '*1', '2'],
      ['import.alternativeAnswers'],
    ],
    ['one, said by a number', '<single>1</single>', [0, 100, 0], ['0', '*1', '2'], []],
    ['one, not said', '', [0, 0, 100], ['0', '1', '*2'], []],
    ['several, not said', '', [50, 50, 0], ['*0', '*1', '2'], []],
    ['fractions of one', '<single>true</single>', [1, 0, 0], ['*0', '1', '2'], []],
  ])('read %s', (_what, single, fractions, expected, codes) => {
    const answers = fractions.map((fraction, index) => answer(fraction, String(index)));
    const [item] = moodle(choice('Care?', answers, single));
    expect(answersOf(item)).toEqual(expected);
    expect(codesOf(item)).toEqual([...codes, 'import.incompletePool']);
  });

  it('read true and false in the reader’s language', () => {
    const [item] = moodle(
      '<question type="truefalse"><name><text>T</text></name><questiontext format="html"><text>Cerul este albastru.</text></questiontext><answer fraction="0"><text>false</text></answer><answer fraction="100"><text>true</text></answer></question>',
    );
    expect(answersOf(item)).toEqual(['False', '*True']);
  });

  it('report the penalty of a wrong answer to a true or false question', () => {
    const answer = (percent: number, word: string) =>
      `<answer fraction="${percent}"><text>${word}</text></answer>`;
    const file = `<quiz><question type="truefalse"><name><text>T</text></name><questiontext><text>Apa fierbe?</text></questiontext>${answer(100, 'true')}${answer(-25, 'false')}</question></quiz>`;
    expect(codesOf(itemsOf(file, 'a.xml')[0])).toContain('import.penaltyIgnored');
  });

  it('[QUES-5] find the images of each text, even with the same name', () => {
    const file = (bytes: string) => `<file name="a b.png" path="/" encoding="base64">${bytes}</file>`;
    const other = Buffer.concat([Buffer.from(redPoint, 'base64'), Buffer.from([1])]).toString('base64');
    const shown = '<![CDATA[<p>Ce arată?<img src="@@PLUGINFILE@@/a%20b.png" alt="" /></p>]]>';
    const [item] = moodle(
      `<question type="multichoice"><questiontext format="html"><text>${shown}</text>${file(redPoint)}</questiontext><single>true</single><answer fraction="100" format="html"><text>${shown}</text>${file(other)}</answer><answer fraction="0" format="html"><text><![CDATA[<img src="data:image/png;base64,${redPoint}">]]></text></answer></question>`,
    );
    const { image, answers, images } = questionOf(item);
    const bytes = (key: string | undefined) =>
      Buffer.from(images.find((one) => one.key === key)?.bytes ?? []).toString('base64');
    expect([image, ...answers.map((one) => one.image)].map(bytes)).toEqual([redPoint, other, redPoint]);
    expect(answers[1]?.text).toBe('Image 2');
    expect(codesOf(item)).toContain('import.imageOnly');
  });

  it('report images that are missing, external or invalid, and fetch none', () => {
    const [item] = moodle(
      choice(
        'Care? <img src="@@PLUGINFILE@@/lipsa.png"><img src="https://example.org/a.png"><img src="data:image/svg+xml;base64,PHN2Zy8+">',
        yesNo,
      ),
    );
    expect(codesOf(item)).toEqual([
      ...['import.imageMissing', 'import.imageExternal', 'import.imageUnsupported', 'import.incompletePool'],
    ]);
  });

  it('read the images and texts of Moodle 1', () => {
    const [item] = moodle(
      `<question type="multichoice"><name><text>Vechi</text></name><questiontext format="moodle_auto_format"><text>Rândul 1\nRândul 2</text></questiontext><image>poza.png</image><image_base64>${redPoint}</image_base64><single>true</single><answer fraction="100"><text>da</text></answer><answer fraction="0"><text>nu</text></answer></question>`,
    );
    expect(questionOf(item)).toMatchObject({ text: 'Rândul 1\nRândul 2', image: 'poza.png' });
  });

  it('keep references and multiply marks by ten', () => {
    const [item] = moodle(
      choice('Care?', [answer(100, 'da', 'Guyton, pag. 12-14'), answer(0, 'nu', 'Greșit!')]).replace(
        '1.0000000',
        '2.5',
      ),
    );
    expect(questionOf(item).points).toBe(25);
    expect(questionOf(item).answers[0]?.reference).toEqual({ title: 'Guyton', page: '12-14' });
    expect(codesOf(item)).toEqual(expect.arrayContaining(['import.markScaled', 'import.feedbackDropped']));
  });

  it('report the tags of a question and of its course', () => {
    const tags =
      '<single>true</single><tags><tag><text>inimă</text></tag><tag><text>an 2</text></tag></tags><coursetags><tag><text>2025</text></tag></coursetags>';
    const [item] = moodle(choice('Care?', yesNo, tags));
    expect(item?.findings[0]).toEqual({ code: 'import.tagsDropped', params: { tags: 'inimă, an 2, 2025' } });
    expect(codesOf(moodle(choice('Care?', yesNo, '<single>true</single><tags></tags>'))[0])).toEqual([
      'import.incompletePool',
    ]);
  });

  it('list other types by name', () => {
    const types = [
      'essay',
      'shortanswer',
      'matching',
      'cloze',
      'numerical',
      'description',
      'calculatedmulti',
      'ddwtos',
    ];
    const items = moodle(
      ...types.map((type) => `<question type="${type}"><name><text>${type}</text></name></question>`),
    );
    expect(items.map(reasonOf)).toEqual(types);
  });

  it('[SAFE-10] remove active content', () => {
    const [item] = moodle(
      choice(
        'Care?<script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">aici</a>',
        yesNo,
      ),
    );
    expect(questionOf(item).text).toBe('Care?aici');
    expect(codesOf(item)).toContain('import.activeContentRemoved');
  });

  it('merge a repeated answer and reject one that is both correct and wrong', () => {
    expect(codesOf(moodle(choice('Care?', [...yesNo, answer(0, 'nu')]))[0])).toContain(
      'import.duplicateAnswer',
    );
    expect(reasonOf(moodle(choice('Care?', [...yesNo, answer(0, 'da')]))[0])).toContain(
      'import.contradictoryAnswer',
    );
  });

  it('are read in groups', () => {
    const items = moodle(`<questions>${choice('Unu?', yesNo)}</questions>`, choice('Doi?', yesNo));
    expect(items.map((item) => questionOf(item).text)).toEqual(['Unu?', 'Doi?']);
  });
});

describe('[IMP-2] files of Moodle questions', () => {
  const red = Buffer.from(redPoint, 'base64');
  const file = (path: string, bytes: Buffer) =>
    `<file name="x.png" path="${path}" encoding="base64">${bytes.toString('base64')}</file>`;
  const shown = (source: string) => {
    const files = file('/a/', red) + file('/b/', Buffer.concat([red, red]));
    const text = `<![CDATA[<img src="@@PLUGINFILE@@/${source}">Care?]]>`;
    return itemsOf(
      `<quiz><question type="multichoice"><questiontext format="html"><text>${text}</text>${files}</questiontext>${yesNo.join('')}</question></quiz>`,
      'a.xml',
    )[0];
  };

  it('are found by their path', () => {
    expect(questionOf(shown('a/x.png')).images.map(({ bytes }) => bytes.length)).toEqual([red.length]);
    expect(questionOf(shown('b/x.png')).images.map(({ bytes }) => bytes.length)).toEqual([2 * red.length]);
  });

  it('are left out and reported when two have the name', () => {
    expect(questionOf(shown('x.png')).images).toEqual([]);
    expect(codesOf(shown('x.png'))).toContain('import.imageAmbiguous');
  });
});

describe('[IMP-2] texts of Moodle questions', () => {
  it('are kept as they are when they are plain, also in CDATA', () => {
    const plain = (tag: string, text: string, more = '') =>
      `<${tag} format="plain_text"${more}><text><![CDATA[${text}]]></text></${tag}>`;
    const [item] = moodle(
      `<question type="multichoice">${plain('questiontext', 'Dacă a < b, ce face <b>x</b>?')}${plain('answer', '<p>a < 3</p>', ' fraction="100"')}${plain('answer', 'b', ' fraction="0"')}</question>`,
    );
    expect(questionOf(item).text).toBe('Dacă a < b, ce face <b>x</b>?');
    expect(answersOf(item)).toEqual(['*<p>a < 3</p>', 'b']);
  });

  it('are read at once, whatever spaces they contain', () => {
    const feedback = `<generalfeedback><text>${' '.repeat(1_000_000)}x</text></generalfeedback>`;
    const standard =
      '<correctfeedback format="html"><text>&lt;p&gt; Your answer is correct.&lt;/p&gt;\n</text></correctfeedback>';
    const read = () => {
      const items = moodle(choice('Care?', yesNo, feedback), choice('Care?', yesNo, standard));
      expect(items.map((item) => codesOf(item).includes('import.feedbackDropped'))).toEqual([true, false]);
    };
    expect(workOf(read)).toBeLessThan(4000);
  });

  it.each([0, 5000])('get the usual points when their mark is %d, which is reported', (mark) => {
    const [item] = moodle(choice('Care?', yesNo).replace('1.0000000', `${mark}.0000000`));
    expect(questionOf(item).points).toBeUndefined();
    expect(item?.findings).toContainEqual({ code: 'import.markIgnored', params: { mark } });
  });
});
