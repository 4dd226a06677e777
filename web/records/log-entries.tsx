import { useTranslation } from 'react-i18next';
import type { LogEntry } from '#contract/administration.ts';
import type { SettingName } from '#domain/settings.ts';
import { type AuditValue, type AuditWord, type LogArea, logText } from '#i18n/log-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import type { Column } from '#web/list/column.ts';
import classes from './log-entries.module.css';

/** How many changes of an entry are shown before the rest is counted. */
const shownChanges = 12;

/** The words of the audit log in the current language. */
export function useLogText() {
  const { t, i18n } = useTranslation();
  const texts: Record<LogArea, (name: string) => string> = {
    auditWords: (name) => t(`auditWords.${name as AuditWord}`),
    auditValues: (name) => t(`auditValues.${name as AuditValue}`),
    settingName: (name) => t(`settingName.${name as SettingName}`),
  };
  return logText((area, name) => (i18n.exists(`${area}.${name}`) ? texts[area](name) : undefined));
}

function Changes({ entry }: { readonly entry: LogEntry }) {
  const { t } = useTranslation();
  const text = useLogText();
  const more = entry.changes.length - shownChanges;
  if (entry.changes.length === 0) return <span className={classes.quiet}>–</span>;
  return (
    <ul className={classes.changes}>
      {entry.changes.slice(0, shownChanges).map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.quiet}>{text.field(field)}: </span>
          {before === null && after === null ? (
            text.change(entry.entity, { field, before, after }).slice(text.field(field).length + 2)
          ) : (
            <>
              {before !== null && (
                <>
                  <del className={classes.before}>{text.value(before, { entity: entry.entity, field })}</del>
                  {' → '}
                </>
              )}
              <span className={classes.after}>{text.value(after, { entity: entry.entity, field })}</span>
            </>
          )}
        </li>
      ))}
      {more > 0 && <li className={classes.quiet}>{t('records.moreChanges', { count: more })}</li>}
    </ul>
  );
}

/** Random ids, as of sign-ins, are cut: their start tells them apart. */
const shortId = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? `${id.slice(0, 8)}…` : id);

/** The columns of a list of log entries. */
export function useLogColumns(): readonly Column<LogEntry>[] {
  const { t } = useTranslation();
  const text = useLogText();
  return [
    {
      name: 'at',
      label: t('auditWords.column.at'),
      cell: ({ at }) => <span className={classes.moment}>{formatDateTime(at)}</span>,
      isRowName: true,
    },
    {
      name: 'who',
      label: t('auditWords.column.who'),
      cell: ({ actor }) =>
        actor ? (
          <span title={actor.email}>{actor.name}</span>
        ) : (
          <span className={classes.quiet}>{t('records.nobody')}</span>
        ),
    },
    {
      name: 'what',
      label: t('auditWords.column.what'),
      cell: ({ action }) => text.action(action),
      isRowName: true,
    },
    {
      name: 'row',
      label: t('auditWords.column.table'),
      wraps: true,
      cell: (entry) => (
        <>
          {text.table(entry.entity)}
          {entry.entityId !== null && entry.entityId !== entry.subject && (
            <span className={classes.quiet} title={entry.entityId}>{` · ${shortId(entry.entityId)}`}</span>
          )}
          {entry.subject !== null && <div className={classes.subject}>{text.subject(entry)}</div>}
        </>
      ),
    },
    {
      name: 'changes',
      label: t('auditWords.column.changes'),
      wraps: true,
      cell: (entry) => <Changes entry={entry} />,
    },
  ];
}

/** The name of an entry, for assistive technology and cards. */
export function useEntryName() {
  const text = useLogText();
  return (entry: LogEntry) =>
    `${text.action(entry.action)} · ${text.subject(entry) ?? text.table(entry.entity)} · ${formatDateTime(entry.at)}`;
}
