/** Replaces an erased personal value. */
export const erased = { erased: true } as const;
/** A logged value of a row, ready to display. */
export type ShownValue = string | number | boolean | typeof erased | null;
export type Change = { readonly field: string; readonly before: ShownValue; readonly after: ShownValue };
export type LoggedRow = Readonly<Record<string, unknown>>;

/** Columns that repeat others or mean nothing to a reader. */
const omittedFields = new Set([
  'id',
  'search',
  'search_text',
  'sort_text',
  'storage_owner',
  'storage_key',
  'audit_key',
  'hidden',
  'hash',
  'paper_hash',
  'sequence',
]);
/** Whether a column is hidden from readers. */
export const isOmitted = (field: string): boolean => omittedFields.has(field);
const maxCharacters = 500;

/** A value that is still encrypted when read: its key was deleted. */
const isErased = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'encrypted' in value;

function shown(value: unknown): ShownValue {
  if (value === null || value === undefined) return null;
  if (isErased(value)) return erased;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/**
 * The changes of a log entry, by field name; for a new or deleted row all its values. A column whose values
 * are not logged is named without values.
 */
export function changesOf(before: LoggedRow | null, after: LoggedRow | null): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  const differing = names.flatMap((field): Change[] => {
    if (isOmitted(field)) return [];
    const was = shown(before?.[field]);
    const is = shown(after?.[field]);
    const isSame =
      was === erased ? JSON.stringify(before?.[field]) === JSON.stringify(after?.[field]) : was === is;
    return isSame ? [] : [{ field, before: was, after: is }];
  });
  const hidden = Array.isArray(after?.hidden) ? after.hidden : [];
  return [
    ...differing,
    ...hidden
      .filter((field): field is string => typeof field === 'string' && !isOmitted(field))
      .map((field) => ({ field, before: null, after: null })),
  ];
}

const naming = ['name', 'description', 'file_name', 'email', 'code', 'key', 'text', 'address'];

/** The readable name of an entry's row; undefined when only its id identifies it. */
export function nameOfRow(before: LoggedRow | null, after: LoggedRow | null): string | undefined {
  const row = after ?? before ?? {};
  if (naming.concat('last_name').some((name) => isErased(row[name]))) return undefined;
  if (typeof row.last_name === 'string' && typeof row.first_name === 'string')
    return `${row.last_name} ${row.first_name}`;
  const found = naming.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found.slice(0, 120) : undefined;
}
