import { FileRefusal, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import type { ImportWords } from './build-item.ts';
import { decodeText } from './decode-text.ts';
import { part, plainName, within } from './qti-vocabulary.ts';
import { decoded, type ImageLookup } from './question-images.ts';
import { readQtiItem } from './read-qti-item.ts';
import { readQti12 } from './read-qti12.ts';
import { innerHtml, parseXml, type XmlElement } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

/** What the root of an XML file makes it, as far as QTI goes. */
export function qtiRoot(root: XmlElement): 'item' | 'items12' | 'other' {
  const name = plainName(root.name);
  if (name === 'assessmentitem') return 'item';
  return name === 'questestinterop' ? 'items12' : 'other';
}

/** A path inside the archive, as seen from a file in it. */
function resolved(from: string, path: string): string {
  const steps = [...from.split('/').slice(0, -1)];
  for (const step of decoded(path).split(/[?#]/)[0]?.split('/') ?? []) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Finds files the ways exporters refer to them: relative to the item, from the top, or only by their last name. */
class PackageFiles {
  private readonly zip: ZipArchive;
  private readonly byLastName = new Map<string, string>();

  constructor(zip: ZipArchive) {
    this.zip = zip;
    for (const name of zip.names) this.byLastName.set(name.split('/').at(-1)?.toLowerCase() ?? '', name);
  }

  pathOf(from: string, reference: string): string | undefined {
    const names = new Set(this.zip.names);
    const last = decoded(reference).split(/[?#]/)[0]?.split('/').at(-1)?.toLowerCase() ?? '';
    return (
      [resolved(from, reference), resolved('', reference)].find((path) => names.has(path)) ??
      (last === '' ? undefined : this.byLastName.get(last))
    );
  }

  lookup(from: string): ImageLookup {
    return (source) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return undefined;
      const path = this.pathOf(from, source);
      return path === undefined ? undefined : this.zip.read(path);
    };
  }
}

/** The XML files of the archive: first those the manifest lists, in its order, then the others by name. */
function xmlFiles(zip: ZipArchive): string[] {
  const xml = zip.names.filter(
    (name) => /\.(?:xml|dat|qti)$/i.test(name) && !/(?:^|\/)imsmanifest\.xml$/i.test(name),
  );
  const manifest = zip.names.find((name) => /(?:^|\/)imsmanifest\.xml$/i.test(name));
  const bytes = manifest === undefined ? undefined : zip.read(manifest);
  if (manifest === undefined || !bytes) return xml.sort();
  const listed = within(parseXml(decodeText(bytes).text), 'file').map((file) =>
    resolved(manifest, file.attributes.href ?? ''),
  );
  const known = new Set(xml);
  return [...new Set([...listed.filter((path) => known.has(path)), ...xml.sort()])];
}

function readFile(
  zip: ZipArchive,
  files: PackageFiles,
  path: string,
  first: number,
  words: ImportWords,
): ImportItem[] {
  const bytes = zip.read(path);
  if (!bytes) return [];
  let root: XmlElement;
  try {
    root = parseXml(decodeText(bytes).text);
  } catch (problem) {
    if (!(problem instanceof FileRefusal) || problem.finding.code !== 'import.xmlBroken') throw problem;
    const line = Number(problem.finding.params.line ?? 0);
    return [
      rejected(
        { position: first },
        path,
        finding('import.itemFileBroken', { file: path.slice(0, 200), line }),
      ),
    ];
  }
  const kind = qtiRoot(root);
  const lookup = files.lookup(path);
  if (kind === 'items12') return readQti12(root, first, words, lookup);
  if (kind === 'other') return [];
  const stimulus = (address: string) => {
    const found = files.pathOf(path, address);
    const content = found === undefined ? undefined : zip.read(found);
    if (!content) return '';
    const body = part(parseXml(decodeText(content).text), 'stimulusbody');
    return body ? innerHtml(body) : '';
  };
  return readQtiItem(root, first, { words, chapter: [], lookup, stimulus });
}

/** Reads all items of a content package; a broken item is listed and does not stop the others. */
export function readQtiPackage(zip: ZipArchive, words: ImportWords): ImportItem[] {
  const files = new PackageFiles(zip);
  const items: ImportItem[] = [];
  for (const path of xmlFiles(zip)) {
    items.push(...readFile(zip, files, path, items.length + 1, words));
    if (items.length > importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  }
  return items;
}

/** Reads a single XML file: one item of QTI 2 or 3, or all of a QTI 1.2 file. */
export function readQtiXml(root: XmlElement, words: ImportWords, lookup: ImageLookup): ImportItem[] {
  if (qtiRoot(root) === 'items12') return readQti12(root, 1, words, lookup);
  return readQtiItem(root, 1, { words, chapter: [], lookup, stimulus: () => '' });
}
