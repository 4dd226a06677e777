import type { BodyOfCall } from '#contract/call.ts';
import type { changeSettings as changeCall, Settings } from '#contract/settings.ts';
import { type FieldProblem, problem, refuse, refuseProblems } from '#domain/errors.ts';
import {
  addressesOf,
  changeProblems,
  defaultSettings,
  type ProductSettings,
  type SettingName,
  secretSettings,
} from '#domain/settings.ts';
import { environmentDeans } from '#server/accounts/dean-list.ts';
import { promoteDeans } from '#server/accounts/new-deans.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { presentSettings, selectLastChanges, selectSettings } from './stored-settings.ts';

type Body = BodyOfCall<typeof changeCall>;
type Change = readonly [SettingName, ProductSettings[SettingName]];

/** The settings that differ from the current values. */
function changesOf(body: Body, current: ProductSettings): readonly Change[] {
  const { smtpPasswordSet: _, details: __, seen: ___, ...values } = body;
  const given = Object.entries(values) as [SettingName, ProductSettings[SettingName] | undefined][];
  return given.flatMap(([name, value]) =>
    value === undefined || value === current[name] ? [] : [[name, value] as const],
  );
}

/** Refuses to enable the directory without one configured: it would lock out everyone who signs in through it. */
function directoryProblems(changes: readonly Change[], { process }: Services): FieldProblem[] {
  if (process.LDAP_URL !== undefined) return [];
  return changes.flatMap(([name, value]) =>
    (name === 'ldapForTeachers' || name === 'ldapForStudents') && value === true
      ? [problem(name, 'settings.directoryMissing')]
      : [],
  );
}

/** Refuses to overwrite a setting that was changed since the caller read it. */
async function refuseOverwriting(tx: Transaction, changes: readonly Change[], seen: Body['seen']) {
  if (seen === undefined) return;
  const names = changes.map(([name]) => name);
  const newer = (await selectLastChanges(tx)).find(
    ({ name, id }) => names.includes(name) && id > (seen[name] ?? 0),
  );
  if (newer) refuse('settings.changed', { by: newer.by ?? '–' });
}

const isSecret = (name: SettingName) => (secretSettings as readonly string[]).includes(name);

/** Stores only values that differ from their defaults. */
async function store(tx: Transaction, [name, value]: Change): Promise<void> {
  const isDefault = value === defaultSettings[name];
  if (isSecret(name)) {
    if (isDefault) await tx`delete from secrets where name = ${name}`;
    else
      await tx`insert into secrets (name, value) values (${name}, ${String(value)})
        on conflict (name) do update set value = excluded.value`;
    return;
  }
  if (isDefault) await tx`delete from settings where key = ${name}`;
  else
    await tx`insert into settings (key, value) values (${name}, ${tx.json(value)})
      on conflict (key) do update set value = excluded.value`;
}

/** The addresses that a change adds to the dean's list. */
async function addedDeans(
  services: Services,
  changes: readonly Change[],
  current: ProductSettings,
): Promise<string[]> {
  const given = changes.find(([name]) => name === 'deanEmails')?.[1];
  if (given === undefined) return [];
  const shown = addressesOf(current.deanEmails).map((email) => email.toLowerCase());
  const listed = new Set([...(await environmentDeans(services)), ...shown]);
  return addressesOf(String(given)).filter((email) => !listed.has(email.toLowerCase()));
}

/** Changes all given settings or none; the lock serializes concurrent saves. */
export async function changeSettings(services: Services, body: Body, author: Author): Promise<Settings> {
  const saved = await services.database.transaction(author, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('settings'))`;
    const current = await selectSettings(tx);
    const changes = changesOf(body, current);
    refuseProblems([
      ...changeProblems(current, Object.fromEntries(changes)),
      ...directoryProblems(changes, services),
    ]);
    await refuseOverwriting(tx, changes, body.seen);
    await promoteDeans(tx, services, await addedDeans(services, changes, current));
    for (const change of changes) await store(tx, change);
    return presentSettings(services, tx);
  });
  services.settings.refresh();
  return saved;
}
