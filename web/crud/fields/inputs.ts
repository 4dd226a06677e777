import type { ComponentType } from 'react';
import type { Field } from '#contract/field.ts';
import { BooleanFieldInput, ChoiceFieldInput, ThreeStateFieldInput } from './choice-inputs.tsx';
import { DateFieldInput, DateTimeFieldInput } from './date-inputs.tsx';
import type { FieldInputProps } from './field-input.ts';
import { SelectFieldInput } from './select-input.tsx';
import { EmailFieldInput, NumberFieldInput, TextFieldInput, TimeFieldInput } from './text-inputs.tsx';

type Inputs = {
  readonly [T in Exclude<Field['type'], 'table'>]: ComponentType<
    FieldInputProps<Extract<Field, { type: T }>>
  >;
};

/**
 * The input of each field type; a new type does not compile without one. Child tables are below the form, not in it.
 */
const inputs: Inputs = {
  text: TextFieldInput,
  email: EmailFieldInput,
  number: NumberFieldInput,
  date: DateFieldInput,
  'datetime-local': DateTimeFieldInput,
  time: TimeFieldInput,
  boolean: BooleanFieldInput,
  'three-state': ThreeStateFieldInput,
  choice: ChoiceFieldInput,
  select: SelectFieldInput,
};

/** The input for a field; the registry pairs each type with its component, which the compiler cannot follow here. */
export function inputFor(type: Exclude<Field['type'], 'table'>): ComponentType<FieldInputProps<Field>> {
  return inputs[type] as ComponentType<FieldInputProps<Field>>;
}
