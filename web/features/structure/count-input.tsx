import { NumberInput, type NumberInputProps } from '@mantine/core';
import { fieldId } from './field-id.ts';
import type { Typed } from './structure-form.ts';

type CountInputProps = Omit<NumberInputProps, 'value' | 'onChange' | 'id'> & {
  /** Where in the structure it stands; a problem there leads to it. */
  readonly path: string;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
};

/** A whole number, typed or stepped with the arrow keys; empty stays empty. */
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
