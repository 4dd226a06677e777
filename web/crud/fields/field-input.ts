import type { Ref } from 'react';
import type { Field } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';

/** The props of every field, whatever its type. */
export type FieldInputProps<F extends Field> = {
  readonly field: F;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly error: string | undefined;
  /** A note below the field. */
  readonly notice: string | undefined;
  readonly autoFocus: boolean;
  /** For a select: the path of its items, undefined until everything it depends on is set. */
  readonly itemsPath: string | undefined;
  /** For a select: the labels of the unset fields it depends on. */
  readonly waitsFor: readonly string[];
  /** For a select: called with the picked items and all their data. */
  readonly onPicked?: (items: readonly Item[]) => void;
  /** For a select: called with a value that was selected automatically because it is the only one. */
  readonly onOnlyChoice?: (value: unknown) => void;
  /** For a date: the ISO day its calendar opens at while the field is empty. */
  readonly opensAt?: string | undefined;
};

/** The props shared by the inputs of all types. */
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
