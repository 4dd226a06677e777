import { describe, expect, it, test } from 'vitest';
import { workOf } from '#server/features/imports/testing/work.ts';
import { readField } from './formatted-field.ts';
import { htmlToRichText, readHtml } from './html-to-rich-text.ts';

describe('HTML to rich text', () => {
  test.each([
    ['<p>H<sub>2</sub>SO<sub>4</sub> și Ca<sup>2+</sup></p>', 'H~2~SO~4~ și Ca^2+^'],
    ['<b>gras </b>și<i> cursiv</i>', '**gras** și *cursiv*'],
    ['<strong><em>amândouă</em></strong>', '***amândouă***'],
    [
      '<span style="font-weight: bold">gras</span> <span style="vertical-align:super">sus</span>',
      '**gras** ^sus^',
    ],
    ['<p>unu</p><p>doi<br>trei</p>', 'unu\ndoi\ntrei'],
    ['<p>unu<br></p><p>&nbsp;</p><div>doi</div>', 'unu\ndoi'],
    ['Lista:<ul><li>unu</li><li>doi</li></ul>gata', 'Lista:\n• unu\n• doi\ngata'],
    ['<ol><li>unu</li><li>doi</li></ol>', '1. unu\n2. doi'],
    ['<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', '**a** | b\nc | d'],
    ['<pre>if x:\n  y</pre>', 'if x:\n\u00a0\u00a0y'],
    ['{<br>&nbsp; &nbsp;y;<br>&nbsp;}', '{\n\u00a0\u00a0y;\n}'],
    ['a &lt; b &amp;&amp; c &eacute; &#537;', 'a < b && c é ș'],
    ['\\(x^2\\) și 10^3 și 5 * 3', '\\(x^2\\) și 10^3 și 5 * 3'],
    ['*nu cursiv* și H~2~O', '\\*nu cursiv\\* și H\\~2\\~O'],
    [
      '<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
      'x^2^+1/2',
    ],
    [
      '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn></mrow></mfrac></math>',
      '(a+b)/2',
    ],
    ['<math><mn>2</mn><mfenced><mrow><mi>a</mi><mo>-</mo><mi>b</mi></mrow></mfenced></math>', '2(a-b)'],
    ['<math><mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced></math>', '[a, b]'],
    ['<math><msqrt><mi>x</mi></msqrt><mo>+</mo><mroot><mi>x</mi><mn>3</mn></mroot></math>', '√(x)+(x)^(1/3)'],
    [
      '<math><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>)</mo></math>',
      '(1, 2; 3, 4)',
    ],
    [
      '<math>\n <mrow>\n  <mi>m</mi>\n  <msup>\n <mi>c</mi>\n <mn>2</mn>\n</msup>\n</mrow></math> ?',
      'mc^2^ ?',
    ],
    ['<ruby><rb>真</rb><rp>(</rp><rt>まこと</rt><rp>)</rp></ruby>の', '真 (まこと)の'],
    ['<math><semantics><mi>y</mi><annotation>y_tex</annotation></semantics></math>', 'y'],
    ['<img class="equation_image" data-equation-content="\\alpha" src="/x">', '\\alpha'],
    ['\u015fi \u0163ar\u0103', 'și țară'],
    ['<style>p{}</style>text', 'text'],
    ['Ce se pune în <head>? Dar în <title>x</title>?', 'Ce se pune în <head>? Dar în <title>x</title>?'],
    [
      '<select>, <textarea>, <noscript> și <style>: care?',
      '<select>, <textarea>, <noscript> și <style>: care?',
    ],
    ['<p>Ce face <b>?</p>', 'Ce face <b>?'],
    ['Ce este <img>? Dar </i>?', 'Ce este <img>? Dar </i>?'],
    ['<html><head><title>x</title></head><body><p>text</p></body></html>', 'text'],
    ['Ce conține <tr>? Dar <li> și <body>?', 'Ce conține <tr>? Dar <li> și <body>?'],
    ['Ce desenează <input type="text">?', 'Ce desenează <input type="text">?'],
    ['Ce face <p> în pagină? Dar elementul <hr>?', 'Ce face <p> în pagină? Dar elementul <hr>?'],
    ['Semnul „<br>” sau tagul <br> ?', 'Semnul „<br>” sau tagul <br> ?'],
    ['Unu.<p>Doi<br>trei <br> patru', 'Unu.\nDoi\ntrei\npatru'],
    ['<table><tr><td>a<td>b</table><ul><li>c</ul>', 'a | b\n• c'],
    ['<li>unu<li>doi', '• unu\n• doi'],
    ['<details><summary>Titlu</summary>corp</details>', 'Titlu\ncorp'],
    ['<q>citat</q> și <img alt="schema"> aici', '"citat" și schema aici'],
    ['<s>unu</s> doi', 'unu doi'],
    [
      '<span lang="en" class="multilang">heart</span><span lang="ro" class="multilang">inimă</span>',
      'heart / inimă',
    ],
    ['<sub>a b</sub>', '~a~ ~b~'],
    [
      '<ol type="I"><li>unu</li><li>doi</li><li>trei</li><li>patru</li></ol>',
      'I. unu\nII. doi\nIII. trei\nIV. patru',
    ],
    [
      '<ol style="list-style-type: lower-alpha" start="3"><li>c</li><li value="27">aa</li></ol>',
      'c. c\naa. aa',
    ],
    ['<ol start="4"><li>patru<ul><li>sub</li></ul></li><li>cinci</li></ol>', '4. patru\n• sub\n5. cinci'],
    ['TNF-<font face="Symbol">a</font>, IFN-<span style="font-family: Symbol">g</span> a', 'TNF-α, IFN-γ a'],
    ['\uf062-blocant, 5 \uf0b1 2 \uf06dg', 'β-blocant, 5 ± 2 μg'],
    ['<span style="font-family:\'Segoe UI Symbol\'">a</span>', 'a'],
  ])('%s', (html, expected) => expect(htmlToRichText(html)).toBe(expected));

  it('reports what it reads as the Symbol font, also where the sign is unknown', () => {
    const { findings } = readField('IFN-<font face="symbol">g</font> \uf0ff', 'html');
    expect(findings).toEqual([{ code: 'import.symbolFont', params: { characters: 'U+F067 = γ, U+F0FF' } }]);
  });

  test.each([
    ['html', '<hr />', '<hr />'],
    ['html', '<meta charset="utf-8">', '<meta charset="utf-8">'],
    ['html', '<br>', ''],
    ['html', '<p><br></p>', ''],
    ['moodle', '<br>', '<br>'],
    [
      'html',
      '<p>Unu<o:p></o:p></p><![if !supportLists]>2.<![endif]> <st1:City>Iași</st1:City>',
      'Unu\n2. Iași',
    ],
    ['html', '<?xml:namespace prefix = o /><?xml version="1.0"?>', '<?xml version="1.0"?>'],
    ['html', '<m:math><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>', 'a/b'],
    // A mentioned pair is apart from other words; what an editor marks bold touches them.
    ['moodle', 'Ce folosim, <b> sau </b>?', 'Ce folosim, <b> sau </b>?'],
    ['moodle', 'Scriem <b> sau </b> aici', 'Scriem <b> sau </b> aici'],
    ['moodle', '<i> or </i>', '<i> or </i>'],
    ['moodle', 'rinichi<b> sau </b>ficat', 'rinichi **sau** ficat'],
    ['moodle', 'rinichi <b>sau</b> ficat', 'rinichi **sau** ficat'],
    ['moodle', 'Ce face <b>? Dar <b> sau </i>?', 'Ce face <b>? Dar <b> sau </i>?'],
    ['html', '<p>5 <b> sau </b> 6</p>', '5 **sau** 6'],
    ['html', '<p>Diferența dintre <b> și </b>?</p>', 'Diferența dintre <b> și </b>?'],
  ] as const)('a text in %s that is %s', (format, source, expected) =>
    expect(readField(source, format).text).toBe(expected),
  );

  it.each([
    ['<span style="color: red">a</span>', true],
    ['<span style="font-size:9pt; color:rgb(180, 20, 20)">a</span>', true],
    ['<font color="#00f">a</font>', true],
    ['<span style="background-color:#ffff00">a</span>', true],
    ['<span style="background: rgb(255, 230, 153) none">a</span>', true],
    ['<table><tr><td bgcolor="yellow">a</td></tr></table>', true],
    ['<mark>a</mark>', true],
    ['<span style="color: red"> </span>a', false],
    ['<span style="color:#000; background-color: white">a</span>', false],
    ['<p style="color: rgb(33, 37, 41); background: rgba(0, 0, 0, 0)">a</p>', false],
    ['<p style="color: windowtext; border-color: red; background-color: #e7f3f5">a</p>', false],
  ])('reports colours other than those of ordinary text: %s', (html, isReported) => {
    const { text, findings } = readField(html, 'html');
    expect([text, findings.map(({ code }) => code)]).toEqual([
      'a',
      isReported ? ['import.colourDropped'] : [],
    ]);
  });

  it.each([
    ['<p>Cod:</p><pre>a = 1\n  b = 2', 'Cod:\na = 1\n\u00a0\u00a0b = 2'],
    ['Ce face <pre> în\npagină?', 'Ce face <pre> în pagină?'],
    ['unu <pre class="x>doi</pre> trei', 'unu\ndoi\ntrei'],
    ['unu <a href="x>doi</a> <b class="y">trei</b> patru', 'unu doi **trei** patru'],
    ["unu <b title='x>doi</b> trei", 'unu **doi** trei'],
    ['unu <b title="x > y">doi</b> trei', 'unu **doi** trei'],
    ['unu <!-- doi', 'unu <!-- doi'],
    ['unu <!-- nimic --> doi', 'unu doi'],
    ['<!-- comentariu -->', '<!-- comentariu -->'],
  ])('keeps the text after what is not closed: %s', (html, expected) =>
    expect(readField(html, 'html').text).toBe(expected),
  );

  it.each([
    ['Ce face `__init__` și `a*b*c`?', 'Ce face __init__ și a\\*b\\*c?'],
    ['`<hr>`', '<hr>'],
    ['`` a`b `` și \\`nu\\`, `neînchis', 'a`b și `nu`, `neînchis'],
    [
      'Cod:\n\n```python\n# comentariu\ndef f(_a_):\n  - <b>\n```\n\n**Ce** face?',
      'Cod:\n# comentariu\ndef f(_a_):\n\u00a0\u00a0- <b>\n**Ce** face?',
    ],
    ['~~~\na *b* c\n```\nd', 'a \\*b\\* c\n```\nd'],
    ['# Titlu\n* unu\n* *doi*', 'Titlu\n• unu\n• *doi*'],
    ['**Ce face `__x__`?** _și `<b>`_', '**Ce face __x__?** *și <b>*'],
    ['Ce afișează?\n```print(1)```\n**Alege**.', 'Ce afișează?\nprint(1)\n**Alege**.'],
    ['```\na\n``` b\n```c\n```  \n*d*', 'a\n``` b\n```c\n*d*'],
  ])('keeps every sign of code in Markdown: %s', (source, expected) =>
    expect(readField(source, 'markdown').text).toBe(expected),
  );

  it('reports the targets of links in Markdown', () => {
    const { text, findings } = readField('Vezi [aici](https://example.org/a "x").', 'markdown');
    expect([text, findings]).toEqual([
      'Vezi aici.',
      [{ code: 'import.linkDropped', params: { address: 'https://example.org/a' } }],
    ]);
  });

  it('reads many unclosed tags and comments at once', () => {
    const often = (text: string) => text.repeat(40_000);
    for (const html of ['<!-- ', '<b x=">', '<b x="', "<b x='> ", '<pre>\n'].map(often))
      expect(readHtml(`${html} gata`).runs.length).toBeGreaterThan(0);
  });

  it('reads endless values of colours at once', () => {
    const style = `background:a${' '.repeat(1600)})${'a'.repeat(1600)}`;
    expect(workOf(() => readField(`<p style="${style}">a</p>`, 'html'))).toBeLessThan(4000);
    const [code] = readField(`<p style="background: yellow${' '.repeat(300)}">a</p>`, 'html').findings;
    expect(code?.code).toBe('import.colourDropped');
  });

  it.each([`<a x=">" `, `x="><b " `])('reads many tags like %s at once', (tag) => {
    expect(workOf(() => readHtml(`<a ${tag.repeat(10_000)}`))).toBeLessThan(4000);
  });

  it('reads a tag without an end and an endless style at once', () => {
    expect(workOf(() => readField(`<a x=${' '.repeat(60_000)}<`, 'html'))).toBeLessThan(4000);
    const style = 'text-decoration:'.repeat(16_000);
    expect(workOf(() => readField(`<p style="${style}">a</p>`, 'html'))).toBeLessThan(4000);
  });

  it.each(['[a](', '![a]('])('reads many beginnings of links at once: %s', (piece) => {
    expect(workOf(() => readField(piece.repeat(1600), 'markdown'))).toBeLessThan(4000);
  });

  it('reports the targets of links around code in Markdown', () => {
    const { text, findings } = readField('[`x`](https://example.org/a) `y`', 'markdown');
    expect([text, findings.map(({ params }) => params.address)]).toEqual(['x y', ['https://example.org/a']]);
  });

  it('reads addresses with parentheses in Markdown', () => {
    const { images, findings } = readField('![a](x_(1).png) [b](https://example.org/c_(d))', 'markdown');
    expect(images).toEqual([{ source: 'x_(1).png', alt: 'a' }]);
    expect(findings[0]?.params.address).toBe('https://example.org/c_(d)');
  });

  it('reports the targets of all links', () => {
    const { findings } = readField(
      '<a href="/curs/1">a</a><a href="mailto:a@example.org">b</a><a href="#c">c</a>',
      'html',
    );
    expect(findings.map(({ params }) => params.address)).toEqual(['/curs/1', 'mailto:a@example.org']);
  });

  it('lists images, including those in objects, and reports media and active content', () => {
    const html =
      '<img src="a.png" alt="Schema"><object data="b.png" type="image/png">nu</object><video src="c.mp4">d</video><p onclick="e()">f</p>';
    const { images, media, active } = readHtml(html);
    expect(images).toEqual([
      { source: 'a.png', alt: 'Schema' },
      { source: 'b.png', alt: '' },
    ]);
    expect({ media, active }).toEqual({ media: true, active: true });
  });

  it.each(['font:', 'background:', 'background:url('])('reads a long style of "%s" at once', (style) => {
    const read = () => expect(htmlToRichText(`<p style="${style.repeat(40_000)}">Care?</p>`)).toBe('Care?');
    expect(workOf(read)).toBeLessThan(4000);
  });
});
