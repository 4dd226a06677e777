import { useTranslation } from 'react-i18next';
import type { LogEntry } from '#contract/administration.ts';
import { type AuditWord, logText } from '#i18n/log-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import type { Column } from '#web/list/column.ts';
import classes from './log-entries.module.css';

/** How many changes of an entry are shown before the rest is counted. */
const shownChanges = 12;

/** The words of the audit log in the current language. */
export function useLogText() {
  const { t, i18n } = useTranslation();
  return logText((word: AuditWord) =>
    i18n.exists(`auditWords.${word}`) ? t(`auditWords.${word}`) : undefined,
  );
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
            text.change({ field, before, after }).slice(text.field(field).length + 2)
          ) : (
            <>
              {before !== null && (
                <>
                  <del className={classes.before}>{text.value(before)}</del>
                  {' → '}
                </>
              )}
              <span className={classes.after}>{text.value(after)}</span>
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
    },
    {
      name: 'row',
      label: t('auditWords.column.table'),
      wraps: true,
      cell: ({ entity, entityId, subject }) => (
        <>
          {text.table(entity)}
          {entityId !== null && (
            <span className={classes.quiet} title={entityId}>{` · ${shortId(entityId)}`}</span>
          )}
          {subject !== null && <div className={classes.subject}>{subject}</div>}
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
  return ({ action, entity, subject, at }: LogEntry) =>
    `${text.action(action)} · ${subject ?? text.table(entity)} · ${formatDateTime(at)}`;
}
