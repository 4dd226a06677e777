import { z } from 'zod';
import { parseMoment } from '#domain/calendar/moment.ts';
import { parseDay } from '#domain/calendar/romanian-date.ts';
import { parseTimeOfDay } from '#domain/calendar/time-of-day.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { emailPattern } from '#domain/people/email-address.ts';
import { highestId } from './common.ts';
import type { Entity } from './entity.ts';
import type { Field } from './field.ts';
import './problems.ts';

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
type Finding = { readonly code: string; readonly input?: unknown };

/** The code for a value of the wrong type; later checks (too long, too small) have their own codes. */
const wrongKind = (missing: ErrorCode, otherwise: ErrorCode) => (issue: Finding) => {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  return isBlank(issue.input) ? missing : otherwise;
};
const missingOr = (otherwise: ErrorCode) => wrongKind('validation.required', otherwise);
/** An empty text is only missing, not also malformed. */
const filled = { error: 'validation.required', abort: true } as const;

/** A text that is parsed into another form; refused with `code` when it cannot be. */
function readAs(read: (input: string) => string | undefined, code: ErrorCode) {
  return z.string({ error: missingOr(code) }).transform((input, context) => {
    const value = read(input);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', input, message: isBlank(input) ? 'validation.required' : code });
    return z.NEVER;
  });
}

/** Plausible years for a university; calendars of different systems disagree far outside them. */
const inCalendar = (iso: string | undefined) =>
  iso !== undefined && iso >= '1900' && iso < '2201' ? iso : undefined;
/** An ISO date-time with its offset; without one it is Bucharest wall-clock time, which the database resolves. */
const readDateTime = (input: string) => inCalendar(parseMoment(input));
const readDay = (input: string) =>
  inCalendar(parseDay(input)) ?? (readDateTime(input) ? parseDay(input.trim().slice(0, 10)) : undefined);

/** A day, in ISO or Romanian form. */
export const day = () => readAs(readDay, 'validation.date');
export const hour = () => readAs(parseTimeOfDay, 'validation.time');

const id = () =>
  z
    .int({ error: missingOr('validation.choice') })
    .positive('validation.choice')
    .max(highestId, 'validation.choice');

/** The schema of a given value; `schemaOf` decides whether it may be absent. */
function givenSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'text':
      return (
        z
          .string({ error: missingOr('validation.text') })
          .trim()
          // Normalize letters to one form; otherwise search and uniqueness would treat them as different.
          .normalize('NFC')
          .min(1, filled)
          .max(field.maxLength)
      );
    case 'email':
      return z
        .string({ error: missingOr('validation.email') })
        .trim()
        .min(1, filled)
        .max(254)
        .regex(emailPattern, 'validation.email');
    case 'number': {
      const number = z
        .number({
          error: wrongKind(field.nonZero ? 'validation.nonZero' : 'validation.required', 'validation.number'),
        })
        .min(field.min)
        .max(field.max);
      const whole = field.integer ? number.refine(Number.isInteger, 'validation.integer') : number;
      return field.nonZero ? whole.refine((value) => value !== 0, 'validation.nonZero') : whole;
    }
    case 'date':
      return day();
    case 'datetime-local':
      return readAs(readDateTime, 'validation.date');
    case 'time':
      return hour();
    case 'boolean':
    case 'three-state':
      return z.boolean();
    case 'choice':
      return z.enum(field.items as [string, ...string[]], { error: missingOr('validation.choice') });
    case 'select':
      return field.multiple
        ? z
            .array(id(), { error: wrongKind('validation.selectOne', 'validation.choice') })
            .refine((ids) => !field.required || ids.length > 0, 'validation.selectOne')
            .max(1000)
            .transform((ids) => [...new Set(ids)])
        : id();
    case 'table':
      return z.unknown();
  }
}

/** The value of a field that is absent. */
function fallback(field: Field): unknown {
  if (field.type === 'boolean') return field.byDefault;
  if (field.type === 'choice') return field.byDefault ?? null;
  if (field.type === 'select' && field.multiple) return [];
  return null;
}

function schemaOf(field: Field): z.ZodType {
  const given = givenSchema(field);
  if (field.required) return given;
  return z
    .preprocess((value) => (isBlank(value) ? null : value), given.nullable())
    .transform((value) => value ?? fallback(field));
}

/**
 * The schema of a body that creates or replaces a row of the entity. Fields the server returns but does not store (the
 * id, computed columns, nested tables) are accepted and dropped; any other unknown field is refused.
 */
export function draftSchema(entity: Entity) {
  const stored = Object.entries(entity.fields).filter(([, field]) => field.type !== 'table');
  const returned = [
    'id',
    ...Object.keys(entity.computed),
    ...Object.entries(entity.fields).flatMap(([name, field]) => (field.type === 'table' ? [name] : [])),
  ];
  const shape = Object.fromEntries<z.ZodType>([
    ...returned.map((name) => [name, z.unknown().optional()] as const),
    ...stored.map(
      ([name, field]) => [name, field.required ? schemaOf(field) : schemaOf(field).optional()] as const,
    ),
  ]);
  return z
    .strictObject(shape)
    .transform((body) =>
      Object.fromEntries(
        stored.map(([name, field]) => [
          name,
          name in body && body[name] !== undefined ? body[name] : fallback(field),
        ]),
      ),
    );
}

export type Draft = Readonly<Record<string, unknown>>;
