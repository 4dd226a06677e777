import { type Finding, finding } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { droppedCharacters } from '#domain/imports/imported-text.ts';
import { isCut, type RichRun, runsOfPlain, textOfRuns } from '#domain/imports/rich-runs.ts';
import { readHtml, type ShownImage } from './html-to-rich-text.ts';
import { markdownToHtml } from './markdown-to-html.ts';

/** The text formats of files; `moodle` is HTML with significant line breaks. */
export type FieldFormat = 'html' | 'moodle' | 'plain' | 'markdown';

/** A text in our formatting, with its images and findings. */
export type Field = {
  readonly text: string;
  readonly images: readonly ShownImage[];
  readonly findings: readonly Finding[];
  /** Whether the source is longer than what was read of it. */
  readonly cut?: boolean;
};

const tagNames =
  'abbr acronym address applet area article audio base big blockquote body br button canvas caption center cite code col colgroup dd del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input ins kbd label legend li link main map mark math menclose meta mfenced mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover nav noscript object ol optgroup option param path pre rect ruby samp script section select semantics small source span strike strong style sub summary sup svg table tbody td textarea tfoot th thead title tr tt ul var video wbr annotation';
/** One-letter tags count only when followed by attributes or nothing: "a<b and b>c" has none. */
const letterTag = '[abipqsu](?:\\s+[\\w:-]+\\s*=[^<>]*)?\\s*/?>';
/** A "<" that opens no tag: teachers write "a<b" instead of "a&lt;b". */
const lessThan = new RegExp(`<(?!/?(?:${tagNames.replaceAll(' ', '|')})\\b[^<>]*>|/?${letterTag}|!--)`, 'gi');
const blockTag = /<(?:p|div|br|li|tr|h\d|pre|blockquote)\b/i;

const droppedIn = (runs: readonly RichRun[]) =>
  droppedCharacters(...runs.flatMap((run) => (typeof run === 'string' ? [] : [run.text])));

export const plainRuns = (runs: readonly RichRun[]): Field => ({
  text: textOfRuns(runs),
  images: [],
  findings: droppedIn(runs),
});

/** More HTML than word processors produce for the longest text, not counting inline images. */
const LONGEST_SOURCE = 300_000;

/** Converts well-formed HTML. */
export function htmlField(html: string): Field {
  const { runs, images, media, active, struck, languages, links } = readHtml(html);
  const found = [
    ...(media ? [finding('import.mediaDropped')] : []),
    ...(active ? [finding('import.activeContentRemoved')] : []),
    ...(struck ? [finding('import.strikeDropped')] : []),
    ...(languages ? [finding('import.severalLanguages')] : []),
    ...links.map((address) => finding('import.linkDropped', { address: address.slice(0, 200) })),
    ...droppedIn(runs),
  ];
  const read = runs.reduce((sum, run) => sum + (typeof run === 'string' ? 0 : run.text.trim().length), 0);
  const cut = read > importLimits.readText ? { cut: true } : {};
  return { text: textOfRuns(runs), images, findings: found, ...cut };
}

/** Reads a text in the format declared by the file. */
export function readField(source: string, format: FieldFormat): Field {
  const inline = source.includes(';base64,');
  const isLong = !inline && source.length > LONGEST_SOURCE;
  const text = (isLong ? source.slice(0, LONGEST_SOURCE) : source).replace(/\r\n?/g, '\n');
  const field = converted(text, format);
  return isLong || (format === 'plain' && isCut(text)) ? { ...field, cut: true } : field;
}

function converted(text: string, format: FieldFormat): Field {
  switch (format) {
    case 'plain':
      return plainRuns(runsOfPlain(text));
    case 'markdown':
      return htmlField(markdownToHtml(text.replace(lessThan, '&lt;')));
    case 'html':
      return htmlField(text.replace(lessThan, '&lt;'));
    case 'moodle': {
      const html = text.trim().replace(lessThan, '&lt;');
      return htmlField(blockTag.test(html) ? html : html.replaceAll('\n', '<br>'));
    }
  }
}
