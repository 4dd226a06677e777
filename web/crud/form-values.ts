import type { Entity } from '#contract/entity.ts';
import type { Field } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';
import { parseWallClock } from '#domain/calendar/wall-clock.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
import type { ParentRow } from './parent-row.ts';

/** The values of a form: days and times as typed, everything else as stored. */
export type FormValues = Record<string, unknown>;

/** The fields of a form; child tables are saved by their own calls. */
export function formFields(entity: Entity): ReadonlyArray<readonly [string, Field]> {
  return Object.entries(entity.fields).filter(([, field]) => field.type !== 'table');
}

/** The value of an untouched field. */
export function emptyValue(field: Field): unknown {
  switch (field.type) {
    case 'boolean':
      return field.byDefault;
    case 'three-state':
      return null;
    case 'choice':
      return field.byDefault ?? null;
    case 'select':
      return field.multiple ? [] : null;
    default:
      return '';
  }
}

const typed = (text: string) => (text === '-' ? '' : text);

function formValue(field: Field, stored: unknown): unknown {
  if (stored === null || stored === undefined) return field.type === 'choice' ? null : emptyValue(field);
  if (field.type === 'date') return typed(formatDate(String(stored)));
  if (field.type === 'datetime-local') return typed(formatDateTime(String(stored)));
  return stored;
}

/** The form values of a new or existing row; below a parent, its row is already selected. */
export function formValuesOf(
  entity: Entity,
  item: Item | undefined,
  parent: ParentRow | undefined,
): FormValues {
  const values = Object.fromEntries(
    formFields(entity).map(([name, field]) => [
      name,
      item ? formValue(field, item[name]) : emptyValue(field),
    ]),
  );
  return parent && entity.parent ? { ...values, [entity.parent.via]: parent.id } : values;
}

/** The input for the draft schema: valid date-times are converted to its format. */
export function draftInput(entity: Entity, values: FormValues): FormValues {
  return Object.fromEntries(
    formFields(entity).map(([name, field]) => {
      const value = values[name];
      const read = field.type === 'datetime-local' ? parseWallClock(String(value ?? '')) : undefined;
      return [name, read ?? value];
    }),
  );
}

/** Whether two forms have equal values. */
export function sameValues(one: FormValues, other: FormValues): boolean {
  return Object.keys(other).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
