import { NumberInput, type NumberInputProps } from '@mantine/core';
import { fieldId } from './field-id.ts';
import type { NumberValue } from './structure-form.ts';

type CountInputProps = Omit<NumberInputProps, 'value' | 'onChange' | 'id'> & {
  /** The path in the structure; a problem there links to this input. */
  readonly path: string;
  readonly value: NumberValue;
  readonly onChange: (value: NumberValue) => void;
};

/** A whole-number input with arrow-key steps; empty stays empty. */
export function CountInput({ path, onChange, ...rest }: CountInputProps) {
  return (
    <NumberInput
      id={fieldId(path)}
      min={0}
      max={10_000}
      clampBehavior="strict"
      allowNegative={false}
      allowDecimal={false}
      hideControls
      inputMode="numeric"
      autoComplete="off"
      onChange={(value) => onChange(typeof value === 'number' ? value : '')}
      {...rest}
    />
  );
}
