import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
  redPoint,
} from '#server/features/imports/testing/reading.ts';
import { readQuestions } from './read-questions.ts';

const item2 = (declaration: string, body: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i1" title="Bagaje" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier">${declaration}</responseDeclaration><itemBody>${body}</itemBody>${more}</assessmentItem>`;
const interaction = (max = 0) =>
  `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="${max}"><prompt>Care sunt <strong>acizi</strong>?</prompt><simpleChoice identifier="A">HCl</simpleChoice><simpleChoice identifier="B" fixed="true"><p>H<sub>2</sub>SO<sub>4</sub></p></simpleChoice><simpleChoice identifier="C">NaOH<feedbackInline outcomeIdentifier="F" identifier="C">Ref.: Tratat, p. 3</feedbackInline></simpleChoice></choiceInteraction>`;
const correct = '<correctResponse><value>A</value><value>B</value></correctResponse>';
const one = (xml: string) => itemsOf(xml, 'item.xml')[0];

describe('[IMP-2] QTI 2 items', () => {
  it('read prompt, body, choices and correct response', () => {
    const item = one(item2(correct, `<div><p>Citiți.</p></div>${interaction()}<p>Atenție!</p>`));
    expect(questionOf(item)).toMatchObject({
      name: 'Bagaje',
      text: 'Citiți.\nCare sunt **acizi**?\nAtenție!',
    });
    expect(answersOf(item)).toEqual(['*HCl', '*H~2~SO~4~', 'NaOH']);
    expect(questionOf(item).answers[2]?.reference).toEqual({ title: 'Tratat', page: '3' });
  });

  it('keep the text that some systems write beside the prompt, and choices inside a block', () => {
    const choices =
      '<simpleChoice identifier="A">HCl</simpleChoice><simpleChoice identifier="C">NaOH</simpleChoice>';
    const item = one(
      item2(
        '<correctResponse><value>A</value></correctResponse>',
        `<p>Citiți.</p><choiceInteraction responseIdentifier="RESPONSE">Întâi <prompt>Care?</prompt><p>Alege <b>una</b>.</p><div>${choices}</div></choiceInteraction>`,
      ),
    );
    expect(questionOf(item).text).toBe('Citiți.\nÎntâi\nCare?\nAlege **una**.');
    expect(answersOf(item)).toEqual(['*HCl', 'NaOH']);
  });

  it('reject an item that declares its response twice, and keep the text of a second body', () => {
    const [first, second] = ['A', 'B'].map(
      (key) =>
        `<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>${key}</value></correctResponse></responseDeclaration>`,
    );
    const item = item2(correct, interaction());
    const twice = item.replace(/<responseDeclaration.*<\/responseDeclaration>/, `${first}${second}`);
    expect(reasonOf(one(twice))).toContain('import.keyUnclear');
    const bodies = item.replace('</itemBody>', '</itemBody><itemBody><p>Și aici.</p></itemBody>');
    expect(questionOf(one(bodies)).text).toBe('Care sunt **acizi**?\nȘi aici.');
  });

  it('reject an item whose key names an identifier that two choices have', () => {
    const twice = interaction().replace('identifier="C"', 'identifier="B"');
    expect(reasonOf(one(item2(correct, twice)))).toContain('import.keyUnclear');
  });

  test.each([
    [
      'a mapping',
      '<mapping defaultValue="0"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="1"/><mapEntry mapKey="C" mappedValue="-2"/></mapping>',
      '',
    ],
    [
      'spaces and CDATA around the values',
      '<correctResponse><value> A </value><value><![CDATA[B]]></value></correctResponse>',
      '',
    ],
    [
      'the scoring alone',
      '',
      '<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><multiple><baseValue baseType="identifier">A</baseValue><baseValue baseType="identifier">B</baseValue></multiple></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
    ],
  ])('take the key from %s', (_what, declaration, processing) => {
    expect(answersOf(one(item2(declaration, interaction(), processing)))).toEqual([
      '*HCl',
      '*H~2~SO~4~',
      'NaOH',
    ]);
  });

  const branch = (name: string, score: number, ...choices: string[]) =>
    `<${name}><match><variable identifier="RESPONSE"/><multiple>${choices.map((choice) => `<baseValue baseType="identifier">${choice}</baseValue>`).join('')}</multiple></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">${score}</baseValue></setOutcomeValue></${name}>`;
  const scored = (...branches: string[]) =>
    one(
      item2(
        '',
        interaction(),
        `<responseProcessing><responseCondition>${branches.join('')}</responseCondition></responseProcessing>`,
      ),
    );

  it('reject several combinations with equal score, since one key cannot represent them', () => {
    expect(
      reasonOf(scored(branch('responseIf', 1, 'A', 'C'), branch('responseElseIf', 1, 'B', 'C'))),
    ).toContain('import.alternativeKeys');
  });

  it('use the combination with the highest score, and report partial credit', () => {
    const item = scored(branch('responseIf', 0.5, 'A', 'C'), branch('responseElseIf', 1, 'B', 'C'));
    expect(answersOf(item)).toEqual(['HCl', '*H~2~SO~4~', '*NaOH']);
    expect(codesOf(item)).toContain('import.partialCredit');
  });

  it('read HTML in CDATA, and keep code unchanged', () => {
    const wrapped = interaction()
      .replace('Care sunt <strong>acizi</strong>?', '<![CDATA[<p>Care sunt <b>acizi</b> &amp; de ce?</p>]]>')
      .replace('>HCl<', '><![CDATA[<span>HCl</span>]]><')
      .replace('NaOH', '<code><![CDATA[<p>NaOH</p>]]></code><![CDATA[ a < b > c ]]>');
    const item = one(item2(correct, wrapped));
    expect(questionOf(item).text).toBe('Care sunt **acizi** & de ce?');
    expect(answersOf(item)).toEqual(['*HCl', '*H~2~SO~4~', '<p>NaOH</p> a < b > c']);
  });

  it('read any prefix', () => {
    const prefixed = item2(correct, interaction())
      .replace('xmlns=', 'xmlns:q=')
      .replace(/<(\/?)([A-Za-z])/g, '<$1q:$2');
    expect(answersOf(one(prefixed))).toEqual(['*HCl', '*H~2~SO~4~', 'NaOH']);
  });

  it('omit what a candidate does not see', () => {
    const body = `<rubricBlock view="scorer"><p>Barem</p></rubricBlock><rubricBlock view="candidate"><p>Citiți!</p></rubricBlock><feedbackBlock outcomeIdentifier="F" identifier="x"><p>Bravo</p></feedbackBlock>${interaction()}`;
    expect(questionOf(one(item2(correct, body))).text).toBe('Citiți!\nCare sunt **acizi**?');
  });

  it.each([
    '<p>Citiți.<feedbackInline outcomeIdentifier="F" identifier="x">Bravo</feedbackInline></p>',
    '<rubricBlock view="scorer"><p>Barem</p></rubricBlock>',
    '<feedbackBlock outcomeIdentifier="F" identifier="x"><p>Bravo</p></feedbackBlock>',
  ])('report a text that a candidate does not see: %s', (body) => {
    expect(codesOf(one(item2(correct, body + interaction())))).toContain('import.feedbackDropped');
    expect(codesOf(one(item2(correct, `<p>Citiți.</p>${interaction()}`)))).not.toContain(
      'import.feedbackDropped',
    );
  });

  it('report a correct response for which the mapping gives no points', () => {
    const mapping = (value: number) =>
      `${correct}<mapping defaultValue="0"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="${value}"/></mapping>`;
    const contradicted = one(item2(mapping(0), interaction()));
    expect(answersOf(contradicted)).toEqual(['*HCl', '*H~2~SO~4~', 'NaOH']);
    expect(contradicted?.findings[0]).toEqual({ code: 'import.keyContradicted', params: { answers: 'B' } });
    expect(
      codesOf(one(item2(mapping(0).replace(/<mapEntry mapKey="B"[^>]*>/, ''), interaction()))),
    ).toContain('import.keyContradicted');
    expect(codesOf(one(item2(mapping(1), interaction())))).toEqual(['import.incompletePool']);
    const matched =
      '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>';
    expect(codesOf(one(item2(mapping(0), interaction(), matched)))).toEqual(['import.incompletePool']);
  });

  it('convert MAXSCORE to points, times ten', () => {
    const score =
      '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>2</value></defaultValue></outcomeDeclaration>';
    const item = one(item2(correct, interaction()).replace('<itemBody>', `${score}<itemBody>`));
    expect(questionOf(item).points).toBe(20);
    expect(codesOf(item)).toContain('import.markScaled');
  });

  it('split several choices into questions and list other interactions', () => {
    const body = `<p>Text comun.</p>${interaction()}<p><extendedTextInteraction responseIdentifier="R2"/></p>${interaction()}`;
    const items = itemsOf(item2(correct, body), 'item.xml');
    expect(items.map(reasonOf)).toEqual(['importable', 'extendedTextInteraction', 'importable']);
    expect(questionOf(items[2])).toMatchObject({
      name: 'Bagaje (3)',
      text: 'Text comun.\nCare sunt **acizi**?',
    });
  });

  it('give each of several questions its own text', () => {
    const body = `<p>Text comun.</p><p>Prima.</p>${interaction()}<p>Completați <textEntryInteraction responseIdentifier="R2"/> aici.</p><p>A doua.</p>${interaction()}<p>Sfârșit.</p>`;
    const items = itemsOf(item2(correct, body), 'item.xml');
    expect(questionOf(items[0]).text).toBe('Text comun.\nPrima.\nCare sunt **acizi**?');
    expect(questionOf(items[2]).text).toBe('Text comun.\nPrima.\nA doua.\nCare sunt **acizi**?\nSfârșit.');
  });

  it('read a question that is shown as feedback on the previous one', () => {
    const body = `<feedbackBlock outcomeIdentifier="F" identifier="x"><p>Partea întâi.</p>${interaction()}</feedbackBlock><feedbackBlock outcomeIdentifier="F" identifier="y"><p>Bravo</p></feedbackBlock>`;
    expect(questionOf(one(item2(correct, body))).text).toBe('Partea întâi.\nCare sunt **acizi**?');
  });

  test.each([
    ['<orderInteraction responseIdentifier="RESPONSE"/>', 'orderInteraction'],
    ['<p>Doar text</p>', 'noInteraction'],
    [`<p><printedVariable identifier="X"/></p>${interaction()}`, 'import.templated'],
    [`<feedbackInline><printedVariable identifier="X"/></feedbackInline>${interaction()}`, 'importable'],
  ])('classify %s as expected', (body, reason) => expect(reasonOf(one(item2(correct, body)))).toBe(reason));

  it('reject a formula with template values', () => {
    const drawn = '<templateDeclaration identifier="iA" baseType="integer" cardinality="single"/>';
    const xml = item2(correct, `<p><math><mi>iA</mi></math></p>${interaction()}`);
    expect(reasonOf(one(xml.replace('<itemBody>', `${drawn}<itemBody>`)))).toBe('import.templated');
    expect(reasonOf(one(xml))).toBe('importable');
  });

  it('reject a key that names no choice, and an item without a key', () => {
    expect(
      reasonOf(one(item2('<correctResponse><value>Z</value></correctResponse>', interaction()))),
    ).toContain('import.answerUnknown');
    expect(reasonOf(one(item2('', interaction())))).toBe('import.noCorrect');
  });
});

const item3 = `<?xml version="1.0" encoding="UTF-8"?><qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i3" title="Elemente" adaptive="false" time-dependent="false"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration><qti-assessment-stimulus-ref identifier="s" href="text/stimul.xml"/><qti-item-body><p>Priviți <img src="../poze/a.png" alt="schema"/></p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>Care?</qti-prompt><qti-simple-choice identifier="a">unu</qti-simple-choice><qti-simple-choice identifier="b">doi</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`;

const packed = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  );

describe('[IMP-2] QTI packages', () => {
  const manifest =
    '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources><resource href="iteme/doi.xml"><file href="iteme/doi.xml"/><file href="poze/a.png"/></resource><resource><file href="unu.xml"/></resource></resources></manifest>';

  it('read QTI 3 items with shared texts and images, in the order of the manifest', () => {
    const items = itemsOf(
      packed({
        'imsmanifest.xml': manifest,
        'unu.xml': item2(correct, interaction()),
        'iteme/doi.xml': item3,
        'iteme/text/stimul.xml':
          '<qti-assessment-stimulus><qti-stimulus-body><p>Textul comun.</p></qti-stimulus-body></qti-assessment-stimulus>',
        'poze/a.png': Buffer.from(redPoint, 'base64'),
        'test.xml': '<assessmentTest/>',
      }),
      'pachet.zip',
    );
    expect(items).toHaveLength(2);
    expect(questionOf(items[0])).toMatchObject({ text: 'Textul comun.\nPriviți\nCare?', image: 'a.png' });
    expect(answersOf(items[0])).toEqual(['unu', '*doi']);
    expect(questionOf(items[1]).name).toBe('Bagaje');
  });

  it('reject an item whose shared text is missing, in a package or alone', () => {
    const packaged = itemsOf(packed({ 'imsmanifest.xml': manifest, 'iteme/doi.xml': item3 }), 'pachet.zip');
    for (const item of [packaged[0], one(item3)]) {
      expect(item?.findings[0]).toMatchObject({
        code: 'import.stimulusMissing',
        params: { name: 'text/stimul.xml' },
      });
      expect(item?.kind).toBe('rejected');
    }
  });

  it('list a broken item and read the others', () => {
    const items = itemsOf(
      packed({
        'imsmanifest.xml': manifest,
        'unu.xml': '<assessmentItem>',
        'iteme/doi.xml': item3.replace(/<qti-assessment-stimulus-ref[^>]*>/, ''),
      }),
      'pachet.zip',
    );
    expect(items.map(reasonOf)).toEqual(['importable', 'import.itemFileBroken']);
  });

  it('list questions that the manifest names and the package does not hold, and read those without an extension', () => {
    const resource = (file: string, type = 'imsqti_item_xmlv2p1') =>
      `<resource type="${type}" href="${file}"><file href="${file}"/></resource>`;
    const items = itemsOf(
      packed({
        'imsmanifest.xml': `<manifest><resources>${resource('unu')}${resource('doi.xml')}${resource('test.xml', 'imsqti_test_xmlv2p1')}</resources></manifest>`,
        unu: item2(correct, interaction()),
      }),
      'pachet.zip',
    );
    expect(items.map(reasonOf)).toEqual(['importable', 'import.itemFileMissing']);
    expect(items[1]?.findings).toEqual([{ code: 'import.itemFileMissing', params: { file: 'doi.xml' } }]);
  });
});

describe('[IMP-2] QTI 2 response processing', () => {
  const test = (kind: string, choice: string) =>
    `<${kind}><baseValue baseType="identifier">${choice}</baseValue><variable identifier="RESPONSE"/></${kind}>`;
  const score =
    '<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue>';
  const rule = (condition: string, then = score) =>
    `<responseCondition><responseIf>${condition}${then}</responseIf></responseCondition>`;
  const processed = (declared: readonly string[], ...rules: readonly string[]) =>
    one(
      item2(
        declared.length === 0
          ? ''
          : `<correctResponse>${declared.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`,
        interaction(),
        `<responseProcessing>${rules.join('')}</responseProcessing>`,
      ),
    );

  it('that rewards other choices than the declared ones leaves the key unclear', () => {
    expect(reasonOf(processed(['A'], rule(test('match', 'B'))))).toContain('import.keyUnclear');
    expect(reasonOf(processed(['A'], rule(test('match', 'A'))))).toBe('importable');
  });

  it('that rewards only some of the declared choices is reported', () => {
    const item = processed(['A', 'B'], rule(test('member', 'A')));
    expect(item?.findings).toContainEqual({ code: 'import.keyContradicted', params: { answers: 'B' } });
    const agreed = processed(['A', 'B'], rule(test('member', 'A')), rule(test('member', 'B')));
    expect(codesOf(agreed)).not.toContain('import.keyContradicted');
  });

  it('with a condition in another one about the response is not read as two', () => {
    const nested = rule(test('member', 'A'), rule(test('member', 'B')));
    expect(reasonOf(processed([], nested))).toContain('import.keyUnclear');
    const besideOthers = rule('<isNull><variable identifier="OTHER"/></isNull>', rule(test('match', 'B')));
    expect(answersOf(processed([], besideOthers))).toEqual(['HCl', '*H~2~SO~4~', 'NaOH']);
  });

  it('that takes a score back leaves the key unclear', () => {
    const nothing = score.replace('>1<', '>0<');
    expect(reasonOf(processed([], rule(test('match', 'A'), score + nothing)))).toContain('import.noCorrect');
    const later = [rule(test('member', 'A')), rule(test('member', 'B')), rule(test('member', 'B'), nothing)];
    expect(reasonOf(processed([], ...later))).toContain('import.keyUnclear');
    const before = [
      rule(test('match', 'A'), nothing),
      rule(test('match', 'A')),
      rule(test('match', 'B'), nothing),
    ];
    expect(answersOf(processed([], ...before))).toEqual(['*HCl', 'H~2~SO~4~', 'NaOH']);
  });

  it('keeps alternatives of several choices apart', () => {
    const both = (first: string, second: string) =>
      `<and>${test('member', first)}${test('member', second)}</and>`;
    expect(reasonOf(processed([], rule(`<or>${both('A', 'B')}${both('A', 'C')}</or>`)))).toContain(
      'import.alternativeKeys',
    );
    expect(answersOf(processed([], rule(both('A', 'B'))))).toEqual(['*HCl', '*H~2~SO~4~', 'NaOH']);
  });
});

describe('[IMP-2] a QTI 2 test', () => {
  it('lists the items that it names and nobody holds, and reports the texts that it shows', () => {
    const archive = packed({
      'imsmanifest.xml':
        '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="unu.xml"/></resources></manifest>',
      'test.xml':
        '<assessmentTest><testPart><assessmentSection><rubricBlock view="candidate"><p>Citiți cazul.</p></rubricBlock><assessmentItemRef href="unu.xml"/><assessmentItemRef href="doi.xml"/></assessmentSection></testPart></assessmentTest>',
      'unu.xml': item2(correct, interaction()),
    });
    expect(itemsOf(archive, 'a.zip').map(reasonOf)).toEqual(['importable', 'import.itemFileMissing']);
    expect(readQuestions(archive, 'a.zip', 'ro')).toMatchObject({
      findings: [{ code: 'import.instructionsDropped', params: { text: 'Citiți cazul.', file: 'test.xml' } }],
    });
  });

  it('does not hide other question files of its package', () => {
    const archive = packed({
      'imsmanifest.xml': '<manifest/>',
      'banca.xml': '<objectbank><item ident="x"/></objectbank>',
      'curs.xml': '<course><title>Curs</title></course>',
      'elemente.xml': `<list>${item2(correct, interaction()).replace(/<\?.*?\?>/, '')}</list>`,
      'res1.dat': '<POOL><QUESTION_MULTIPLECHOICE/></POOL>',
      'unu.xml': item2(correct, interaction()),
    });
    const result = readQuestions(archive, 'a.zip', 'ro');
    expect(result.kind === 'read' && result.findings).toEqual(
      ['banca.xml', 'elemente.xml', 'res1.dat'].map((file) => ({
        code: 'import.fileNotRead',
        params: { file },
      })),
    );
  });
});
