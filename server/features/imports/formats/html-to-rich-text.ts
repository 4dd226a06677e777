import { Parser } from 'htmlparser2';
import { refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { type RichRun, textOfRuns } from '#domain/imports/rich-runs.ts';
import { inSymbolFont } from '#domain/imports/symbol-font.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { closedMarkup } from './closed-markup.ts';
import { backgroundOf, isDingbat, isSymbol, isUnderlined, sourceOf, styledMarks } from './html-attributes.ts';
import { numberingOf } from './list-numbering.ts';
import { mentionedTagsAsText } from './mentioned-tags.ts';
import { isColoured } from './text-colours.ts';

/** An image in the text: its address and its alternative text. */
export type ShownImage = { readonly source: string; readonly alt: string };

export type ReadHtml = {
  readonly runs: readonly RichRun[];
  readonly images: readonly ShownImage[];
  /** Media or embedded content was removed. */
  readonly media: boolean;
  /** Active content was removed. */
  readonly active: boolean;
  /** Strikethrough was removed; our formatting does not support it. */
  readonly struck: boolean;
  /** Underlining was removed; our formatting does not support it. */
  readonly underlined: boolean;
  /** Colours of words were removed; our formatting does not support them. */
  readonly coloured: boolean;
  /** The text occurs in several languages; all are kept. */
  readonly languages: boolean;
  /** Link targets that were removed; the link texts stay. */
  readonly links: readonly string[];
  /** Text of elements that browsers do not show. */
  readonly unshown: string;
  /** Addresses of background images that were removed. */
  readonly backgrounds: readonly string[];
  /** Letters in a font of signs, which were kept as letters. */
  readonly dingbats: string;
};

const marks: Readonly<Record<string, Mark>> = {
  ...{ b: 'bold', strong: 'bold', th: 'bold', i: 'italic', em: 'italic', cite: 'italic', var: 'italic' },
  ...{ dfn: 'italic', sub: 'sub', sup: 'sup' },
};
const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption tbody thead tr blockquote pre section article header footer figure figcaption address center form fieldset legend details summary nav main aside option prompt simplechoice hr'.split(
    ' ',
  ),
);
const ignored = new Set(
  'style head title noscript template annotation annotation-xml rp select textarea svg'.split(' '),
);
const strikes = new Set(['s', 'strike', 'del']);
const underlines = new Set(['u', 'ins']);
/** Moodle shows one of these, depending on the reader's language. */
const isMultilang = (name: string, attributes: Readonly<Record<string, string>>) =>
  name === 'span' && /(?:^|\s)multilang(?:\s|$)/i.test(attributes.class ?? '');
const running = new Set(['script', 'applet']);
const embedded = new Set(['iframe', 'video', 'audio', 'embed', 'object', 'canvas', 'svg', 'applet']);
/** Math elements whose second and third children are subscripts or superscripts. */
const raised: Readonly<Record<string, readonly (Mark | undefined)[]>> = {
  msub: [undefined, 'sub'],
  msup: [undefined, 'sup'],
  msubsup: [undefined, 'sub', 'sup'],
  munder: [undefined, 'sub'],
  mover: [undefined, 'sup'],
  munderover: [undefined, 'sub', 'sup'],
};
/** The text written before, between and after the parts of math elements and ruby annotations. */
const openings: Readonly<Record<string, string>> = { msqrt: '√(', mroot: '(', rt: ' (', q: '"' };
const separators: Readonly<Record<string, string>> = {
  ...{ mfrac: '/', mroot: ')^(1/', mfenced: ', ', mtable: '; ', mtr: ', ' },
};
const closings: Readonly<Record<string, string>> = { msqrt: ')', mroot: ')', rt: ')', q: '"' };
/** Images of formulas that carry the formula as text. */
const formula = /equation_image|wirisformula|texrender|math-img/i;

/** Elements whose text repeats what is shown, or is reported in another way. */
const unreported = new Set('annotation annotation-xml rp svg script applet'.split(' '));
const isCss = /\{[^{}]*\}|^\s*(?:@|<!--)/;

type Open = {
  readonly name: string;
  readonly dingbat: boolean;
  readonly symbol: boolean;
  readonly tinted: boolean;
  readonly added: readonly Mark[];
  readonly silent: boolean;
  parts: number;
  /** The number of the last item of a list, and how numbers are written. */
  rows: number;
  readonly numbered: (number: number) => string;
  /** The text written when it closes. */
  readonly closing: string;
  /** The index of its opening bracket, which is removed when there is only a single part. */
  readonly bracket: number | undefined;
};

const cut = (text: string) => text.replace(/\s+/g, ' ').slice(0, importLimits.readText + 1);

/** Leading spaces are significant in preformatted text. */
const indented = (line: string) =>
  line.replace(/^[ \t]+/, (before) => '\u00a0'.repeat(before.replaceAll('\t', '    ').length));

class HtmlReader {
  readonly runs: RichRun[] = [];
  readonly images: ShownImage[] = [];
  readonly links: string[] = [];
  media = false;
  active = false;
  struck = false;
  underlined = false;
  coloured = false;
  languages = false;
  unshown = '';
  dingbats = '';
  readonly backgrounds: string[] = [];
  private readonly open: Open[] = [];
  private readonly marks: Mark[] = [];
  private silent = 0;
  private verbatim = 0;
  private symbol = 0;
  private dingbat = 0;
  /** The image of a `picture` element, until its `img` is found. */
  private alternative = '';
  private tinted = 0;
  /** Whitespace between the parts of a formula is only layout. */
  private mathematics = 0;
  private length = 0;
  private inLanguage = false;

  text(text: string): void {
    if (this.silent > 0) this.leaveOut(text);
    if (this.silent > 0 || this.length > importLimits.readText) return;
    this.length += text.trim().length;
    if (this.dingbat > 0) this.dingbats = `${this.dingbats} ${text}`.trim().slice(0, 200);
    if (this.tinted > 0 && text.trim() !== '') this.coloured = true;
    const isVerbatim = this.verbatim > 0;
    if (this.mathematics > 0 && text.trim() === '') return;
    const whole = text.length > 2 * importLimits.readText ? cut(text) : text;
    const shown = this.symbol > 0 ? inSymbolFont(whole) : whole;
    const lines = isVerbatim ? shown.split('\n') : [shown];
    lines.forEach((line, index) => {
      if (index > 0) this.runs.push('newLine');
      this.runs.push({ text: isVerbatim ? indented(line) : line, marks: [...this.marks] });
    });
  }

  private leaveOut(text: string): void {
    const holder = this.open.findLast(({ silent }) => silent)?.name ?? '';
    if (unreported.has(holder) || embedded.has(holder) || (holder === 'style' && isCss.test(text))) return;
    this.unshown = `${this.unshown} ${text}`.trim().slice(0, 200);
  }

  start(name: string, attributes: Readonly<Record<string, string>>): void {
    if (running.has(name) || Object.keys(attributes).some((key) => key.startsWith('on'))) this.active = true;
    if (/^\s*(?:javascript|vbscript)\s*:/i.test(attributes.href ?? '')) this.active = true;
    const isPicture = name === 'object' && (attributes.type ?? '').startsWith('image/');
    if (embedded.has(name) && !isPicture && this.silent === 0) this.media = true;
    if (strikes.has(name) || /line-through/i.test(attributes.style ?? '')) this.struck = true;
    if (underlines.has(name) || isUnderlined(attributes.style ?? '')) this.underlined = true;
    if (name === 'a') this.link(attributes.href ?? '');
    this.before(name, attributes);
    if (isMultilang(name, attributes)) {
      this.languages ||= this.inLanguage;
      if (this.inLanguage) this.say(' / ');
      this.inLanguage = true;
    }
    const parent = this.open.at(-1);
    const level = parent ? raised[parent.name]?.[parent.parts] : undefined;
    if (parent) parent.parts += 1;
    const mark = marks[name];
    const added = [...(mark ? [mark] : []), ...(level ? [level] : []), ...styledMarks(attributes.style)];
    const silent = ignored.has(name) || running.has(name) || (embedded.has(name) && !isPicture);
    if (silent) this.silent += 1;
    const symbol = isSymbol(name, attributes);
    if (symbol) this.symbol += 1;
    const dingbat = isDingbat(name, attributes);
    if (dingbat) this.dingbat += 1;
    const background = this.silent > 0 ? '' : backgroundOf(attributes);
    if (background !== '' && this.backgrounds.length < importLimits.imagesPerText)
      this.backgrounds.push(background);
    const tinted = isColoured(name, attributes);
    if (tinted) this.tinted += 1;
    if (name === 'pre') this.verbatim += 1;
    if (name === 'math') this.mathematics += 1;
    if (this.open.length >= importLimits.xmlDepth)
      refuseFile('import.xmlTooDeep', { max: importLimits.xmlDepth });
    this.marks.push(...added);
    const bracket = name === 'mrow' && parent?.name === 'mfrac' ? this.runs.length : undefined;
    if (bracket !== undefined) this.say('(');
    const closing = bracket === undefined ? (closings[name] ?? '') : ')';
    const fence = name === 'mfenced' ? (attributes.close ?? ')') : closing;
    const start = Number.parseInt(attributes.start ?? '', 10);
    const rows = name === 'ol' && !Number.isNaN(start) ? start - 1 : 0;
    const numbered = numberingOf(attributes);
    this.open.push({
      name,
      dingbat,
      symbol,
      tinted,
      added,
      silent,
      parts: 0,
      rows,
      numbered,
      closing: fence,
      bracket,
    });
    if (name === 'mfenced') this.say(attributes.open ?? '(');
    if (name === 'picture') this.alternative = '';
    if (name === 'source' && this.open.some((one) => one.name === 'picture'))
      this.alternative ||= sourceOf(attributes);
    if (name === 'img') {
      this.image(sourceOf(attributes) || this.alternative, attributes);
      this.alternative = '';
    }
    if (isPicture) this.image(attributes.data ?? '', attributes);
  }

  /** Media players consist of links to their media; other links keep their text and lose their target. */
  private link(address: string): void {
    const target = address.trim();
    if (this.silent > 0 || /^(?:#|(?:javascript|vbscript)\s*:|$)/i.test(target)) return;
    if (/\.(?:mp3|mp4|m4a|m4v|wav|ogg|oga|ogv|webm|flac|mov|avi|swf)(?:[?#]|$)/i.test(target))
      this.media = true;
    else if (this.links.length < importLimits.imagesPerText) this.links.push(target);
  }

  private before(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.length > importLimits.readText) return;
    if (name === 'br') this.runs.push('newLine');
    if (blocks.has(name)) this.newBlock();
    if (name === 'hr' || this.silent > 0) return;
    if (name === 'li') {
      const list = this.open.findLast((one) => one.name === 'ol' || one.name === 'ul');
      const own = Number.parseInt(attributes.value ?? '', 10);
      if (list) list.rows = Number.isNaN(own) ? list.rows + 1 : own;
      this.say(list?.name === 'ol' ? `${list.numbered(list.rows)}. ` : '• ');
    }
    if (name === 'td' || name === 'th') {
      const row = this.open.at(-1);
      if (row?.name === 'tr' && row.parts > 0) this.say(' | ');
    }
    const parent = this.open.at(-1);
    if (parent && parent.parts > 0) this.say(separators[parent.name] ?? '');
    this.say(openings[name] ?? '');
  }

  private say(text: string): void {
    this.length += text.length;
    if (this.silent === 0 && text !== '') this.runs.push({ text, marks: [] });
  }

  end(name: string): void {
    const closed = this.open.pop();
    if (!closed) return;
    if (closed.silent) this.silent -= 1;
    if (closed.symbol) this.symbol -= 1;
    if (closed.dingbat) this.dingbat -= 1;
    if (name === 'picture' && this.alternative !== '') this.image(this.alternative, {});
    if (closed.tinted) this.tinted -= 1;
    if (name === 'pre') this.verbatim -= 1;
    if (name === 'math') this.mathematics -= 1;
    this.marks.length -= closed.added.length;
    if (closed.bracket !== undefined && closed.parts < 2) this.runs.splice(closed.bracket, 1);
    else this.say(closed.closing);
    if (blocks.has(name)) this.newBlock();
  }

  private newBlock(): void {
    if (this.runs.at(-1) !== 'newBlock') this.runs.push('newBlock');
  }

  private image(source: string, attributes: Readonly<Record<string, string>>): void {
    if (this.silent > 0 || this.images.length >= importLimits.imagesPerText) return;
    const alt = (attributes.alt ?? '').trim();
    const equation = attributes['data-equation-content'] ?? alt;
    if (formula.test(attributes.class ?? '') && equation !== '')
      this.runs.push({ text: ` ${equation} `, marks: [] });
    else if (source.trim() !== '') this.images.push({ source: source.trim(), alt });
    else if (alt !== '') this.runs.push({ text: ` ${alt} `, marks: [...this.marks] });
    else this.images.push({ source: 'img', alt });
  }
}

/** Parses HTML into runs of text, known marks and lines. Collects images; drops scripts and styles. */
export function readHtml(html: string): ReadHtml {
  const reader = new HtmlReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.start(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.end(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(mentionedTagsAsText(closedMarkup(html)));
  const { runs, images, media, active, struck, underlined, coloured, languages, links } = reader;
  const { unshown, backgrounds, dingbats } = reader;
  return {
    ...{ runs, images, media, active, struck, underlined, coloured, languages, links },
    ...{ unshown, backgrounds, dingbats },
  };
}

/** Converts HTML to our formatting. */
export const htmlToRichText = (html: string) => textOfRuns(readHtml(html).runs);
