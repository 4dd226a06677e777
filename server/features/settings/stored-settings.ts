import type { Settings } from '#contract/settings.ts';
import {
  defaultSettings,
  effectiveSettings,
  type ProductSettings,
  type SettingName,
  secretSettings,
  settingNames,
} from '#domain/settings.ts';
import { environmentDeans } from '#server/accounts/dean-list.ts';
import type { Queryable } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import type { Services } from '#server/services.ts';

export type LastChange = {
  readonly name: SettingName;
  readonly id: number;
  readonly by: string | null;
  readonly at: string;
};

const isSecret = (name: string) => (secretSettings as readonly string[]).includes(name);

/** The settings as the transaction sees them; a process's cache may be older. */
export async function selectSettings(sql: Queryable): Promise<ProductSettings> {
  const rows = await sql<{ key: string; value: unknown }[]>`
    select key, value from settings
    union all select name, to_jsonb(value) from secrets where name = any(${[...secretSettings]})`;
  return effectiveSettings(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

/** Who last changed each setting, from the audit log. */
export async function selectLastChanges(sql: Queryable): Promise<readonly LastChange[]> {
  const names = settingNames.map((name) => ({ name, entity: isSecret(name) ? 'secrets' : 'settings' }));
  return sql<LastChange[]>`
    select named.name, a.id::integer as id, u.name as by,
           to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from unnest(${names.map(({ name }) => name)}::text[], ${names.map(({ entity }) => entity)}::text[])
             as named (name, entity)
     cross join lateral (select l.id, l.actor_id, l.at from audit_log l
                          where l.entity = named.entity and l.entity_id = named.name order by l.id desc limit 1) a
      left join users u on u.id = a.actor_id`;
}

async function countRunningExams(sql: Queryable): Promise<number> {
  const [row] = await sql<{ running: number }[]>`
    select count(distinct x.group_id)::integer as running from exams x where ${sql.unsafe(isSatNow('x'))}`;
  return row?.running ?? 0;
}

const withoutSecrets = ({ smtpPassword: _, ...shown }: ProductSettings) => shown;

/** All settings as shown to an administrator. */
export async function presentSettings(services: Services, sql: Queryable): Promise<Settings> {
  const { process } = services;
  const current = await selectSettings(sql);
  const changes = await selectLastChanges(sql);
  return {
    ...withoutSecrets(current),
    smtpPasswordSet: current.smtpPassword !== '',
    details: {
      defaults: withoutSecrets(defaultSettings),
      changes: Object.fromEntries(changes.map(({ name, ...change }) => [name, change])),
      environment: {
        mail: process.SMTP_URL !== undefined,
        directory: process.LDAP_URL !== undefined,
        deanEmails: [...(await environmentDeans(services))],
      },
      runningExams: await countRunningExams(sql),
    },
  };
}
