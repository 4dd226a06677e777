import { SaxesParser } from 'saxes';
import { refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { edited } from './edited-html.ts';

/** An element by its local name: exporters choose prefixes freely, and no supported format needs them. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  readonly line: number;
};
export type XmlNode = XmlElement | string;

const inOrder = (first: number, names: string) =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, String.fromCharCode(first + index)]));

/** HTML entities that exporters use in XML although XML does not define them. */
const tolerated: Readonly<Record<string, string>> = {
  ...inOrder(
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ),
  ...inOrder(
    0x391,
    'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho',
  ),
  ...inOrder(0x3a3, 'Sigma Tau Upsilon Phi Chi Psi Omega'),
  ...inOrder(
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ),
  ...{ hellip: '…', ndash: '–', mdash: '—', bull: '•', euro: '€', trade: '™', permil: '‰', prime: '′' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„', sbquo: '‚', Prime: '″', minus: '−' },
  ...{ le: '≤', ge: '≥', ne: '≠', asymp: '≈', infin: '∞', radic: '√', sum: '∑', part: '∂', int: '∫' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', rArr: '⇒', hArr: '⇔', thinsp: '\u2009' },
  ...{ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', ensp: '\u2002', emsp: '\u2003' },
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The prolog. The text is already decoded, and exporters write invalid declarations. */
const declaration = /^[\ufeff\s]*(?:<\?xml\s[^>]{0,200}\?>)?/;

/**
 * Characters that XML forbids but old exporters write. They are replaced with an allowed control character, which the
 * reader of the text finds and reports.
 */
const forbidden = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu;
const allowedControl = '\u007f';

export type XmlListener = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  readonly close: () => void;
  readonly text: (text: string) => void;
  /** CDATA text; passed to `text` when there is no handler. */
  readonly verbatim?: (text: string) => void;
};

/**
 * Parses XML and emits events. Nothing is fetched or expanded: a document type with its own declarations is refused,
 * and so is excessive nesting.
 */
export function walkXml(text: string, listener: XmlListener): void {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  Object.assign(parser.ENTITIES, tolerated);
  parser.on('error', () => refuseFile('import.xmlBroken', { line: parser.line }));
  parser.on('doctype', (doctype) => {
    if (/[[%]|<!|\bENTITY\b/i.test(doctype)) refuseFile('import.xmlDoctype');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > importLimits.xmlDepth) refuseFile('import.xmlTooDeep', { max: importLimits.xmlDepth });
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
    listener.open(localName(name), Object.fromEntries(own), parser.line);
  });
  parser.on('closetag', () => {
    depth -= 1;
    listener.close();
  });
  parser.on('text', listener.text);
  parser.on('cdata', listener.verbatim ?? listener.text);
  parser.write(text.replace(declaration, '').replace(forbidden, allowedControl)).close();
}

/** Marks HTML that an exporter wrapped in CDATA instead of writing elements. */
export const wrappedHtml = '#html';
const htmlEnd =
  /<\/(?:p|div|span|b|i|u|em|strong|sub|sup|ul|ol|li|table|h[1-6]|font|a)>|<(?:br|img|hr)[\s/>]/i;

/** Parses XML into a tree with a limited number of elements. */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], line: 1 };
  const open: XmlElement[] = [top];
  const here = () => open[open.length - 1] as XmlElement;
  let count = 0;
  walkXml(text, {
    open: (name, attributes, line) => {
      count += 1;
      if (count > importLimits.xmlNodes) refuseFile('import.xmlTooLarge');
      const element: XmlElement = { name, attributes, children: [], line };
      here().children.push(element);
      open.push(element);
    },
    close: () => open.pop(),
    text: (piece) => here().children.push(piece),
    verbatim: (piece) => {
      const isHtml = htmlEnd.test(piece) && !open.some(({ name }) => /^(?:pre|code)$/i.test(name));
      const { line } = here();
      here().children.push(isHtml ? { name: wrappedHtml, attributes: {}, children: [piece], line } : piece);
    },
  });
  return top.children.find(isElement) ?? refuseFile('import.xmlBroken', { line: 1 });
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';
export const elements = (parent: XmlElement | undefined) => parent?.children.filter(isElement) ?? [];
export const named = (parent: XmlElement | undefined, name: string) =>
  elements(parent).filter((element) => element.name === name);
export const child = (parent: XmlElement | undefined, name: string) =>
  elements(parent).find((element) => element.name === name);

/** Whether an element holds other elements, not only text or HTML in CDATA. */
export const holdsElements = (parent: XmlElement) =>
  elements(parent).some((element) => element.name !== wrappedHtml);

/** All descendant elements, in document order. */
export function* descendants(parent: XmlElement | undefined): Generator<XmlElement> {
  for (const element of elements(parent)) {
    yield element;
    yield* descendants(element);
  }
}

/** All text of an element, in document order. */
export function textOf(element: XmlElement | undefined): string {
  return element?.children.map((node) => (isElement(node) ? textOf(node) : node)).join('') ?? '';
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Converters of Canvas write the HTML of a text as text and mark it. */
const isEscapedHtml = (element: XmlElement) =>
  element.name === 'div' && element.attributes.class === 'html' && !holdsElements(element);

/** The content as HTML, for mixed content in XML formats; `skip` omits elements. */
export function innerHtml(parent: XmlElement, skip: (element: XmlElement) => boolean = () => false): string {
  return parent.children
    .map((node) => {
      if (!isElement(node)) return escapeXml(node);
      if (skip(node)) return '';
      if (node.name === wrappedHtml) return edited(textOf(node));
      if (isEscapedHtml(node)) return `<div>${edited(textOf(node))}</div>`;
      const attributes = Object.entries(node.attributes).map(
        ([key, value]) => ` ${key}="${escapeXml(value)}"`,
      );
      const inside = innerHtml(node, skip);
      const start = `<${node.name}${attributes.join('')}>`;
      return /^(?:img|br|hr)$/.test(node.name) ? start : `${start}${inside}</${node.name}>`;
    })
    .join('');
}
