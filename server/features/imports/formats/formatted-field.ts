import { type Finding, finding } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { droppedCharacters, excerpt } from '#domain/imports/imported-text.ts';
import { isCut, type RichRun, runsOfPlain, textOfRuns } from '#domain/imports/rich-runs.ts';
import { edited } from './edited-html.ts';
import { readHtml, type ShownImage } from './html-to-rich-text.ts';
import { droppedInMarkdown, markdownToHtml } from './markdown-to-html.ts';
import { mentionedPairsAsText } from './mentioned-tags.ts';

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

const blockTag = /<(?:p|div|br|li|tr|h\d|pre|blockquote)\b/i;

/** A text that is a tag or a comment and nothing else is about it, such as an answer "<hr>". */
const loneTag = /^\s*<(?:\/?[a-z][^<>]*|!--[^<>]*--)>\s*$/i;
const isBreak = /^\s*<br\b/i;

/** Converts edited HTML; a lone tag is shown, unless it means an empty text. */
function editedField(html: string, source: string, isBlank: (source: string) => boolean): Field {
  const field = htmlField(html);
  const isShown = field.text !== '' || field.images.length > 0 || field.findings.length > 0;
  return isShown || !loneTag.test(source) || isBlank(source) ? field : plainRuns(runsOfPlain(source));
}

const droppedIn = (runs: readonly RichRun[]) =>
  droppedCharacters(runs.map((run) => (typeof run === 'string' ? '' : run.text)).join('\n'));

const plainRuns = (runs: readonly RichRun[]): Field => ({
  text: textOfRuns(runs),
  images: [],
  findings: droppedIn(runs),
});

/** More HTML than word processors produce for the longest text, not counting inline images. */
const MAX_SOURCE_LENGTH = 300_000;

/** Converts well-formed HTML. */
export function htmlField(html: string): Field {
  const { runs, images, media, active, struck, underlined, coloured, languages, links, ...more } =
    readHtml(html);
  const found = [
    ...(media ? [finding('import.mediaDropped')] : []),
    ...(active ? [finding('import.activeContentRemoved')] : []),
    ...(struck ? [finding('import.strikeDropped')] : []),
    ...(underlined ? [finding('import.underlineDropped')] : []),
    ...(coloured ? [finding('import.colourDropped')] : []),
    ...(languages ? [finding('import.severalLanguages')] : []),
    ...links.map((address) => finding('import.linkDropped', { address: address.slice(0, 200) })),
    ...(more.unshown === '' ? [] : [finding('import.hiddenTextDropped', { text: excerpt(more.unshown) })]),
    ...more.backgrounds.map((address) =>
      finding('import.backgroundDropped', { name: address.slice(0, 200) }),
    ),
    ...(more.dingbats === ''
      ? []
      : [finding('import.dingbatFont', { characters: excerpt(more.dingbats, 40) })]),
    ...droppedIn(runs),
  ];
  const read = runs.reduce((sum, run) => sum + (typeof run === 'string' ? 0 : run.text.trim().length), 0);
  const cut = read > importLimits.readText ? { cut: true } : {};
  return { text: textOfRuns(runs), images, findings: found, ...cut };
}

/** Reads a text in the format declared by the file. */
export function readField(source: string, format: FieldFormat): Field {
  const inline = source.includes(';base64,');
  const isLong = !inline && source.length > MAX_SOURCE_LENGTH;
  const text = (isLong ? source.slice(0, MAX_SOURCE_LENGTH) : source).replace(/\r\n?/g, '\n');
  const field = converted(text, format);
  return isLong || (format === 'plain' && isCut(text)) ? { ...field, cut: true } : field;
}

const withFindings = (field: Field, findings: readonly Finding[]): Field => ({
  ...field,
  findings: [...field.findings, ...findings],
});

function converted(text: string, format: FieldFormat): Field {
  switch (format) {
    case 'plain':
      return plainRuns(runsOfPlain(text));
    case 'markdown':
      return withFindings(htmlField(markdownToHtml(text)), droppedCharacters(droppedInMarkdown(text)));
    case 'html':
      // Editors leave a line break in an empty text.
      return editedField(edited(text), text, (line) => isBreak.test(line));
    case 'moodle': {
      const html = mentionedPairsAsText(edited(text.trim()));
      return editedField(blockTag.test(html) ? html : html.replaceAll('\n', '<br>'), text, () => false);
    }
  }
}

/** Texts that follow each other, as one. */
export const joinedFields = (fields: readonly Field[]): Field => ({
  text: fields
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n'),
  images: fields.flatMap(({ images }) => images),
  findings: fields.flatMap(({ findings }) => findings),
  ...(fields.some(({ cut }) => cut) ? { cut: true } : {}),
});
