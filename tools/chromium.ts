import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { librariesIn, unpackDebian } from './debian-packages.ts';
import { unpackTar } from './tar.ts';

/** How to start the test browser on this machine. */
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

/** Finds a Chromium: CHROMIUM_PATH, the npm package, or one installed on the system. */
export async function chromiumExecutable(): Promise<ChromiumCommand> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await canRun(named)) return { executablePath: named, env: {}, args: QUIET };
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`);
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  const installed = await systemChromium();
  if (installed) return { executablePath: installed, env: {}, args: QUIET };
  return fromDebian().catch((error: Error) => {
    throw new Error(
      `No Chromium for the browser tests: npm brings one only for Linux on x64, none is installed here (${process.platform} ${process.arch}), and Debian's package could not be had (${error.message.split('\n')[0]}). Install Chromium or Chrome, or name one with CHROMIUM_PATH.`,
    );
  });
}

/**
 * Debian's Chromium with its libraries, unpacked into the cache; prefers the headless shell, which is faster.
 */
const fromDebian = (): Promise<ChromiumCommand> =>
  debianChromium('chromium-headless-shell').catch(() => debianChromium('chromium'));

async function debianChromium(name: string): Promise<ChromiumCommand> {
  const folder = join(CACHE, `debian-${name}`);
  const executablePath = join(folder, 'usr/lib/chromium', name);
  if (!(await canRun(executablePath))) {
    await unpackDebian(await debianPackages(name), folder, 300_000).catch(async (error) => {
      // Another process may have unpacked it first.
      if (!(await canRun(executablePath))) throw error;
    });
  }
  if (!(await canRun(join(folder, 'fonts'))))
    await unpackTarFile(join(npmArchives(), 'fonts.tar.br'), folder);
  await configureFonts(folder);
  const env = { LD_LIBRARY_PATH: await librariesIn(folder), FONTCONFIG_PATH: folder };
  return { executablePath, env, args: QUIET };
}

/** The browser and all its libraries, independent of installed ones except the C library. */
async function debianPackages(browser: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('apt-get', [
    'install',
    '--print-uris',
    '-qq',
    '--no-install-recommends',
    '-o',
    'Dir::State::status=/dev/null',
    '-o',
    'Debug::NoLocking=1',
    // apt also lists archives it already has.
    '-o',
    'Dir::Cache::archives=/nowhere',
    browser,
  ]);
  const names = [...stdout.matchAll(/^'\S+' ([^_\s]+)_/gm)].map((match) => match[1] ?? '');
  return names.filter(
    (name) => name.startsWith('chromium') || (/^(lib|zlib)/.test(name) && name !== 'libc6'),
  );
}

/** The package does not export the path of its archives, which are next to its code. */
const npmHome = () =>
  join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..');
const npmArchives = () => join(npmHome(), 'bin');

async function fromNpm(): Promise<ChromiumCommand> {
  const home = npmHome();
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!(await canRun(join(folder, 'chromium')))) await unpack(npmArchives(), folder);
  await configureFonts(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
    args: QUIET,
  };
}

/** Unpacked next to the target and renamed, so an interrupted run leaves no broken browser. */
async function unpack(archives: string, folder: string): Promise<void> {
  const attempt = `${folder}.${process.pid}`;
  await mkdir(attempt, { recursive: true });
  for (const name of ['al2023', 'fonts', 'swiftshader'])
    await unpackTarFile(join(archives, `${name}.tar.br`), attempt);
  const browser = join(attempt, 'chromium');
  await pipeline(
    createReadStream(join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(browser),
  );
  await chmod(browser, 0o755);
  await rename(attempt, folder).catch(async (error) => {
    await rm(attempt, { recursive: true, force: true });
    if (!(await canRun(join(folder, 'chromium')))) throw error;
  });
}

const unpackTarFile = async (archive: string, folder: string) =>
  unpackTar(await promisify(brotliDecompress)(await readFile(archive)), folder);

/**
 * The file contains its folder, which changes when the project is moved or copied; without fonts the browser
 * crashes.
 */
async function configureFonts(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf');
  const configuration = fontConfiguration(folder);
  if ((await readFile(file, 'utf8').catch(() => '')) === configuration) return;
  const attempt = `${file}.${process.pid}`;
  await writeFile(attempt, configuration);
  await rename(attempt, file);
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
