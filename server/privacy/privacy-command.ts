import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Erasure } from '#contract/privacy.ts';
import { nameOfPart } from '#domain/exam-taking/recording-name.ts';
import { openDatabase, systemAuthor } from '#server/db/database.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Services } from '#server/services.ts';
import { openSettings, type SettingsCache } from '#server/settings/settings-cache.ts';
import { erasedLine } from './erased-line.ts';
import { erasePerson, previewErasure } from './erasing.ts';
import { exportPerson, personFiles } from './exporting.ts';
import { overduePersons } from './overdue.ts';
import { findPerson, type Person } from './person.ts';

const usage = `npm run privacy -- export <address|id> <folder> [--lang ro|en|fr]   write everything about a person: a document, JSON and recordings
npm run privacy -- overdue                                          list the people whose results no longer have to stay connected with them
npm run privacy -- erase <address|id>                               show what an erasure would delete and keep; changes nothing
npm run privacy -- erase <address|id> --confirm <address>           erase the person`;

type Print = (line: string) => void;
type CommandServices = Pick<Services, 'database' | 'settings' | 'process'>;
type CommandContext = {
  readonly environment: ProcessSettings;
  /** For the person who runs the command. */
  readonly say: Print;
  /** For the process log: stdout, without names. */
  readonly log: Print;
};

async function withServices<T>(
  { environment, say }: CommandContext,
  work: (services: CommandServices) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const dataDir = DATA_DIR ?? join(projectRoot, '.data/postgres');
  const known = DATABASE_URL ?? (await runningEmbeddedUrl(dataDir));
  const embedded = known === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined;
  const database = openDatabase(known ?? embedded?.url ?? '', { max: 2 });
  let settings: SettingsCache | undefined;
  try {
    settings = await openSettings(database);
    return await work({ database, settings, process: environment });
  } finally {
    await settings?.close();
    await database.close();
    await embedded?.stop();
  }
}

/** Only the operator can read the written files. */
const readable = { mode: 0o600 } as const;

async function writeExport(
  services: CommandServices,
  { id }: Person,
  {
    folder,
    language,
    say,
  }: { readonly folder: string; readonly language: 'ro' | 'en' | 'fr'; readonly say: Print },
): Promise<void> {
  const { database } = services;
  const data = await exportPerson(services, id, systemAuthor);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `person-${id}.html`), personFiles.html.write(data, language), readable);
  await writeFile(join(folder, `person-${id}.json`), personFiles.json.write(data), readable);
  for (const { exam_group_id: groupId, part } of data.data.recordings as readonly {
    exam_group_id: number;
    part: number;
  }[]) {
    const [row] = await database.sql<{ content: Buffer }[]>`
      select content from recordings where exam_group_id = ${groupId} and part = ${part}`;
    if (row) await writeFile(join(folder, `${nameOfPart({ groupId, part })}.gz`), row.content, readable);
  }
  say(
    `Written to ${folder}: person-${id}.html, person-${id}.json and ${data.data.recordings.length} recordings.`,
  );
}

function showErasure(
  { name, email, hindrance, deleted, pseudonymised, readableEntries }: Erasure,
  say: Print,
): void {
  say(`${name} <${email}>`);
  for (const [kind, count] of Object.entries(deleted)) say(`  deleted         ${kind}: ${count}`);
  for (const [kind, count] of Object.entries(pseudonymised)) say(`  pseudonymised   ${kind}: ${count}`);
  if (readableEntries > 0)
    say(`  stays readable  audit entries from before they were encrypted: ${readableEntries}`);
  if (hindrance) say(`Cannot be erased now: ${hindrance.error} ${JSON.stringify(hindrance.params)}`);
}

async function erase(
  { say, log }: CommandContext,
  services: CommandServices,
  person: Person,
  confirmed: string | undefined,
): Promise<number> {
  const preview = await previewErasure(services, person.id);
  showErasure(preview, say);
  if (preview.hindrance) return 1;
  if (confirmed === undefined) {
    say('Nothing was changed. Repeat with --confirm and the address to erase the person.');
    return 0;
  }
  await erasePerson(services, { userId: person.id, email: confirmed }, systemAuthor);
  log(erasedLine(person.id));
  say('Erased. Add the line on stdout to the process log: after restoring an older backup, erase it again.');
  return 0;
}

/** Lists numbers and days only: the list may be kept longer than the people. */
async function listOverdue({ say }: CommandContext, services: CommandServices): Promise<number> {
  let count = 0;
  for await (const { id, last } of overduePersons(services)) {
    say(`${id}  last used ${last}`);
    count += 1;
  }
  say(`${count} people. Erase one with: npm run privacy -- erase <id>`);
  return 0;
}

/** Runs the command with its arguments; returns the exit code. */
export async function privacyCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { say } = context;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      confirm: { type: 'string' },
      lang: { type: 'string', default: 'ro' },
      help: { type: 'boolean' },
    },
  });
  const [what, who = '', folder] = positionals;
  const language = (['ro', 'en', 'fr'] as const).find((one) => one === values.lang);
  const isExport = what === 'export' && folder !== undefined;
  if (what === 'overdue' && !values.help)
    return withServices(context, (services) => listOverdue(context, services));
  if (values.help || who === '' || language === undefined || !(isExport || what === 'erase')) {
    say(usage);
    return values.help ? 0 : 2;
  }
  return withServices(context, async (services) => {
    const person = await findPerson(services.database.sql, who);
    if (!person) {
      say('No account has this address or number.');
      return 1;
    }
    if (!isExport) return erase(context, services, person, values.confirm);
    await writeExport(services, person, { folder, language, say });
    return 0;
  });
}
