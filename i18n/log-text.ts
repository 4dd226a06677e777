import type { Change, ShownValue } from '#domain/audit/entry-changes.ts';
import { wallClockOf } from '#domain/calendar/moment.ts';
import { showDay } from '#domain/calendar/romanian-date.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import type { auditValues } from './en/audit-values.ts';
import type { auditWords } from './en/audit-words.ts';

export type AuditWord = keyof typeof auditWords;
export type AuditValue = keyof typeof auditValues;

/** The actions of log entries; each has a text. */
export type AuditAct = AuditWord extends infer Word
  ? Word extends `action.${infer Act}`
    ? Act
    : never
  : never;

/** The texts that log entries are made of, by area of the catalogues. */
export type LogArea = 'auditWords' | 'auditValues' | 'settingName';

/** What an entry is about, as far as its texts depend on it. */
type Row = { readonly entity: string; readonly subject: string | null };

/** Audit log entries in one language; a value without a text is shown as stored. */
export type LogText = {
  readonly action: (action: string) => string;
  readonly table: (table: string) => string;
  readonly field: (field: string) => string;
  /** The name of an entry's row; a setting by its name on the configuration. */
  readonly subject: (row: Row) => string | null;
  /** A value of a column; without a table it is shown by what it is alone. */
  readonly value: (value: ShownValue, column?: { readonly entity: string; readonly field: string }) => string;
  readonly change: (entity: string, change: Change) => string;
};

const calendarDay = /^\d{4}-\d{2}-\d{2}$/;
const timeOfDay = /^\d{2}:\d{2}:\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?([+-]\d{2}:\d{2}|Z)$/;

/** Columns that store a set of answers as bits. */
const answerSets: readonly string[] = [
  'exam_contest_questions.ticked',
  'question_keys.correct',
  'settlements.answers',
  'settlements.decided',
  'settlements.ticks',
];
const lettersOf = (bits: number) =>
  Array.from({ length: 30 }, (_, index) => index)
    .filter((index) => (bits >> index) & 1)
    .map(letterOf)
    .join(', ') || '–';

const isSetting = (entity: string) => entity === 'settings' || entity === 'secrets';

/** The texts of log entries; `say` looks up a text. */
export function logText(say: (area: LogArea, name: string) => string | undefined): LogText {
  const word = (kind: string, name: string) =>
    say('auditWords', `${kind}.${name}`) ?? name.replaceAll('_', ' ');
  const plain = (shown: string): string => {
    if (calendarDay.test(shown)) return showDay(shown);
    if (timeOfDay.test(shown)) return shown.slice(0, 5);
    if (!moment.test(shown)) return shown;
    const [day = '', time = ''] = wallClockOf(shown).split('T');
    return `${showDay(day)} ${time.slice(0, 5)}`;
  };
  const ofSetting = (shown: ShownValue): string | undefined => {
    if (typeof shown === 'boolean') return say('auditValues', shown ? 'value.on' : 'value.off');
    return shown === '' ? say('auditValues', 'value.empty') : undefined;
  };
  const inWords = (shown: ShownValue, entity: string, name: string): string | undefined => {
    if (isSetting(entity)) {
      if (name !== 'value') return say('settingName', String(shown));
      return ofSetting(shown);
    }
    if (typeof shown === 'number')
      return answerSets.includes(`${entity}.${name}`) ? lettersOf(shown) : undefined;
    if (typeof shown !== 'string') return undefined;
    return say('auditValues', `${entity}.${name}.${shown}`) ?? say('auditValues', `${name}.${shown}`);
  };
  const value: LogText['value'] = (shown, column) => {
    const known = column && inWords(shown, column.entity, column.field);
    if (known !== undefined) return known;
    if (shown === null) return '–';
    if (typeof shown === 'boolean') return word('value', shown ? 'yes' : 'no');
    if (typeof shown === 'number') return String(shown);
    return typeof shown === 'object' ? word('value', 'erased') : plain(shown);
  };
  const field = (name: string) => word('field', name);
  return {
    action: (action) => word('action', action),
    table: (table) => word('table', table),
    field,
    subject: ({ entity, subject }) =>
      (subject !== null && isSetting(entity) ? say('settingName', subject) : undefined) ?? subject,
    value,
    change: (entity, { field: name, before, after }) => {
      if (before === null && after === null) return `${field(name)}: ${word('value', 'kept')}`;
      const shown = (one: ShownValue) => value(one, { entity, field: name });
      return before === null
        ? `${field(name)}: ${shown(after)}`
        : `${field(name)}: ${shown(before)} → ${shown(after)}`;
    },
  };
}
