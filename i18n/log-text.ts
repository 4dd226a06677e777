import type { Change, ShownValue } from '#domain/audit/entry-changes.ts';
import { wallClockOf } from '#domain/calendar/moment.ts';
import { showDay } from '#domain/calendar/romanian-date.ts';
import type { auditWords } from './en/audit-words.ts';

export type AuditWord = keyof typeof auditWords;

/** The actions of log entries; each has a text. */
export type AuditAct = AuditWord extends infer Word
  ? Word extends `action.${infer Act}`
    ? Act
    : never
  : never;

/** Audit log entries in one language; a value without a text is shown as stored. */
export type LogText = {
  readonly action: (action: string) => string;
  readonly table: (table: string) => string;
  readonly field: (field: string) => string;
  readonly value: (value: ShownValue) => string;
  readonly change: (change: Change) => string;
};

const calendarDay = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?([+-]\d{2}:\d{2}|Z)$/;

/** The texts of log entries; `say` looks up a word. */
export function logText(say: (word: AuditWord) => string | undefined): LogText {
  const word = (kind: string, name: string) =>
    say(`${kind}.${name}` as AuditWord) ?? name.replaceAll('_', ' ');
  const value = (shown: ShownValue): string => {
    if (shown === null) return '–';
    if (typeof shown === 'boolean') return word('value', shown ? 'yes' : 'no');
    if (typeof shown === 'number') return String(shown);
    if (typeof shown === 'object') return word('value', 'erased');
    if (calendarDay.test(shown)) return showDay(shown);
    if (!moment.test(shown)) return shown;
    const [day = '', time = ''] = wallClockOf(shown).split('T');
    return `${showDay(day)} ${time.slice(0, 5)}`;
  };
  const field = (name: string) => word('field', name);
  return {
    action: (action) => word('action', action),
    table: (table) => word('table', table),
    field,
    value,
    change: ({ field: name, before, after }) => {
      if (before === null && after === null) return `${field(name)}: ${word('value', 'kept')}`;
      return before === null
        ? `${field(name)}: ${value(after)}`
        : `${field(name)}: ${value(before)} → ${value(after)}`;
    },
  };
}
