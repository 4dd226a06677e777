import { refuseFile } from '#domain/imports/findings.ts';
import type { ImportFormat } from '#domain/imports/imported-question.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { plainName } from './qti-vocabulary.ts';
import { hasHeader } from './table-header.ts';
import { isZip, openZip, type ZipArchive } from './zip-reader.ts';

/** The format and content of a file; `archive` contains the other files of its archive, `path` is where it is there. */
export type Sniffed =
  | {
      readonly kind: 'workbook';
      readonly format: 'xlsx';
      readonly workbook: ZipArchive;
      readonly archive?: ZipArchive;
      readonly path?: string;
    }
  | { readonly kind: 'package'; readonly format: 'qti'; readonly archive: ZipArchive }
  | {
      readonly kind: 'text';
      readonly format: ImportFormat;
      readonly decoded: DecodedText;
      readonly archive?: ZipArchive;
      readonly path?: string;
    };

const xmlRoots: Readonly<Record<string, ImportFormat>> = {
  quiz: 'moodleXml',
  assessmentitem: 'qti',
  questestinterop: 'qti',
};

/** The name of the root element, found without parsing the file. */
function rootName(text: string): string {
  const start = text
    .slice(0, 20_000)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<\?[^>]*>/g, '');
  return (
    /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s/>]/.exec(
      start.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/i, ''),
    )?.[1] ?? ''
  );
}

const aikenAnswer = /^[ \t]*(?:ANSWERS?|CORRECT ANSWER)[^\S\n]*[:.][^\S\n]*\(?[A-Za-z]/im;
const aikenOption = /^[ \t]*\(?A[.)]/im;
const giftAnswers = /(?:^|[^\\]|\\\\)\{\s*(?:[~=#}]|T\b|F\b|TRUE\b|FALSE\b)/i;

function textFormat(decoded: DecodedText, fileName: string): ImportFormat {
  const { text } = decoded;
  const extension = fileName.toLowerCase().split('.').at(-1) ?? '';
  const head = text.slice(0, 20_000);
  if (/^[\ufeff\s]*<[?!a-z]/i.test(head)) {
    const format = xmlRoots[plainName(rootName(head))];
    if (format) return format;
    if (extension === 'xml' || /^[\ufeff\s]*<\?xml/.test(head)) return refuseFile('import.formatUnknown');
  }
  if (head.includes('\0')) return refuseFile('import.formatUnknown');
  if (extension === 'csv' || extension === 'tsv' || looksLikeTable(head)) return 'csv';
  if (extension === 'gift') return 'gift';
  const aiken = aikenAnswer.test(text) && aikenOption.test(text);
  const gift = giftAnswers.test(text);
  if (aiken && !(gift && /^[ \t]*::/m.test(text))) return 'aiken';
  return gift || /^[ \t]*::[^\n]*::/m.test(text) ? 'gift' : refuseFile('import.formatUnknown');
}

/** Whether a line near the top, split at its delimiters, has the columns of our layout. */
function looksLikeTable(head: string): boolean {
  return head
    .split('\n')
    .slice(0, 20)
    .some((line) => {
      const headings = line
        .split(/[,;\t|]/)
        .map((cell) => ({ runs: [], plain: cell.replaceAll('"', '').trim() }));
      return headings.length > 2 && hasHeader([{ line: 1, cells: headings }]);
    });
}

const isOldOffice = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11;
/** Old Word files hold a stream of this name. */
const isOldWord = (bytes: Uint8Array) =>
  isOldOffice(bytes) &&
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('WordDocument', 'utf16le'),
  );
/** A document of Word or of a similar program, unpacked. */
const isWord = ({ names, read }: ZipArchive) =>
  names.includes('word/document.xml') ||
  (names.includes('mimetype') &&
    Buffer.from(read('mimetype') ?? [])
      .toString('latin1')
      .startsWith('application/vnd.oasis.opendocument.text'));

/** The files of an archive that may contain questions. */
export const questionFiles = ({ names }: ZipArchive) =>
  names.filter((name) => /\.(?:xls[xm]|csv|tsv|gift|txt|xml|qti|dat)$/i.test(name));

function sniffZip(archive: ZipArchive, requested: ImportFormat | undefined): Sniffed {
  const { names } = archive;
  if (names.includes('xl/workbook.xml')) return { kind: 'workbook', format: 'xlsx', workbook: archive };
  if (isWord(archive)) return refuseFile('import.wordDocument');
  const manifest = names.some((name) => /(?:^|\/)imsmanifest\.xml$/i.test(name));
  const files = questionFiles(archive);
  const [only] = files;
  if (manifest || files.length > 1) return { kind: 'package', format: 'qti', archive };
  if (only === undefined) return refuseFile('import.formatUnknown');
  const inner = sniffFile(archive.read(only) ?? new Uint8Array(), only, requested);
  return inner.kind === 'package' ? inner : { ...inner, archive, path: only };
}

/**
 * Detects the format of a file from its content, then from its name. Plain text is read in the `requested` format, if
 * given.
 */
export function sniffFile(bytes: Uint8Array, fileName: string, requested?: ImportFormat): Sniffed {
  if (isZip(bytes)) return sniffZip(openZip(bytes), requested);
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (isOldWord(bytes) || start === '{\\rtf') return refuseFile('import.wordDocument');
  if (isOldOffice(bytes)) return refuseFile('import.oldExcel');
  if (start === '%PDF-') return refuseFile('import.formatUnknown');
  const decoded = decodeText(bytes);
  return { kind: 'text', format: requested ?? textFormat(decoded, fileName), decoded };
}
