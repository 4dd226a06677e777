import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { unpackTar } from './tar.ts';

/** How the browser of the tests is started on this machine. */
export type ChromiumCommand = {
  readonly executablePath: string;
  readonly env: Record<string, string>;
  readonly args: string[];
};

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

const CACHE = join(dirname(import.meta.dirname), 'node_modules', '.cache', 'exam-platform');

/** Finds a Chromium: the one named by CHROMIUM_PATH, the one npm brought, or one installed on the system. */
export async function chromiumExecutable(): Promise<ChromiumCommand> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await canRun(named)) return { executablePath: named, env: {}, args: QUIET };
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`);
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  const installed = await systemChromium();
  if (installed) return { executablePath: installed, env: {}, args: QUIET };
  throw new Error(
    `No Chromium for the browser tests: npm brings one only for Linux on x64, and none is installed here (${process.platform} ${process.arch}). Install Chromium or Chrome, or name one with CHROMIUM_PATH.`,
  );
}

async function fromNpm(): Promise<ChromiumCommand> {
  // The package exports no path to its archives; they lie beside its code.
  const code = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = join(dirname(code), '..', '..');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!(await canRun(join(folder, 'chromium')))) await unpack(join(home, 'bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
    args: QUIET,
  };
}

/** Unpacked beside its final place and moved there whole, so that a kill half-way leaves no broken browser. */
async function unpack(archives: string, folder: string): Promise<void> {
  const attempt = `${folder}.${process.pid}`;
  await mkdir(attempt, { recursive: true });
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const packed = await readFile(join(archives, `${name}.tar.br`));
    await unpackTar(await promisify(brotliDecompress)(packed), attempt);
  }
  const browser = join(attempt, 'chromium');
  await pipeline(
    createReadStream(join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(browser),
  );
  await chmod(browser, 0o755);
  await writeFile(join(attempt, 'fonts.conf'), fontConfiguration(folder));
  await rename(attempt, folder).catch(async (error) => {
    await rm(attempt, { recursive: true, force: true });
    if (!(await canRun(join(folder, 'chromium')))) throw error;
  });
}

const fontConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;

async function systemChromium(): Promise<string | undefined> {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  for (const candidate of candidates) if (await canRun(candidate)) return candidate;
  return undefined;
}

const canRun = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
