import { FileRefusal, type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportFormat, ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import type { ImportWords } from './build-item.ts';
import { decodeText } from './decode-text.ts';
import { plainName } from './qti-vocabulary.ts';
import { PackageFiles, packageFiles, qtiRoot, readQtiFile } from './read-qti-package.ts';
import { questionFiles, type Sniffed, sniffFile } from './sniff-format.ts';
import { parseXml } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

export type Contents = { readonly items: readonly ImportItem[]; readonly findings: readonly Finding[] };

/** Reads a file that is not an archive. */
export type InnerReader = (file: Exclude<Sniffed, { kind: 'package' }>) => Contents;

type Part = Contents & { readonly format: ImportFormat };

/** Adds the file name to findings when there are several files. */
const named = (found: readonly Finding[], file: string): Finding[] =>
  found.map(({ code, params }) => ({ code, params: { ...params, file: file.slice(0, 200) } }));

/** Refusals that stop the whole archive; others concern a single file. */
const ofTheArchive = new Set(['import.zipTooLarge', 'import.tooManyQuestions', 'import.zipBroken']);

const isXml = (path: string) => /\.(?:xml|dat|qti)$/i.test(path);

/** Images, which questions name, and files that help to show or to check others. */
const isBeside =
  /\.(?:png|jpe?g|gif|webp|bmp|tiff?|avif|heic|ico|svg|emf|wmf|xsd|dtd|xslt?|css|js|ini|woff2?|ttf|otf)$/i;
const mostNamed = 50;

/** Findings for the files of an archive that are neither read nor of use to those that are. */
export function unreadIn(archive: ZipArchive, read: Iterable<string>): Finding[] {
  const known = new Set(read);
  const unread = archive.names.filter((name) => !known.has(name) && !isBeside.test(name));
  const more = unread.length - mostNamed;
  return [
    ...unread.slice(0, mostNamed).flatMap((name) => named([finding('import.fileNotRead')], name)),
    ...(more > 0 ? [finding('import.filesNotRead', { count: more })] : []),
  ];
}

/** The questions of one file; undefined for a package part without questions. */
function readPart(
  zip: ZipArchive,
  path: string,
  files: PackageFiles,
  isListed: boolean,
  isPackage: boolean,
  words: ImportWords,
  readInner: InnerReader,
): Part | undefined {
  const bytes = zip.read(path) ?? new Uint8Array();
  if (isListed || isXml(path)) {
    const { text, findings } = decodeText(bytes);
    const root = parseXml(text);
    if (qtiRoot(root) !== 'other') {
      const read = readQtiFile(zip, files, path, root, words);
      return { format: 'qti', items: read.items, findings: [...findings, ...read.findings] };
    }
    // Packages describe themselves in XML files of their own.
    if (root.name !== 'quiz' && isPackage && !isListed) return undefined;
    if (root.name !== 'quiz' && !/^assessment(?:test|section|stimulus)$/.test(plainName(root.name)))
      return { format: 'qti', items: [], findings: [finding('import.fileNotRead')] };
    if (root.name !== 'quiz') return undefined;
  }
  const inner = sniffFile(bytes, path);
  if (inner.kind === 'package')
    return { format: 'qti', items: [], findings: [finding('import.fileNotRead')] };
  return { ...readInner({ ...inner, archive: zip }), format: inner.format };
}

/** Lists an unreadable file and continues with the others; reports a file without questions. */
function problemIn(path: string, problem: unknown): Part {
  if (!(problem instanceof FileRefusal) || ofTheArchive.has(problem.finding.code)) throw problem;
  const { code, params } = problem.finding;
  if (code === 'import.formatUnknown' || code === 'import.headerMissing' || code === 'import.fileEmpty')
    return { format: 'qti', items: [], findings: [finding('import.fileNotRead')] };
  const reason =
    code === 'import.xmlBroken'
      ? finding('import.itemFileBroken', { file: path.slice(0, 200), line: Number(params.line ?? 0) })
      : problem.finding;
  return { format: 'qti', items: [rejected({ position: 1 }, path, reason)], findings: [] };
}

/** Reads every question file of an archive, in any format; each finding names its file. */
export function readArchive(
  zip: ZipArchive,
  words: ImportWords,
  readInner: InnerReader,
): Contents & { readonly format: ImportFormat } {
  const files = new PackageFiles(zip);
  const items: ImportItem[] = [];
  const findings: Finding[] = [];
  const formats = new Set<ImportFormat>();
  const { order, listed, missing, isPackage } = packageFiles(zip, files, questionFiles(zip));
  for (const path of order) {
    let part: Part | undefined;
    try {
      part = readPart(zip, path, files, listed.has(path), isPackage, words, readInner);
    } catch (problem) {
      part = problemIn(path, problem);
    }
    if (!part) continue;
    if (part.items.length > 0) formats.add(part.format);
    findings.push(...named(part.findings, path));
    for (const item of part.items)
      items.push({ ...item, position: items.length + 1, findings: named(item.findings, path) });
    if (items.length > importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  }
  for (const file of missing.slice(0, importLimits.questions - items.length))
    items.push(
      rejected(
        { position: items.length + 1 },
        file,
        finding('import.itemFileMissing', { file: file.slice(0, 200) }),
      ),
    );
  findings.push(...unreadIn(zip, [...questionFiles(zip), ...order]));
  const [format = 'qti', ...others] = formats;
  return { items, findings, format: others.length > 0 ? 'qti' : format };
}
