import { describe, expect, it, test } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
} from '#server/features/imports/testing/reading.ts';

const gift = (text: string) => itemsOf(text, 'questions.gift');
const one = (text: string) => gift(text)[0];

describe('[IMP-2] GIFT files', () => {
  test.each([
    ['the answers on one line', 'Capitala Franței? {=Paris ~Lyon ~Nisa}', ['*Paris', 'Lyon', 'Nisa']],
    ['the answers without spaces', 'Capitala Franței? {~Lyon=Paris~Nisa}', ['Lyon', '*Paris', 'Nisa']],
    ['the answers on lines', 'Capitala?\n{\n\t~Lyon\n\t=Paris\n}', ['Lyon', '*Paris']],
    ['signs before spaces', 'Capitala? { ~ Lyon = Paris ~ Nisa }', ['Lyon', '*Paris', 'Nisa']],
    ['an equals sign in a text', 'Cât este x?{\n=x=2 # da\n~x=3\n~x = 4\n}', ['*x=2', 'x=3', 'x = 4']],
    [
      'escaped signs',
      'Care? {=\\= 2 \\{a\\} ~\\~ 3 \\# 4 ~5\\:6 ~C\\\\D}',
      ['*= 2 {a}', '~ 3 # 4', '5:6', 'C\\D'],
    ],
    ['braces of a formula', 'Cât este $\\frac{1}{2}$? {=$\\frac{2}{4}$ ~1}', ['*$\\frac{2}{4}$', '1']],
    ['an index of a formula', 'Unitatea lui $\\vec{F}$ și $x_{T}$? {=N ~J}', ['*N', 'J']],
    ['a formula before true or false', 'Forța $\\vec{F}$ e vector. {T}', ['*True', 'False']],
    ['weights beside attributes', 'Care?{~%100%<b class="x">a</b> ~b}', ['***a**', 'b']],
    ['weights', 'Care?{~%50%a ~%50%b ~%-100%c}', ['*a', '*b', 'c']],
    ['weights with decimals', 'Care?{~%33.33333%a ~%33.33333%b ~%33.33333%c ~d}', ['*a', '*b', '*c', 'd']],
    [
      'numbers of characters and of colours',
      'Care?{=v&#259;z #da ~<span style="color:#ff0000">ro&#x219;u</span>#nu}',
      ['*văz', 'roșu'],
    ],
    ['names that end in a number sign', 'Limbajul?{=C# ~F# ~Java# ~C++}', ['*C#', 'F#', 'Java', 'C++']],
    ['feedback that ends in one', 'Limbajul?{=Java#Corect, nu C# ~Ada}', ['*Java', 'Ada']],
    ['two right answers', 'Care?{=a =b ~c}', ['*a', '*b', 'c']],
    ['an empty line between the answers', 'Care?{\n=a\n\n~b\n}', ['*a', 'b']],
    ['a comment between the answers', 'Care?{\n=a\n// nu acesta\n~b\n}', ['*a', 'b']],
    [
      'formats of its own',
      '[html]<b>Care</b>?{=[plain]<i>a</i> ~[markdown]**b** ~[html]x<sup>2</sup>}',
      ['*<i>a</i>', '**b**', 'x^2^'],
    ],
  ])('read %s', (_what, text, expected) => expect(answersOf(one(text))).toEqual(expected));

  test.each([
    ['::T:: Cerul este albastru. {T}', ['*True', 'False']],
    ['Soarele răsare în vest. {FALSE#nu#ba da}', ['True', '*False']],
    ['Adevărat? {true}', ['*True', 'False']],
  ])('read %s as a choice of two', (text, expected) => expect(answersOf(one(text))).toEqual(expected));

  test.each([
    ['named questions', '::1::Unu?{=a ~b}\n::2::Doi?\n{=c ~d}\n::3::Trei?{T}'],
    ['questions without names', 'Unu?{=a ~b}\nDoi?\n{=c ~d}\nTrei?{T}'],
    ['a question whose brace nobody escaped', 'Unu?{\n=a {\n~b\n}\n\nDoi?\n{=c ~d}\n\nTrei?{T}'],
  ])('separate %s without an empty line', (_what, text) => {
    const items = gift(text);
    expect(items.map((item) => questionOf(item).text)).toEqual(['Unu?', 'Doi?', 'Trei?']);
    expect(answersOf(items[1])).toEqual(['*c', 'd']);
  });

  test.each([
    ['Unu? {=a ~b\n\nDoi? {=c ~d}\n\nTrei? {=c ~d}', 3],
    ['Unu? {\n=a\n~b\n\nDoi?\n{\n=c\n~d\n}\n\nTrei? {T}', 5],
    ['Unu? {=a ~b\n\nDoi? {=c ~d}\n\nScrie! {}', 3],
  ])('reject only the question whose brace is not closed: %s', (text, line) => {
    const items = gift(text);
    expect(items.map(reasonOf).slice(0, 2)).toEqual(['import.bracesUnbalanced', 'importable']);
    expect(items[1]).toMatchObject({ line });
    expect(items).toHaveLength(3);
    expect(answersOf(items[1])).toEqual(['*c', 'd']);
  });

  it('end a question whose brace is not closed before an essay and before a category', () => {
    expect(gift('Unu? {=a ~b\n\nScrie! {}').map(reasonOf)).toEqual(['import.bracesUnbalanced', 'essay']);
    const [, second] = gift('Unu? {=a ~b\n\n$CATEGORY: Acizi\n\nDoi? {=c ~d}');
    expect(questionOf(second).chapter).toEqual(['Acizi']);
  });

  it('keep a paragraph of an answer', () => {
    expect(answersOf(one('Care? {=a\n\nsau $x_{2}$ ~b}'))).toEqual(['*a\nsau $x_{2}$', 'b']);
  });

  test.each([
    'Pământul e rotund. {T}\nsoarele e rece. {F}',
    'Pământul e rotund. {T}\nsoarele e? {=cald ~rece}',
    'scrie! {}\nsoarele e rece. {F}',
    'unu? {=a ~b}\ndoi? {=c ~d}',
  ])('reject two questions that nothing separates: %s', (text) => {
    expect(gift(text).map(reasonOf)).toEqual(['import.answersTwice']);
  });

  it('reject a brace too many', () => {
    expect(gift('Unu? {=a ~b}}\n\nDoi? {=c ~d}').map(reasonOf)).toEqual([
      'import.bracesUnbalanced',
      'importable',
    ]);
  });

  test.each([
    ['Care?{~x<=3 ~=x>=4 ~y}', ['x<=3', '*x>=4', 'y'], true],
    ['Care?{~x<=3~x>=4=y}', ['x<=3', 'x>=4', '*y'], true],
    ['Care?{=da=nu~poate}', ['*da=nu', 'poate'], true],
    ['Care?{~<b>Lyon</b>=Paris}', ['**Lyon**', '*Paris'], true],
    ['Care?{=a\\=b ~c}', ['*a=b', 'c'], false],
    ['Care?{=<b class="x">a</b> ~b}', ['***a**', 'b'], false],
  ])('report an equals sign that nobody escaped: %s', (text, answers, isReported) => {
    expect(answersOf(one(text))).toEqual(answers);
    expect(codesOf(one(text)).includes('import.equalsUnescaped')).toBe(isReported);
  });

  test.each([
    ['Care\ufdd0 \\{?{=a\ufdd1 ~b}', 'U+FDD0, U+FDD1'],
    ['[markdown]Care\ufdde `x`?{=a ~b}', 'U+FDDE'],
    ['Care\ufdef?{=a ~b}', 'U+FDEF'],
  ])('report characters that cannot be kept: %j', (text, characters) => {
    expect(one(text)?.findings[0]).toEqual({ code: 'import.charactersDropped', params: { characters } });
  });

  it('report control characters that are read as signs', () => {
    const item = one('Unu\u0085doi?{=a ~b}');
    expect(questionOf(item).text).toBe('Unu…doi?');
    expect(item?.findings[0]).toEqual({ code: 'import.controlsRead', params: { characters: 'U+0085 = …' } });
  });

  it('keep a sentence that continues after its answers', () => {
    expect(questionOf(one('Ziua este\n{=azi ~ieri}\nși nu alta.')).text).toBe(
      'Ziua este\n_____\nși nu alta.',
    );
  });

  it('list questions with several gaps, which are not choices', () => {
    expect(reasonOf(one('Unu {=a ~b} și doi {=c ~d}.'))).toBe('cloze');
    expect(reasonOf(one('Orașul {1:MC:~Iași~=Cluj} este mare.'))).toBe('cloze');
  });

  it('keep names, categories and the position of a missing word', () => {
    const [first, second] = gift(
      '$CATEGORY: $course$/top/Chimie/Acizi//baze\n\n::Apa \\: formula::Apa are {=doi ~trei} atomi de hidrogen.\n\n// [id:q-7]\nLa final{=da ~nu}',
    );
    expect(questionOf(first)).toMatchObject({
      name: 'Apa : formula',
      chapter: ['Chimie', 'Acizi/baze'],
      text: 'Apa are _____ atomi de hidrogen.',
    });
    expect(questionOf(second)).toMatchObject({ name: 'q-7', text: 'La final' });
  });

  it('keep a reference and report other dropped feedback', () => {
    const item = one('Care?{=a#Tratat, p. 12 ~b#Nu chiar.####Mai citește.}');
    expect(questionOf(item).answers[0]?.reference).toEqual({ title: 'Tratat', page: '12' });
    expect(codesOf(item)).toContain('import.feedbackDropped');
  });

  it('report dropped partial marks and penalties', () => {
    expect(codesOf(one('Care?{=a ~%50%b ~c}'))).toContain('import.partialCredit');
    expect(codesOf(one('Care?{~%100%a ~%-50%b}'))).toContain('import.penaltyIgnored');
    expect(answersOf(one('Care?{=a ~%50%b ~c}'))).toEqual(['*a', 'b', 'c']);
  });

  it('read a text before the first sign as a wrong answer, as Moodle does, and report it', () => {
    const item = one('Capitala Italiei? {Paris ~Londra =Roma}');
    expect(answersOf(item)).toEqual(['Paris', 'Londra', '*Roma']);
    expect(item?.findings[0]).toEqual({ code: 'import.answerUnmarked', params: { answer: 'Paris' } });
    const weighed = one('Care?{%50%a#Bine ~%50%b ~c}');
    expect(answersOf(weighed)).toEqual(['*a', '*b', 'c']);
    expect(codesOf(weighed)).toEqual(['import.feedbackDropped', 'import.incompletePool']);
  });

  test.each([
    ['::Caz::Un bărbat.\n\nTensiune mare.\n\nCauza? {T}', 'Caz', 'Un bărbat.\n\nTensiune mare.\n\nCauza?'],
    ['::X::Fie $x_{1}$.\n\nCât este $x_{1}^{2}$? {=a ~b}', 'X', 'Fie $x_{1}$.\n\nCât este $x_{1}^{2}$?'],
  ])('keep the paragraphs of a named question and report them: %j', (text, name, expected) => {
    const items = gift(`Întâi? {=da ~nu}\n\n${text}`);
    expect(items).toHaveLength(2);
    expect(questionOf(items[1])).toMatchObject({ name, text: expected });
    expect(items[1]?.line).toBe(3);
    expect(codesOf(items[0])).not.toContain('import.paragraphsJoined');
    expect(codesOf(items[1])).toContain('import.paragraphsJoined');
  });

  it('reject a question below a paragraph without answers, which may name the key of the question above', () => {
    const items = gift('Întâi? {=da ~nu}\n\nRăspuns corect: da, deoarece…\n\nA doua? {=a ~b}');
    expect(items.map(reasonOf)).toEqual(['importable', expect.stringContaining('import.paragraphUnclear')]);
  });

  test.each([
    'Doar un text\n\n::B::Bun? {=da ~nu}',
    'Doar un text\n\n// [id:7]\nBun? {=da ~nu}',
    '[html]Doar un text\n\n[html]Bun? {=da ~nu}',
    'Doar un text\n\n$CATEGORY: Acizi\n\nBun? {=da ~nu}',
  ])('separate a description from the question below it: %j', (text) => {
    const items = gift(text);
    expect(items.map(reasonOf)).toEqual(['description', 'importable']);
    expect(questionOf(items[1]).text).toBe('Bun?');
    expect(codesOf(items[1])).toEqual(['import.incompletePool']);
  });

  it('list other kinds by name, in their position', () => {
    const items = gift(
      'Scrie! {}\n\nAnul? {#1822:5}\n\nCine? {=nimeni =nimeni altcineva}\n\nPereche {=a -> 1 =b -> 2 =c -> 3}\n\nDoar un text\n\n::B::Bun? {=da ~nu}\n\nNeterminat {=a ~b',
    );
    expect(items.map(reasonOf)).toEqual([
      ...['essay', 'numerical', 'shortanswer', 'matching', 'description', 'importable'],
      'import.bracesUnbalanced',
    ]);
    expect(items.map(({ line }) => line)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  });

  it('[QUES-1] mark fewer than five and five answers as an incomplete pool', () => {
    expect(one('Care?{=a ~b}')).toMatchObject({ kind: 'importable', pool: 'incomplete' });
    const full = 'Care?{~%20%a ~%20%b ~%20%c ~%20%d ~%20%e ~f ~g ~h ~i ~j}';
    expect(one(full)).toMatchObject({ kind: 'importable', pool: 'complete' });
  });

  it('reject a question without a wrong or without a correct answer', () => {
    expect(reasonOf(one('Care?{~a ~b}'))).toBe('import.noCorrect');
    expect(reasonOf(one('Care?{~%50%a ~%50%b}'))).toBe('import.noWrong');
  });

  it('keep the empty lines and comments of code that is closed, and end a question where it is not', () => {
    const code = '::Cod::[html]<p>Ce face?</p><pre>// unu\na \\= 1\n\n// doi\nb \\= 2</pre>{=da ~nu}';
    expect(questionOf(one(`${code}\n\nAlta?{=da ~nu}`)).text).toBe(
      'Ce face?\n// unu\na = 1\n\n// doi\nb = 2',
    );
    const cut = gift('[html]<pre>a\nb{=da ~nu}\n\n::Doi::[html]<pre>c</pre>{=da ~nu}');
    expect(cut.map((item) => questionOf(item).text)).toEqual(['a\nb', 'c']);
  });

  it('keep the empty lines and comments of code between fences', () => {
    const items = gift(
      '::C::[markdown]Ce scrie?\n```c\nint main() {\n\n// nimic\n  return a;\n}\n```\n{=x ~y}\n\n::D::Altul?{=a ~b}',
    );
    expect(items.map((item) => questionOf(item).text)).toEqual([
      'Ce scrie?\nint main() {\n\n// nimic\n\u00a0\u00a0return a;\n}',
      'Altul?',
    ]);
  });

  it.each([
    ['[markdown]Ce scrie?\n```print(1)```\n{=a ~b}', 'Ce scrie?\nprint(1)'],
    [
      '[markdown]Ce scrie?\n```c\nint a[] \\= \\{1\\};\n\n// nimic\n```{\n=a ~b\n}',
      'Ce scrie?\nint a[] = {1};\n\n// nimic',
    ],
    ['Ce face <pre>?{=a ~b}', 'Ce face <pre>?'],
    ['Ce face </pre>?{T}', 'Ce face </pre>?'],
    [
      '[html]Ce face?<pre>f() {\n  return {F};\n}\n\ng();</pre>{\n=a ~b\n}',
      'Ce face?\nf() {\n\u00a0\u00a0return {F};\n}\n\ng();',
    ],
  ])('end a question with code after its answers: %s', (question, text) => {
    const texts = gift(
      `${question}\n\n${question}\n\nCe face </pre>?{=a ~b}\n\n[markdown]\n${'```'}\nx\n${'```'}{=a ~b}`,
    ).map((item) => questionOf(item).text);
    expect(texts).toEqual([text, text, 'Ce face </pre>?', 'x']);
  });

  it('keep answers that are code', () => {
    const item = one('[markdown]Care?{=```a \\= 1``` ~```b \\= 1```}');
    expect(answersOf(item)).toEqual(['*a = 1', 'b = 1']);
  });

  it('report the tags of their question, also without an empty line between two', () => {
    const items = gift(
      '// question: 1  name: A [id:x] [tag:inimă] [tag:an 2]\n::A::Unu?{=da ~nu}\n// [id:y]\n::::Doi?{=da ~nu}',
    );
    expect(items.map(({ findings }) => findings[0])).toEqual([
      { code: 'import.tagsDropped', params: { tags: 'inimă, an 2' } },
      { code: 'import.incompletePool', params: { correct: 1, wrong: 1 } },
    ]);
    expect(items.map((item) => questionOf(item).name)).toEqual(['A', 'y']);
  });

  it('keep a "<" that opens no tag', () => {
    expect(questionOf(one('Dacă a<b și b>c, atunci?{=a<c ~a>c}')).text).toBe('Dacă a<b și b>c, atunci?');
  });
});
