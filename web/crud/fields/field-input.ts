import type { Ref } from 'react';
import type { Field } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';

/** What every field of a dialog gets, whatever its type. */
export type FieldInputProps<F extends Field> = {
  readonly field: F;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly error: string | undefined;
  /** A quiet sentence below the field. */
  readonly notice: string | undefined;
  readonly autoFocus: boolean;
  /** For a select: where its items are listed, undefined until everything it depends on is set. */
  readonly itemsPath: string | undefined;
  /** For a select: the labels of the fields it waits for. */
  readonly waitsFor: readonly string[];
  /** For a select: what was picked, with all that the list says about it. */
  readonly onPicked?: (items: readonly Item[]) => void;
  /** For a select: a value that was not picked by anybody because there is no other. */
  readonly onOnlyChoice?: (value: unknown) => void;
  /** For a date: the ISO day its calendar opens at while nothing is typed. */
  readonly opensAt?: string | undefined;
};

/** What the inputs of all types have in common. */
export function commonProps({
  name,
  label,
  error,
  notice,
  field,
  onBlur,
  inputRef,
  autoFocus,
}: FieldInputProps<Field>) {
  return {
    name,
    label,
    error,
    description: notice,
    onBlur,
    ref: inputRef,
    withAsterisk: field.required,
    required: false,
    'aria-required': field.required,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as Array<
      'label' | 'input' | 'description' | 'error'
    >,
    'data-autofocus': autoFocus || undefined,
  };
}
