import { FileRefusal, type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportFormat, ImportItem } from '#domain/imports/imported-question.ts';
import { excerpt } from '#domain/imports/imported-text.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { ImportWords } from './build-item.ts';
import { decodeText } from './decode-text.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { PackageFiles, resolved } from './package-files.ts';
import { attribute, plainName, within } from './qti-vocabulary.ts';
import { packageFiles, qtiRoot, readQtiFile } from './read-qti-package.ts';
import { questionFiles, type Sniffed, sniffFile } from './sniff-format.ts';
import { descendants, innerHtml, parseXml, type XmlElement } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

export type Contents = { readonly items: readonly ImportItem[]; readonly findings: readonly Finding[] };

/** Reads a file that is not an archive. */
export type InnerReader = (file: Exclude<Sniffed, { kind: 'package' }>) => Contents;

/** The contents of a file, and the paths of question files that it names and the archive does not contain. */
type Part = Contents & { readonly format: ImportFormat; readonly missing?: readonly string[] };

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

/** Whether an XML file of another kind may contain questions. */
const mayAsk = (root: XmlElement) =>
  /^(?:pool|objectbank|items?|questions?|tests?|exams?)$/i.test(root.name) ||
  [root, ...descendants(root)].some(({ name }) =>
    /^(?:question_\w+|response_lid|assessmentitem|choiceinteraction)$/i.test(plainName(name)),
  );

/** A test names its items and shows texts above them, which are not imported. */
function readTest(root: XmlElement, path: string, files: PackageFiles): Part {
  const texts = [...within(root, 'rubricblock'), ...within(root, 'testfeedback')]
    .map((block) => plainTextOf(htmlToRichText(innerHtml(block))))
    .filter((text) => text !== '');
  const hrefs = ['assessmentitemref', 'assessmentsectionref'].flatMap((name) =>
    within(root, name).map((ref) => attribute(ref, 'href') ?? ''),
  );
  return {
    format: 'qti',
    items: [],
    findings: texts.map((text) => finding('import.instructionsDropped', { text: excerpt(text) })),
    missing: hrefs
      .filter((href) => href !== '' && files.pathOf(path, href) === undefined)
      .map((href) => resolved(path, href)),
  };
}

/** Canvas writes each test twice; the copy in its own form is fuller. By the path of one copy, that of the other. */
function twinsIn(paths: readonly string[]): Map<string, string> {
  const known = new Set(paths);
  return new Map(
    paths.flatMap((path) => {
      const [, folder = '', id] = /^(.*\/)?([^/]+)\/assessment_qti\.xml$/i.exec(path) ?? [];
      const fuller = `${folder}non_cc_assessments/${id}.xml.qti`;
      return id !== undefined && known.has(fuller) ? [[path, fuller] as const] : [];
    }),
  );
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
    if (/^assessment(?:test|section)$/.test(plainName(root.name))) return readTest(root, path, files);
    if (plainName(root.name) === 'assessmentstimulus') return undefined;
    // Packages describe themselves in XML files of their own.
    if (root.name !== 'quiz' && isPackage && !isListed && !mayAsk(root)) return undefined;
    if (root.name !== 'quiz') return { format: 'qti', items: [], findings: [finding('import.fileNotRead')] };
  }
  const inner = sniffFile(bytes, path);
  if (inner.kind === 'package')
    return { format: 'qti', items: [], findings: [finding('import.fileNotRead')] };
  return { ...readInner({ ...inner, archive: zip, path }), format: inner.format };
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
  const absent = new Set(missing);
  const twins = twinsIn(order);
  for (const path of order) {
    const other = twins.get(path);
    if (other !== undefined) {
      findings.push(...named([finding('import.twinNotRead', { other: other.slice(0, 200) })], path));
      continue;
    }
    let part: Part | undefined;
    try {
      part = readPart(zip, path, files, listed.has(path), isPackage, words, readInner);
    } catch (problem) {
      part = problemIn(path, problem);
    }
    if (!part) continue;
    for (const file of part.missing ?? []) absent.add(file);
    if (part.items.length > 0) formats.add(part.format);
    findings.push(...named(part.findings, path));
    for (const item of part.items)
      items.push({ ...item, position: items.length + 1, findings: named(item.findings, path) });
    if (items.length > importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  }
  for (const file of [...absent].slice(0, importLimits.questions - items.length))
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
