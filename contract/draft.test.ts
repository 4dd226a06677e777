import { describe, expect, it, test } from 'vitest';
import type { ErrorParams } from '#domain/errors.ts';
import { draftSchema } from './draft.ts';
import { lookup } from './entity.ts';
import {
  choice,
  date,
  dateTime,
  email,
  type Field,
  number,
  select,
  table,
  text,
  threeState,
  timeOfDay,
  yesNo,
} from './field.ts';
import { problemsOfError } from './problems.ts';

const entityOf = (fields: Record<string, Field>) => ({
  name: 'thing',
  path: 'things',
  table: 'things',
  fields,
  computed: { ownerName: lookup('owner', 'name') },
  columns: [],
  order: 'id',
  access: { read: 'room.read', write: 'room.manage' } as const,
});

/** Parses a draft with one field: returns the stored value, or the refusals. */
function judge(field: Field, ...given: [unknown] | []): unknown {
  const result = draftSchema(entityOf({ value: field })).safeParse(
    given.length === 0 ? {} : { value: given[0] },
  );
  return result.success ? result.data.value : problemsOfError(result.error).map((found) => found.error);
}

const optional = { required: false } as const;
const nothing = [undefined, null, '', '   '];

describe('[UX-8] required fields', () => {
  const required: Array<[string, Field, string]> = [
    ['text', text(), 'validation.required'],
    ['email', email(), 'validation.required'],
    ['number', number(), 'validation.required'],
    ['date', date(), 'validation.required'],
    ['datetime-local', dateTime(), 'validation.required'],
    ['time', timeOfDay(), 'validation.required'],
    ['choice', choice(['a', 'b']), 'validation.required'],
    ['single select', select('things'), 'validation.required'],
    ['multiple select', select('things', { multiple: true }), 'validation.selectOne'],
    ['required-non-zero number', number({ nonZero: true }), 'validation.nonZero'],
  ];
  test.each(required)('[UX-8] refuses an empty %s', (_, field, code) => {
    for (const value of nothing) expect(judge(field, value)).toEqual([code]);
    expect(judge(field)).toEqual([code]);
  });

  const open: Array<[string, Field, unknown]> = [
    ['text', text(optional), null],
    ['email', email(optional), null],
    ['number', number(optional), null],
    ['date', date(optional), null],
    ['datetime-local', dateTime(optional), null],
    ['time', timeOfDay(optional), null],
    ['choice', choice(['a', 'b'], optional), null],
    ['choice with a default', choice(['a', 'b'], { required: false, byDefault: 'b' }), 'b'],
    ['single select', select('things', optional), null],
    ['multiple select', select('things', { required: false, multiple: true }), []],
    ['boolean', yesNo({ byDefault: true }), true],
    ['three-state', threeState(), null],
  ];
  test.each(open)('[STRUCT-8] accepts a missing optional %s', (_, field, stored) => {
    for (const value of nothing) expect(judge(field, value)).toEqual(stored);
    expect(judge(field)).toEqual(stored);
  });

  it('[UX-8] treats an empty list of a required multiple select as empty', () => {
    expect(judge(select('things', { multiple: true }), [])).toEqual(['validation.selectOne']);
  });

  it('[UX-8] accepts the number 0 as filled', () => {
    expect(judge(number(), 0)).toBe(0);
  });

  it('[UX-10] a required-non-zero number refuses 0', () => {
    expect(judge(number({ nonZero: true }), 0)).toEqual(['validation.nonZero']);
    expect(judge(number({ nonZero: true }), 1)).toBe(1);
  });
});

describe('[UX-19] each type accepts valid values and refuses invalid ones', () => {
  const right: Array<[string, Field, unknown, unknown]> = [
    ['text', text(), '  Sala A1 ', 'Sala A1'],
    ['email', email(), ' a@b.ro ', 'a@b.ro'],
    ['number', number({ integer: false }), 2.5, 2.5],
    ['date', date(), '05/01/2026', '2026-01-05'],
    ['date from a date-time', date(), '2026-01-05T10:00:00Z', '2026-01-05'],
    ['datetime-local', dateTime(), '2026-01-05T10:00', '2026-01-05T10:00'],
    ['datetime-local with an offset', dateTime(), '2026-01-05T10:00:00+02:00', '2026-01-05T10:00:00+02:00'],
    ['time', timeOfDay(), '1:05 PM', '13:05'],
    ['boolean', yesNo(), true, true],
    ['three-state', threeState(), false, false],
    ['choice', choice(['a', 'b']), 'b', 'b'],
    ['single select', select('things'), 7, 7],
    ['multiple select', select('things', { multiple: true }), [3, 7, 3], [3, 7]],
  ];
  test.each(right)('[UX-19] %s', (_, field, given, stored) => {
    expect(judge(field, given)).toEqual(stored);
  });

  const wrong: Array<[string, Field, unknown, string]> = [
    ['text of another kind', text(), 7, 'validation.text'],
    ['text too long', text({ maxLength: 3 }), 'abcd', 'validation.tooLong'],
    ['e-mail without a dot', email(), 'a@b', 'validation.email'],
    ['e-mail without text before @', email(), '@b.ro', 'validation.email'],
    ['e-mail with a space', email(), 'a b@c.ro', 'validation.email'],
    ['number as text', number(), '7', 'validation.number'],
    ['number that is none', number(), Number.NaN, 'validation.number'],
    ['number with a fraction', number(), 1.5, 'validation.integer'],
    ['number too small', number({ min: 1, max: 8 }), 0, 'validation.min'],
    ['number too large', number({ min: 1, max: 8 }), 9, 'validation.max'],
    ['day that does not exist', date(), '31/02/2026', 'validation.date'],
    ['date-time that does not exist', dateTime(), '2026-02-31T10:00', 'validation.date'],
    ['date-time without a time', dateTime(), '2026-02-01', 'validation.date'],
    ['date-time with an offset that no clock has', dateTime(), '2026-01-05T10:00+23:59', 'validation.date'],
    ['day with an offset that no clock has', date(), '2026-01-05T10:00-23:59', 'validation.date'],
    ['date-time in the year 0', dateTime(), '0000-01-01T00:00', 'validation.date'],
    ['day beyond the calendar', date(), '2201-01-01', 'validation.date'],
    ['time past the day', timeOfDay(), '24:00', 'validation.time'],
    ['boolean as text', yesNo(), 'yes', 'validation.boolean'],
    ['three-state as number', threeState(), 1, 'validation.boolean'],
    ['choice nobody offered', choice(['a', 'b']), 'c', 'validation.choice'],
    ['single select as text', select('things'), '7', 'validation.choice'],
    ['single select below 1', select('things'), 0, 'validation.choice'],
    ['multiple select as one', select('things', { multiple: true }), 7, 'validation.choice'],
  ];
  test.each(wrong)('[UX-19] refuses %s', (_, field, given, code) => {
    expect(judge(field, given)).toEqual([code]);
  });

  it('[UX-15] an e-mail is text, @, text, a dot, text', () => {
    expect(judge(email(), 'x@y.z')).toBe('x@y.z');
    for (const address of ['x', 'x@', 'x@y', 'x@y.', '@y.z', 'x@.z@']) {
      expect(judge(email(), address), address).toEqual(['validation.email']);
    }
  });
});

describe('[API-4] the body of a draft', () => {
  const thing = entityOf({
    name: text(),
    size: number({ required: false, min: 1, max: 8 }),
    parts: table('parts'),
  });
  const refusals = (body: unknown) => {
    const result = draftSchema(thing).safeParse(body);
    return result.success ? [] : problemsOfError(result.error);
  };

  it('[API-4] drops what the server returns but does not store', () => {
    const body = { id: 3, name: 'A', size: 2, ownerName: 'Ana', parts: [{ id: 1 }] };
    expect(draftSchema(thing).parse(body)).toEqual({ name: 'A', size: 2 });
  });

  it('[API-4] refuses any other unknown field by name', () => {
    expect(refusals({ name: 'A', isAdmin: true })).toEqual([
      { path: 'isAdmin', error: 'validation.unknownField', params: {} },
    ]);
  });

  it('[API-4] reports every wrong field, with the parameters of its text', () => {
    const found = refusals({ name: ' ', size: 9 });
    expect(found).toContainEqual({ path: 'name', error: 'validation.required', params: {} });
    expect(found).toContainEqual({
      path: 'size',
      error: 'validation.max',
      params: { max: 8 } satisfies ErrorParams,
    });
    expect(found).toHaveLength(2);
  });

  test.each([null, [], 'x', 7])('[API-4] refuses a body that is not an object (%j)', (body) => {
    expect(refusals(body)).not.toEqual([]);
  });
});
