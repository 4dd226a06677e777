import { describe, expect, it } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
} from '#server/features/imports/testing/reading.ts';
import { readQuestions } from './read-questions.ts';

const item12 = (type: string, presentation: string, processing: string) =>
  `<item ident="q" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>1.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">&lt;div&gt;Care sunt &lt;b&gt;pare&lt;/b&gt;?&lt;/div&gt;</mattext></material>${presentation}</presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing></item>`;
const lid = (cardinality: string) =>
  `<response_lid ident="response1" rcardinality="${cardinality}"><render_choice>${['2', '3', '4'].map((text) => `<response_label ident="${text}0"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`).join('')}</render_choice></response_lid>`;
const condition = (test: string) =>
  `<respcondition continue="No"><conditionvar>${test}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>`;
const equal = (choice: string) => `<varequal respident="response1">${choice}</varequal>`;

describe('[IMP-2] QTI 1.2 files', () => {
  const items = itemsOf(
    `<?xml version="1.0"encoding="UTF-8"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Test 1"><section ident="root">${[
      item12('multiple_choice_question', lid('Single'), condition(equal('20'))),
      item12(
        'multiple_answers_question',
        lid('Multiple'),
        condition(`<and>${equal('20')}<not>${equal('30')}</not>${equal('40')}</and>`),
      ),
      item12('essay_question', '<response_str ident="r"><render_fib/></response_str>', ''),
      item12('matching_question', lid('Single') + lid('Single'), ''),
      item12('matching_question', lid('Single'), condition(equal('20'))),
    ].join('')}</section></assessment></questestinterop>`,
    'canvas.xml',
  );

  it('read single and multiple choices as Canvas writes them', () => {
    expect(questionOf(items[0])).toMatchObject({
      chapter: ['Test 1'],
      text: 'Care sunt **pare**?',
      points: 10,
    });
    expect(answersOf(items[0])).toEqual(['*2', '3', '4']);
    expect(answersOf(items[1])).toEqual(['*2', '3', '*4']);
  });

  it('keep texts that are written without their element', () => {
    const bare = item12('', lid('Single'), condition(equal('20')))
      .replace('<presentation>', '<presentation>Citiți.<qticomment>Corect: 2</qticomment>')
      .replace('<material><mattext texttype="text/plain">3</mattext></material>', 'trei')
      .replace(
        '<material><mattext texttype="text/plain">4</mattext></material>',
        '<material>patru</material>',
      );
    const [item] = itemsOf(`<questestinterop>${bare}</questestinterop>`, 'a.xml');
    expect(questionOf(item).text).toBe('Citiți.\nCare sunt **pare**?');
    expect(answersOf(item)).toEqual(['*2', 'trei', 'patru']);
  });

  it('reject an item whose key names an identifier that two choices have', () => {
    const twice = item12('', lid('Single'), condition(equal('20'))).replace('ident="30"', 'ident="20"');
    const other = item12('', lid('Single'), condition(equal('40'))).replace('ident="30"', 'ident="20"');
    const both = itemsOf(`<questestinterop>${twice}${other}</questestinterop>`, 'a.xml');
    expect(both.map(reasonOf)).toEqual([expect.stringContaining('import.keyUnclear'), 'importable']);
  });

  it('give the items of a section its text, and report the instructions of a test', () => {
    const material = (text: string) => `<material><mattext>${text}</mattext></material>`;
    const inside = item12('', lid('Single'), condition(equal('20'))).replace(
      '<render_choice>',
      `<render_choice>${material('Alegeți.')}`,
    );
    const outside = item12('', lid('Single'), condition(equal('20')));
    const result = readQuestions(
      Buffer.from(
        `<questestinterop><assessment title="T"><presentation_material><flow_mat>${material('Aveți o oră.')}</flow_mat></presentation_material><section><presentation_material>${material('Cazul clinic.')}</presentation_material>${inside}</section><section><rubric>${material('Doar creion.')}</rubric>${outside}</section></assessment></questestinterop>`,
      ),
      'a.xml',
      'ro',
    );
    if (result.kind === 'refused') throw new Error(result.finding.code);
    expect(result.items.map((item) => questionOf(item).text)).toEqual([
      'Cazul clinic.\nCare sunt **pare**?\nAlegeți.',
      'Care sunt **pare**?',
    ]);
    expect(result.findings).toEqual(
      ['Aveți o oră.', 'Doar creion.'].map((text) => ({
        code: 'import.instructionsDropped',
        params: { text },
      })),
    );
  });

  it('list other types by name', () => {
    expect(items.slice(2).map(reasonOf)).toEqual([
      'essay_question',
      'matching_question',
      'matching_question',
    ]);
  });
});

describe('[IMP-2] scoring of QTI 1.2', () => {
  const single = (choice: string, variables: string) =>
    `<respcondition continue="Yes"><conditionvar>${equal(choice)}</conditionvar>${variables}</respcondition>`;
  const set = (action: string, value: number, name = 'SCORE') =>
    `<setvar action="${action}" varname="${name}">${value}</setvar>`;
  const read = (cardinality: string, ...conditions: string[]) =>
    itemsOf(
      `<questestinterop>${item12('', lid(cardinality), conditions.join(''))}</questestinterop>`,
      'a.xml',
    )[0];

  it('never counts subtracted points as earned', () => {
    const item = read(
      'Multiple',
      single('20', set('Add', 50)),
      single('30', set('Subtract', 50)),
      single('40', set('Add', 50)),
    );
    expect(answersOf(item)).toEqual(['*2', '3', '*4']);
    expect(codesOf(item)).toContain('import.penaltyIgnored');
  });

  it('rejects a key that names a choice which is not there', () => {
    const item = read('Multiple', condition(`<and>${equal('20')}${equal('90')}</and>`));
    expect(reasonOf(item)).toContain('import.answerUnknown');
  });

  it('never counts mistakes as points', () => {
    const item = read(
      'Multiple',
      single('20', set('Add', 1, 'D2L_Correct')),
      single('30', set('Add', 1, 'D2L_Incorrect')),
      `<respcondition><conditionvar><not>${equal('40')}</not></conditionvar>${set('Add', 1, 'D2L_Correct')}</respcondition>`,
    );
    expect(answersOf(item)).toEqual(['*2', '3', '4']);
  });

  it('never counts other variables as points', () => {
    const attempts = set('Add', 1, 'numAttempts');
    const item = read('Multiple', single('20', set('Add', 1)), single('30', attempts));
    expect(answersOf(item)).toEqual(['*2', '3', '4']);
    const unknown = read('Multiple', single('20', set('Add', 1, 'a')), single('30', set('Add', 1, 'b')));
    expect(unknown?.findings[0]).toEqual({ code: 'import.scoringUnknown', params: { variable: 'a' } });
    expect(reasonOf(unknown)).toContain('import.scoringUnknown');
  });

  it.each(['que_score', 'Respondus_Correct', 'SCORE.max', ''])(
    'counts the variable "%s" as points',
    (name) => {
      expect(answersOf(read('Multiple', single('30', set('Set', 1, name))))).toEqual(['2', '*3', '4']);
    },
  );

  it('counts the only variable that an item declares as points', () => {
    const xml = item12('', lid('Multiple'), single('30', set('Set', 1, 'total'))).replace(
      '"SCORE"',
      '"total"',
    );
    expect(answersOf(itemsOf(`<questestinterop>${xml}</questestinterop>`, 'a.xml')[0])).toEqual([
      '2',
      '*3',
      '4',
    ]);
  });

  it('reads the marks of Blackboard and of a declared maximum', () => {
    const marked = (metadata: string, maximum: number) => {
      const xml = item12('', lid('Single'), condition(equal('20')))
        .replace(/<itemmetadata>.*<\/itemmetadata>/, `<itemmetadata>${metadata}</itemmetadata>`)
        .replace('maxvalue="100"', `maxvalue="${maximum}"`);
      return itemsOf(`<questestinterop>${xml}</questestinterop>`, 'a.xml')[0];
    };
    const blackboard = marked('<qmd_absolutescore_max>2.5</qmd_absolutescore_max>', 100);
    expect(questionOf(blackboard).points).toBe(25);
    expect(codesOf(blackboard)).toContain('import.markScaled');
    expect(questionOf(marked('', 3)).points).toBe(30);
    expect(questionOf(marked('', 100)).points).toBeUndefined();
  });

  it('rejects alternative combinations', () => {
    const both = (...choices: string[]) => condition(`<and>${choices.map(equal).join('')}</and>`);
    expect(reasonOf(read('Multiple', both('20', '30'), both('20', '40')))).toContain(
      'import.alternativeKeys',
    );
    expect(
      reasonOf(read('Multiple', condition(`<and>${equal('20')}<or>${equal('30')}${equal('40')}</or></and>`))),
    ).toContain('import.alternativeKeys');
  });

  it('reports alternative single answers', () => {
    const item = read('Single', condition(equal('20')), condition(equal('30')));
    expect(answersOf(item)).toEqual(['*2', '*3', '4']);
    expect(codesOf(item)).toContain('import.alternativeAnswers');
  });

  it.each([
    ['in the same condition', single('20', set('Set', 100) + set('Set', 0)), 'import.noCorrect'],
    [
      'in a later condition',
      single('20', set('Set', 100)) + single('20', set('Set', 0)),
      'import.keyUnclear',
    ],
    [
      'in a condition about another choice',
      single('20', set('Add', 50)) + single('30', set('Add', 50)) + single('30', set('Set', 0)),
      'import.keyUnclear',
    ],
    ['by subtraction', single('20', set('Add', 50)) + single('20', set('Subtract', 50)), 'import.keyUnclear'],
  ])('refuses a key whose points are taken back %s', (_, conditions, code) => {
    for (const cardinality of ['Single', 'Multiple']) {
      const xml = item12('', lid(cardinality), conditions);
      expect(reasonOf(itemsOf(`<questestinterop>${xml}</questestinterop>`, 'a.xml')[0])).toContain(code);
    }
  });

  it('refuses more conditions than it tries', () => {
    const wrong = single('30', set('Set', 0));
    expect(answersOf(read('Single', wrong.repeat(900), condition(equal('20'))))).toEqual(['*2', '3', '4']);
    expect(reasonOf(read('Single', wrong.repeat(1000), condition(equal('20'))))).toContain(
      'import.keyUnclear',
    );
  });

  it('keeps a key that a later condition cannot reach', () => {
    const last = condition(equal('20')) + condition(equal('20')).replace('>100<', '>0<');
    expect(answersOf(read('Single', last))).toEqual(['*2', '3', '4']);
    const otherwise = condition('<other/>').replace('>100<', '>0<');
    expect(answersOf(read('Single', condition(equal('20')), otherwise))).toEqual(['*2', '3', '4']);
    const reset = single('20', set('Set', 0)) + single('20', set('Add', 100));
    expect(answersOf(read('Multiple', reset))).toEqual(['*2', '3', '4']);
  });

  it('refuses conditions about another response', () => {
    const foreign = (choice: string) => equal(choice).replace('response1', 'response2');
    for (const test of [foreign('30'), `<and>${equal('20')}${foreign('30')}</and>`])
      expect(reasonOf(read('Multiple', condition(test)))).toContain('import.keyUnclear');
    const mixed = condition(equal('20')) + condition(foreign('20'));
    expect(reasonOf(read('Single', mixed))).toContain('import.keyUnclear');
  });

  it('ignores conditions of Blackboard about single choices and of D2L about its counters', () => {
    const ofChoice = '<varequal respident="20" case="No"/>';
    const blackboard = condition(equal('20')) + condition(ofChoice).replace('>100<', '>0<');
    expect(answersOf(read('Single', blackboard))).toEqual(['*2', '3', '4']);
    const counted = '<varequal respident="D2L_Correct">1</varequal>';
    const d2l = single('20', set('Add', 1, 'D2L_Correct')) + single('30', set('Add', 1, 'D2L_Incorrect'));
    const total = condition(counted).replace('"SCORE">100', '"que_score">D2L_Correct');
    expect(answersOf(read('Multiple', d2l + total))).toEqual(['*2', '3', '4']);
  });

  const either = (...labels: string[]) =>
    `<response_lid ident="response1" rcardinality="Single"><render_choice>${labels.join('')}</render_choice></response_lid>`;
  const label = (ident: string, text: string) =>
    `<response_label ident="${ident}"><material>${text}</material></response_label>`;
  const readOne = (presentation: string, processing: string) =>
    itemsOf(`<questestinterop>${item12('', presentation, processing)}</questestinterop>`, 'a.xml')[0];

  it.each([
    ['yes_no', ['*Yes', 'No']],
    ['true_false', ['*True', 'False']],
    ['agree_disagree', ['*Agree', 'Disagree']],
    ['right_wrong', ['*Right', 'Wrong']],
  ])('replaces the Either/Or labels %s of Blackboard with words', (labels, expected) => {
    const plain = (text: string) => `<mattext texttype="text/plain">${text}</mattext>`;
    const keys = [`${labels}.true`, `${labels}.false`];
    const blackboard = readOne(
      either(...keys.map((key) => label(key, plain(key)))),
      condition(equal(`${labels}.true`)),
    );
    expect(answersOf(blackboard)).toEqual(expected);
  });

  it('replaces the true/false keys of WebCT with words', () => {
    const webct = readOne(either(label('T', ''), label('F', '')), condition(equal('F')));
    expect(answersOf(webct)).toEqual(['True', '*False']);
  });

  it('reports removed audio', () => {
    const sound = readOne(
      `<material><mataudio uri="a.wav"/></material>${lid('Single')}`,
      condition(equal('20')),
    );
    expect(codesOf(sound)).toContain('import.mediaDropped');
  });
});

describe('[IMP-2] QTI 1.2 files refer to what is elsewhere', () => {
  const file = (inside: string, more = '') =>
    `<questestinterop>${more}${item12('', `${inside}${lid('Single')}`, condition(equal('20')))}</questestinterop>`;
  const text = '<mattext>Text comun.</mattext>';

  it('materials of the file are read, and missing ones leave the question out', () => {
    const reference = '<material_ref linkrefid="m"/><material><matref linkrefid="t"/></material>';
    const materials = `<material label="m">${text}</material><material><mattext label="t">Alt text.</mattext></material>`;
    const [found] = itemsOf(file(reference, `<x>${materials}</x>`), 'a.xml');
    expect(questionOf(found).text).toBe('Care sunt **pare**?\nText comun.\nAlt text.');
    const [missing] = itemsOf(file(reference), 'a.xml');
    expect(missing?.kind === 'rejected' && missing.findings.slice(0, 2)).toEqual([
      { code: 'import.stimulusMissing', params: { name: 'm' } },
      { code: 'import.stimulusMissing', params: { name: 't' } },
    ]);
  });

  it('images that the file only names are reported', () => {
    const [item] = itemsOf(file('<material><matimage entityref="poza"/></material>'), 'a.xml');
    expect(item?.findings).toContainEqual({ code: 'import.imageMissing', params: { name: 'poza' } });
  });

  it('questions and banks that the file does not contain are reported', () => {
    const references =
      '<section><itemref linkrefid="q"/><itemref linkrefid="z"/><sourcebank_ref>b1</sourcebank_ref></section>';
    const result = readQuestions(Buffer.from(file('', references)), 'a.xml', 'ro');
    expect(result.kind === 'read' && result.findings).toEqual([
      { code: 'import.itemsElsewhere', params: { names: 'z, b1' } },
    ]);
  });

  it('plain text keeps its tags', () => {
    const plain =
      '<material><mattext texttype="text/plain">Ce face &lt;b&gt;x&lt;/b&gt;?</mattext></material>';
    expect(questionOf(itemsOf(file(plain), 'a.xml')[0]).text).toBe('Care sunt **pare**?\nCe face <b>x</b>?');
  });

  it('a mark of 0 is reported', () => {
    const xml = file('').replace('<fieldentry>1.0<', '<fieldentry>0<');
    expect(itemsOf(xml, 'a.xml')[0]?.findings).toContainEqual({
      code: 'import.markIgnored',
      params: { mark: 0 },
    });
  });
});
