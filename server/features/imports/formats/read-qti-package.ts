import type { Finding } from '#domain/imports/findings.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import type { ImportWords } from './build-item.ts';
import { decodeText } from './decode-text.ts';
import { type PackageFiles, resolved } from './package-files.ts';
import { part, plainName, within } from './qti-vocabulary.ts';
import type { ImageLookup } from './question-images.ts';
import { readQtiItem } from './read-qti-item.ts';
import { readQti12 } from './read-qti12.ts';
import { innerHtml, parseXml, type XmlElement } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

/** The QTI version of an XML file, by its root element. */
export function qtiRoot(root: XmlElement): 'item' | 'items12' | 'other' {
  const name = plainName(root.name);
  if (name === 'assessmentitem') return 'item';
  return name === 'questestinterop' ? 'items12' : 'other';
}

/** What a manifest lists: all files in its order, and those of QTI resources, each with where it is. */
type Manifest = {
  readonly files: readonly string[];
  readonly questions: readonly { readonly file: string; readonly path: string | undefined }[];
};

const isManifest = (name: string) => /(?:^|\/)imsmanifest\.xml$/i.test(name);
/** The resource types of questions in QTI 1.2, 2 and 3; tests and stimuli have others. */
const questionType = /^imsqti_(?:item_)?xml/i;

function readManifest(zip: ZipArchive, files: PackageFiles): Manifest {
  const path = zip.names.find(isManifest);
  const bytes = path === undefined ? undefined : zip.read(path);
  if (path === undefined || !bytes) return { files: [], questions: [] };
  const root = parseXml(decodeText(bytes).text);
  const hrefOf = (resource: XmlElement) =>
    resource.attributes.href ?? within(resource, 'file')[0]?.attributes.href;
  return {
    files: within(root, 'file').map((file) => resolved(path, file.attributes.href ?? '')),
    questions: within(root, 'resource')
      .filter(({ attributes }) => questionType.test(attributes.type ?? ''))
      .map((resource) => hrefOf(resource) ?? '')
      .filter((href) => href !== '')
      .map((file) => ({ file: resolved(path, file), path: files.pathOf(path, file) })),
  };
}

/** The question files of a package in the order of the manifest, then the unlisted ones by name; and what is missing. */
export function packageFiles(zip: ZipArchive, files: PackageFiles, paths: readonly string[]) {
  const manifest = readManifest(zip, files);
  const listed = manifest.questions.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const known = new Set([...paths.filter((path) => !isManifest(path)).sort(), ...listed]);
  return {
    /** Named as questions by the manifest, whatever their names end in. */
    listed: new Set(listed),
    order: [...new Set([...manifest.files.filter((path) => known.has(path)), ...known])],
    isPackage: zip.names.some(isManifest),
    missing: manifest.questions.filter(({ path }) => path === undefined).map(({ file }) => file),
  };
}

/** The items of a QTI file, and findings about the file. */
type QtiContents = { readonly items: readonly ImportItem[]; readonly findings: readonly Finding[] };

/** Reads the items of one QTI file in an archive, with the files it references. */
export function readQtiFile(
  zip: ZipArchive,
  files: PackageFiles,
  path: string,
  root: XmlElement,
  words: ImportWords,
): QtiContents {
  const lookup = files.lookup(path);
  if (qtiRoot(root) === 'items12') return readQti12(root, words, lookup);
  const stimulus = (address: string) => {
    const found = files.pathOf(path, address);
    const content = found === undefined ? undefined : zip.read(found);
    const body = content && part(parseXml(decodeText(content).text), 'stimulusbody');
    return body ? innerHtml(body) : undefined;
  };
  return { items: readQtiItem(root, 1, { words, chapter: [], lookup, stimulus }), findings: [] };
}

/** Reads a single XML file: one item of QTI 2 or 3, or all of a QTI 1.2 file. */
export function readQtiXml(root: XmlElement, words: ImportWords, lookup: ImageLookup): QtiContents {
  if (qtiRoot(root) === 'items12') return readQti12(root, words, lookup);
  const context = { words, chapter: [], lookup, stimulus: () => undefined };
  return { items: readQtiItem(root, 1, context), findings: [] };
}
