/**
 * The generic form field (UX-19), as plain data. The server's draft schema, the SQL and the dialog all read
 * it. `column` names the database column if it is not the field's name in snake case.
 */
type Common = {
  readonly required: boolean;
  readonly column?: string;
  /** Visible only to users who may write the row; null for all others. */
  readonly personal?: boolean;
  /** The field of the same form that starts the span this one ends. */
  readonly from?: string;
};

export type TextField = Common & { readonly type: 'text'; readonly maxLength: number };
export type EmailField = Common & { readonly type: 'email' };
export type NumberField = Common & {
  readonly type: 'number';
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  /** Empty and 0 are both refused: "required-non-zero" (UX-10). */
  readonly nonZero: boolean;
};
export type DateField = Common & { readonly type: 'date' };
export type DateTimeField = Common & { readonly type: 'datetime-local' };
export type TimeField = Common & { readonly type: 'time' };
export type BooleanField = Common & { readonly type: 'boolean'; readonly byDefault: boolean };
/** Yes, no or open: undefined is a value. */
export type ThreeStateField = Common & { readonly type: 'three-state' };
/** A choice from fixed values, each with a translated label or shown as is. */
export type ChoiceField = Common & {
  readonly type: 'choice';
  readonly items: readonly string[];
  readonly byDefault?: string;
};
/**
 * Where the selected rows of a multiple select are stored. `by` names the stored column of the selected row if it is
 * not the id; `fixed` separates this field's selections from others in the same table.
 */
export type Link = {
  readonly table: string;
  readonly own: string;
  readonly other: string;
  readonly by?: string;
  readonly fixed?: { readonly column: string; readonly value: string };
};

/** A selection of rows of another entity. `deps` are the fields that must be set first. */
export type SelectField = Common & {
  readonly type: 'select';
  readonly items: string;
  readonly itemText: string;
  readonly itemValue: 'id';
  readonly multiple: boolean;
  readonly deps: readonly string[];
  /** The field that the selectable rows must match in their field of the same name; 0 there matches any. */
  readonly agrees?: string;
  readonly link?: Link;
};
/** A child table shown in the parent's dialog; its rows are saved by their own calls. */
export type TableField = Common & { readonly type: 'table'; readonly items: string };

export type Field =
  | TextField
  | EmailField
  | NumberField
  | DateField
  | DateTimeField
  | TimeField
  | BooleanField
  | ThreeStateField
  | ChoiceField
  | SelectField
  | TableField;

type Options<F extends Field> = Partial<Omit<F, 'type'>>;

export const text = <const O extends Options<TextField>>(options?: O) =>
  ({ type: 'text', required: true, maxLength: 200, ...options }) as const satisfies TextField;
export const email = <const O extends Options<EmailField>>(options?: O) =>
  ({ type: 'email', required: true, ...options }) as const satisfies EmailField;
export const number = <const O extends Options<NumberField>>(options?: O) =>
  ({
    type: 'number',
    required: true,
    integer: true,
    min: 0,
    max: 1_000_000,
    nonZero: false,
    ...options,
  }) as const satisfies NumberField;
export const date = <const O extends Options<DateField>>(options?: O) =>
  ({ type: 'date', required: true, ...options }) as const satisfies DateField;
export const dateTime = <const O extends Options<DateTimeField>>(options?: O) =>
  ({ type: 'datetime-local', required: true, ...options }) as const satisfies DateTimeField;
export const timeOfDay = <const O extends Options<TimeField>>(options?: O) =>
  ({ type: 'time', required: true, ...options }) as const satisfies TimeField;
export const yesNo = <const O extends Options<BooleanField>>(options?: O) =>
  ({ type: 'boolean', required: false, byDefault: false, ...options }) as const satisfies BooleanField;
export const threeState = <const O extends Options<ThreeStateField>>(options?: O) =>
  ({ type: 'three-state', required: false, ...options }) as const satisfies ThreeStateField;
export const choice = <const I extends readonly string[], const O extends Options<ChoiceField>>(
  items: I,
  options?: O,
) => ({ type: 'choice', required: true, items, ...options }) as const satisfies ChoiceField;
export const select = <const O extends Options<SelectField>>(items: string, options?: O) =>
  ({
    type: 'select',
    required: true,
    items,
    itemText: 'name',
    itemValue: 'id',
    multiple: false,
    deps: [],
    ...options,
  }) as const satisfies SelectField;
export const table = (items: string) =>
  ({ type: 'table', required: false, items }) as const satisfies TableField;
