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
type NoOptions = Record<never, never>;

/** A field of its defaults and its options; the type keeps both, for `ItemOf`. */
function field<const D extends Field, O extends object>(
  defaults: D,
  options: O | undefined,
): Omit<D, keyof NoInfer<O>> & NoInfer<O>;
function field(defaults: Field, options: object | undefined): object {
  return { ...defaults, ...options };
}

export const text = <const O extends Options<TextField> = NoOptions>(options?: O) =>
  field({ type: 'text', required: true, maxLength: 200 }, options);
export const email = <const O extends Options<EmailField> = NoOptions>(options?: O) =>
  field({ type: 'email', required: true }, options);
export const number = <const O extends Options<NumberField> = NoOptions>(options?: O) =>
  field(
    {
      type: 'number',
      required: true,
      integer: true,
      min: 0,
      max: 1_000_000,
      nonZero: false,
    },
    options,
  );
export const date = <const O extends Options<DateField> = NoOptions>(options?: O) =>
  field({ type: 'date', required: true }, options);
export const dateTime = <const O extends Options<DateTimeField> = NoOptions>(options?: O) =>
  field({ type: 'datetime-local', required: true }, options);
export const timeOfDay = <const O extends Options<TimeField> = NoOptions>(options?: O) =>
  field({ type: 'time', required: true }, options);
export const yesNo = <const O extends Options<BooleanField> = NoOptions>(options?: O) =>
  field({ type: 'boolean', required: false, byDefault: false }, options);
export const threeState = <const O extends Options<ThreeStateField> = NoOptions>(options?: O) =>
  field({ type: 'three-state', required: false }, options);
export const choice = <const I extends readonly string[], const O extends Options<ChoiceField> = NoOptions>(
  items: I,
  options?: O,
) => field({ type: 'choice', required: true, items }, options);
export const select = <const O extends Options<SelectField> = NoOptions>(items: string, options?: O) =>
  field(
    {
      type: 'select',
      required: true,
      items,
      itemText: 'name',
      itemValue: 'id',
      multiple: false,
      deps: [],
    },
    options,
  );
export const table = (items: string) =>
  ({ type: 'table', required: false, items }) as const satisfies TableField;
