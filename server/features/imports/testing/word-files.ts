import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';

/** A file with the words of its texts, correct answers, wrong answers, and other places. */
export type Written = {
  readonly bytes: Uint8Array;
  readonly text: readonly string[];
  readonly correct: readonly string[];
  readonly wrong: readonly string[];
  readonly beside: readonly string[];
};

/** Writes words that occur nowhere else, and notes their place. */
class Author {
  readonly text: string[] = [];
  readonly correct: string[] = [];
  readonly wrong: string[] = [];
  readonly beside: string[] = [];
  private count = 0;

  say(place: 'text' | 'correct' | 'wrong' | 'beside'): string {
    this.count += 1;
    const word = `${place}${this.count}q`;
    this[place].push(word);
    return word;
  }

  written(file: string | Uint8Array): Written {
    const { text, correct, wrong, beside } = this;
    return { bytes: typeof file === 'string' ? strToU8(file) : file, text, correct, wrong, beside };
  }
}

const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);

/** The columns of a table: the usual ones, and some that repeat others or have no known heading. */
const tables = fc.record({
  columns: fc
    .tuple(
      fc.shuffledSubarray(['Correct 2', 'Correct', 'Wrong 2', 'Wrong'], { minLength: 0 }),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant<string[]>([]) },
        fc.shuffledSubarray(['', 'Text', 'Right 1', 'Notes', 'Chapter', 'Correct 1 source', 'Wrong 7 page'], {
          maxLength: 2,
        }),
      ),
    )
    .chain(([more, odd]) => {
      const all = ['Question', 'Incomplete pool', 'Correct 1', 'Wrong 1', ...more, ...odd];
      return fc.shuffledSubarray(all, { minLength: all.length });
    }),
  rows: fc.array(fc.record({ comma: rarely, beyond: rarely, gap: rarely }), { minLength: 1, maxLength: 3 }),
  merged: fc.boolean(),
  sheet: rarely,
});
type Table = typeof tables extends fc.Arbitrary<infer Value> ? Value : never;

function cellIn(author: Author, heading: string): string {
  if (heading === 'Incomplete pool') return 'x';
  if (/ (?:source|page)$/.test(heading) || heading === '' || heading === 'Notes' || heading === 'Chapter')
    return author.say('beside');
  if (/^(?:Correct|Right)/.test(heading)) return author.say('correct');
  return author.say(heading.startsWith('Wrong') ? 'wrong' : 'text');
}

function rowsOf(author: Author, { columns, rows }: Table, separator: string): string[][] {
  return rows.map(({ comma, beyond, gap }) => {
    const cells = columns.map((heading) => (gap && heading === '' ? '' : cellIn(author, heading)));
    if (comma) cells[0] = `${cells[0]}${separator}${cellIn(author, columns[0] ?? '')}`;
    return beyond ? [...cells, author.say('beside')] : cells;
  });
}

const csvOf = (table: Table) => {
  const author = new Author();
  const rows = rowsOf(author, table, ',');
  return author.written([table.columns, ...rows].map((cells) => cells.join(',')).join('\n'));
};

const letters = 'ABCDEFGHIJKLMNOP';
const sheetOf = (rows: readonly (readonly string[])[], more = '') =>
  strToU8(
    `<worksheet><sheetData>${rows
      .map(
        (cells, line) =>
          `<row r="${line + 1}">${cells
            .map((cell, at) =>
              cell === '' ? '' : `<c r="${letters[at]}${line + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`,
            )
            .join('')}</row>`,
      )
      .join('')}</sheetData>${more}</worksheet>`,
  );

const workbookOf = (table: Table) => {
  const author = new Author();
  const rows = rowsOf(author, table, ' ');
  const empty = table.columns.indexOf('');
  const area = `${letters[empty - 1]}1:${letters[empty]}1`;
  const merged = table.merged && empty > 0 ? `<mergeCells><mergeCell ref="${area}"/></mergeCells>` : '';
  const file = zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="a" r:id="r1"/><sheet name="b" r:id="r2"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<R><Relationship Id="r1" Target="1.xml"/><Relationship Id="r2" Target="2.xml"/></R>',
    ),
    'xl/1.xml': sheetOf([table.columns, ...rows], merged),
    'xl/2.xml': sheetOf(table.sheet ? [[author.say('beside')]] : []),
  });
  return author.written(file);
};

const aikens = fc.record({
  stem: fc.integer({ min: 1, max: 2 }),
  options: fc.array(
    fc.record({ step: fc.constantFrom(1, 1, 1, 1, 1, 1, 0, 2), more: rarely, blank: rarely }),
    {
      minLength: 2,
      maxLength: 4,
    },
  ),
  answer: fc.nat(1),
  below: fc.subarray(['Explanation: ', 'Tags: ', 'Ref.: ', 'Topic: ']),
});

function aikenOf({ stem, options, answer, below }: typeof aikens extends fc.Arbitrary<infer V> ? V : never) {
  const author = new Author();
  const lines = Array.from({ length: stem }, () => author.say('text'));
  let letter = -1;
  options.forEach(({ step, more, blank }, index) => {
    letter = index === 0 ? 0 : letter + step;
    const place = letter === answer ? 'correct' : 'wrong';
    lines.push(...(blank ? [''] : []), `${letters[letter]}. ${author.say(place)}`);
    if (more) lines.push(author.say(place));
  });
  lines.push(`ANSWER: ${letters[answer]}`, ...below.map((word) => `${word}${author.say('beside')}`));
  return author.written(lines.join('\n'));
}

const gifts = fc.record({
  name: fc.boolean(),
  bare: rarely,
  answers: fc.array(fc.record({ correct: fc.boolean(), feedback: rarely }), { minLength: 2, maxLength: 4 }),
  general: rarely,
  after: fc.boolean(),
  lines: fc.boolean(),
});

function giftOf({
  name,
  bare,
  answers,
  general,
  after,
  lines,
}: typeof gifts extends fc.Arbitrary<infer V> ? V : never) {
  const author = new Author();
  const inside = answers.map(({ correct, feedback }, index) => {
    const sign = correct ? '=' : '~';
    const isBare = bare && index === 0;
    const said = author.say(correct && !isBare ? 'correct' : 'wrong');
    return `${isBare ? '' : sign}${said}${feedback ? `#${author.say('beside')}` : ''}`;
  });
  const body = inside.join(lines ? '\n' : ' ') + (general ? `####${author.say('beside')}` : '');
  const title = name ? `::${author.say('beside')}::` : '';
  return author.written(`${title}${author.say('text')} {${body}}${after ? ` ${author.say('text')}` : ''}`);
}

const nested = (words: readonly string[], tag: string) =>
  words.map((word) => `<${tag}>${word}</${tag}>`).join('');

const moodles = fc.record({
  answers: fc.array(fc.record({ correct: fc.boolean(), feedback: rarely }), { minLength: 2, maxLength: 4 }),
  besides: fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    fc.subarray(['name', 'generalfeedback', 'correctfeedback', 'hint']),
  ),
  wrapped: fc.boolean(),
});

function moodleOf({ answers, besides, wrapped }: typeof moodles extends fc.Arbitrary<infer V> ? V : never) {
  const author = new Author();
  const text = wrapped
    ? `<![CDATA[${nested([author.say('text'), author.say('text')], 'p')}]]>`
    : author.say('text');
  const options = answers.map(({ correct, feedback }) => {
    const said = feedback ? `<feedback><text>${author.say('beside')}</text></feedback>` : '';
    return `<answer fraction="${correct ? 100 : 0}"><text>${author.say(correct ? 'correct' : 'wrong')}</text>${said}</answer>`;
  });
  const more = besides.map((name) => `<${name}><text>${author.say('beside')}</text></${name}>`);
  return author.written(
    `<quiz><question type="multichoice"><questiontext format="html"><text>${text}</text></questiontext><single>false</single>${more.join('')}${options.join('')}</question></quiz>`,
  );
}

const qtis = fc.record({
  body: fc.array(fc.constantFrom('p', 'p', 'div', 'rubric', 'candidate', 'inline', 'block'), {
    maxLength: 3,
  }),
  choices: fc.array(fc.record({ correct: fc.boolean(), feedback: rarely }), { minLength: 2, maxLength: 4 }),
  modal: rarely,
  stimulus: rarely,
  mapped: fc.boolean(),
});

function qtiOf({
  body,
  choices,
  modal,
  stimulus,
  mapped,
}: typeof qtis extends fc.Arbitrary<infer V> ? V : never) {
  const author = new Author();
  const parts = body.map((kind) => {
    if (kind === 'rubric') return `<rubricBlock view="scorer"><p>${author.say('beside')}</p></rubricBlock>`;
    if (kind === 'candidate')
      return `<rubricBlock view="candidate"><p>${author.say('text')}</p></rubricBlock>`;
    if (kind === 'inline')
      return `<p>${author.say('text')}<feedbackInline>${author.say('beside')}</feedbackInline></p>`;
    if (kind === 'block') return `<feedbackBlock><p>${author.say('beside')}</p></feedbackBlock>`;
    return nested([author.say('text')], kind);
  });
  const identifiers = choices.map((_, index) => `i${index}`);
  const simple = choices.map(({ correct, feedback }, index) => {
    const said = feedback ? `<feedbackInline>${author.say('beside')}</feedbackInline>` : '';
    return `<simpleChoice identifier="i${index}">${author.say(correct ? 'correct' : 'wrong')}${said}</simpleChoice>`;
  });
  const right = identifiers.filter((_, index) => choices[index]?.correct);
  const mapping = `<mapping>${right.map((one) => `<mapEntry mapKey="${one}" mappedValue="1"/>`).join('')}</mapping>`;
  return author.written(
    `<assessmentItem identifier="i" title="i"><responseDeclaration identifier="RESPONSE" cardinality="multiple"><correctResponse>${nested(right, 'value')}</correctResponse>${mapped ? mapping : ''}</responseDeclaration>${stimulus ? '<assessmentStimulusRef identifier="s" href="s.xml"/>' : ''}<itemBody>${parts.join('')}<choiceInteraction responseIdentifier="RESPONSE"><prompt>${author.say('text')}</prompt>${simple.join('')}</choiceInteraction></itemBody>${modal ? `<modalFeedback>${author.say('beside')}</modalFeedback>` : ''}</assessmentItem>`,
  );
}

const qtis12 = fc.record({
  test: rarely,
  section: fc.boolean(),
  rubric: rarely,
  places: fc.subarray(['presentation', 'flow', 'response', 'render'], { minLength: 1 }),
  labels: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
  feedback: rarely,
  counter: fc.boolean(),
});

function qti12Of(drawn: typeof qtis12 extends fc.Arbitrary<infer V> ? V : never) {
  const { test, section, rubric, places, labels, feedback, counter } = drawn;
  const author = new Author();
  const material = (place: 'text' | 'correct' | 'wrong' | 'beside') =>
    `<material><mattext>${author.say(place)}</mattext></material>`;
  const at = (place: string) => (places.includes(place) ? material('text') : '');
  const choices = labels.map(
    (correct, index) =>
      `<response_label ident="i${index}">${material(correct ? 'correct' : 'wrong')}</response_label>`,
  );
  const conditions = labels.map((correct, index) => {
    const score = correct ? '<setvar varname="SCORE" action="Add">1</setvar>' : '';
    const tries = counter ? '<setvar varname="tries" action="Add">1</setvar>' : '';
    return `<respcondition><conditionvar><varequal>i${index}</varequal></conditionvar>${score}${tries}</respcondition>`;
  });
  const item = `<item ident="q">${rubric ? `<rubric>${material('beside')}</rubric>` : ''}<presentation>${at('presentation')}<flow>${at('flow')}<response_lid ident="r" rcardinality="Multiple">${at('response')}<render_choice>${at('render')}<flow_label>${choices.join('')}</flow_label></render_choice></response_lid></flow></presentation><resprocessing>${conditions.join('')}</resprocessing>${feedback ? `<itemfeedback>${material('beside')}</itemfeedback>` : ''}</item>`;
  const own = section ? `<presentation_material>${material('text')}</presentation_material>` : '';
  const all = test ? `<presentation_material>${material('beside')}</presentation_material>` : '';
  return author.written(
    `<questestinterop><assessment title="t">${all}<section>${own}<section>${item}</section></section></assessment></questestinterop>`,
  );
}

/** Arbitrary files of each format, with what they say. */
export const wordFiles = {
  csv: tables.map(csvOf),
  xlsx: tables.map(workbookOf),
  aiken: aikens.map(aikenOf),
  gift: gifts.map(giftOf),
  moodleXml: moodles.map(moodleOf),
  qti2: qtis.map(qtiOf),
  qti12: qtis12.map(qti12Of),
};
