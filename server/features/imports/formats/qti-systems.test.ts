import { describe, expect, it } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
} from '#server/features/imports/testing/reading.ts';

const material = (text: string, type = 'text/html') =>
  `<material><mattext texttype="${type}">${text}</mattext></material>`;
const rewarded = (...conditions: string[]) =>
  conditions
    .map(
      (condition) =>
        `<respcondition><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>`,
    )
    .join('');
const equal = (choice: string) => `<varequal respident="r">${choice}</varequal>`;
type Item = {
  ident?: string;
  metadata?: string;
  text?: string;
  labels?: readonly string[];
  scoring?: string;
  cardinality?: string;
};
const item = ({ ident = 'q1', metadata = '', text = material('Care?'), ...more }: Item) => {
  const labels = (more.labels ?? [material('unu'), material('doi'), material('trei')])
    .map((label, index) => `<response_label ident="${'ABC'.charAt(index)}">${label}</response_label>`)
    .join('');
  return `<item ident="${ident}" title="T"><itemmetadata>${metadata}</itemmetadata><presentation>${text}<response_lid ident="r" rcardinality="${more.cardinality ?? 'Single'}"><render_choice>${labels}</render_choice></response_lid></presentation><resprocessing>${more.scoring ?? rewarded(equal('A'))}</resprocessing></item>`;
};
const field = (label: string, entry: string, name = 'qtimetadatafield') =>
  `<qtimetadata><${name}><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></${name}></qtimetadata>`;
const read = (...items: string[]) =>
  itemsOf(`<questestinterop><section>${items.join('')}</section></questestinterop>`, 'a.xml');

describe('[IMP-2] QTI 1.2 as other systems write it', () => {
  it('keeps a "<" that opens no tag, escaped or in CDATA', () => {
    const texts = [
      material('&lt;p&gt;Când x&lt;y, atunci?&lt;/p&gt;'),
      material('<![CDATA[<p>Când x<y, atunci?</p>]]>'),
    ];
    for (const text of texts) {
      const [one] = read(
        item({ text, labels: [material('a&lt;b și &lt;i&gt;c&lt;/i&gt; la fel'), material('nu')] }),
      );
      expect(questionOf(one).text).toBe('Când x<y, atunci?');
      expect(answersOf(one)).toEqual(['*a<b și *c* la fel', 'nu']);
    }
  });

  it('keeps plain answers that are tags', () => {
    const labels = ['&lt;br /&gt;', '&lt;hr&gt;', '<![CDATA[<pre>]]>'].map((tag) =>
      material(tag, 'text/plain'),
    );
    expect(answersOf(read(item({ labels }))[0])).toEqual(['*<br />', '<hr>', '<pre>']);
  });

  it('shows the text that questions share above each of them', () => {
    const shared = `<item ident="s1"><presentation>${material('Un pacient tușește.')}</presentation></item>`;
    const inGroup = `<section parent_stimulus_item_ident="s1">${item({ ident: 'q2' })}</section>`;
    const [, own, grouped, lost] = read(
      shared,
      item({ metadata: field('parent_stimulus_item_ident', 's1') }),
      inGroup,
      item({ metadata: field('parent_stimulus_item_ident', 's2') }),
    );
    expect(questionOf(own).text).toBe('Un pacient tușește.\nCare?');
    expect(questionOf(grouped).text).toBe('Un pacient tușește.\nCare?');
    expect(codesOf(own)).not.toContain('import.stimulusMissing');
    expect(codesOf(lost)).toContain('import.stimulusMissing');
  });

  it('reads type and mark of D2L and Respondus', () => {
    const [matching, weighed] = read(
      item({ metadata: field('qmd_questiontype', 'Matching', 'qti_metadatafield') }),
      item({ metadata: field('respondusapi_qpoints', '2.5', 'qti_metadatafield') }),
    );
    expect(reasonOf(matching)).toBe('Matching');
    expect(questionOf(weighed).points).toBe(25);
  });

  it('reads a mark of Blackboard next to an empty weight', () => {
    const metadata = '<qmd_weighting>0.0</qmd_weighting><qmd_absolutescore_max>3.0</qmd_absolutescore_max>';
    expect(questionOf(read(item({ metadata }))[0]).points).toBe(30);
  });

  it('takes several answers that are rewarded together, whatever the declared number', () => {
    const together = rewarded(`<and>${equal('A')}<not>${equal('B')}</not>${equal('C')}</and>`);
    const [one] = read(item({ scoring: together }));
    expect(answersOf(one)).toEqual(['*unu', 'doi', '*trei']);
    expect(codesOf(one)).not.toContain('import.alternativeAnswers');
    const [either] = read(
      item({
        scoring: rewarded(`<and>${equal('A')}${equal('B')}</and>`, `<and>${equal('A')}${equal('C')}</and>`),
      }),
    );
    expect(reasonOf(either)).toContain('import.alternativeKeys');
  });

  it('takes the choices that OLAT calls correct', () => {
    const each = ['A:correct', 'B:wrong', 'C:correct'].map(
      (choice) =>
        `<respcondition><conditionvar>${equal(choice)}</conditionvar><setvar action="Add" varname="SCORE">1</setvar></respcondition>`,
    );
    const [one] = read(item({ scoring: each.join(''), cardinality: 'Multiple' }));
    expect(answersOf(one)).toEqual(['*unu', 'doi', '*trei']);
  });
});

describe('[IMP-2] QTI 2 as other systems write it', () => {
  const item2 = (declared: string, body: string, more = '') =>
    itemsOf(
      `<assessmentItem identifier="i" title="T">${declared}<itemBody>${body}<choiceInteraction responseIdentifier="R" maxChoices="0"><simpleChoice identifier="A"><div class="html">unu &lt;b&gt;gras&lt;/b&gt;</div></simpleChoice><simpleChoice identifier="B"><![CDATA[b<c și <i>d</i> la fel]]></simpleChoice></choiceInteraction></itemBody>${more}</assessmentItem>`,
      'a.xml',
    )[0];
  const declaration = (content: string) =>
    `<responseDeclaration identifier="R" cardinality="multiple" baseType="identifier">${content}</responseDeclaration>`;
  const known = declaration('<correctResponse><value>B</value></correctResponse>');

  it('keeps a "<" in CDATA, and reads HTML that is marked as such', () => {
    expect(answersOf(item2(known, '<p>Care?</p>'))).toEqual(['unu **gras**', '*b<c și *d* la fel']);
  });

  it('takes the key from a score with a name of its own', () => {
    const rule = (name: string, choice: string, score: number) =>
      `<${name}><member><baseValue baseType="identifier">${choice}</baseValue><variable identifier="R"/></member><setOutcomeValue identifier="QUE_SCORE"><sum><variable identifier="QUE_SCORE"/><baseValue baseType="integer">${score}</baseValue></sum></setOutcomeValue></${name}>`;
    const scoring = `<responseProcessing><responseCondition>${rule('responseIf', 'A', 50)}${rule('responseElseIf', 'B', -50)}</responseCondition></responseProcessing>`;
    expect(answersOf(item2(declaration(''), '<p>Care?</p>', scoring))[0]).toBe('*unu **gras**');
  });

  it('reports a shared text that is not there', () => {
    const one = item2(`${known}<assessmentStimulusRef identifier="s" href="s.xml"/>`, '<p>Care?</p>');
    expect(codesOf(one)).toContain('import.stimulusMissing');
  });
});
