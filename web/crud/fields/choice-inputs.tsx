import { Checkbox, Input, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BooleanField, ChoiceField, ThreeStateField } from '#contract/field.ts';
import { useLabels } from '#web/crud/labels.ts';
import { commonProps, type FieldInputProps } from './field-input.ts';

export function BooleanFieldInput(props: FieldInputProps<BooleanField>) {
  const { withAsterisk: _, inputWrapperOrder: __, 'aria-required': ___, ...common } = commonProps(props);
  return (
    <Checkbox
      {...common}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      mt="sm"
    />
  );
}

const states = { yes: true, no: false, notSet: null } as const;
type State = keyof typeof states;

/** Yes, no or not set, one click each. */
export function ThreeStateFieldInput({
  value,
  onChange,
  label,
  error,
  notice,
  inputRef,
  name,
}: FieldInputProps<ThreeStateField>) {
  const { t } = useTranslation();
  const state: State = value === true ? 'yes' : value === false ? 'no' : 'notSet';
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} description={notice}>
      <SegmentedControl
        ref={inputRef as React.Ref<HTMLDivElement>}
        name={name}
        fullWidth
        aria-label={label}
        value={state}
        onChange={(next) => onChange(states[next as State])}
        data={(['yes', 'no', 'notSet'] as const).map((option) => ({
          value: option,
          label: t(`crud.${option}`),
        }))}
      />
    </Input.Wrapper>
  );
}

export function ChoiceFieldInput(props: FieldInputProps<ChoiceField>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { field, label, value, onChange } = props;
  return (
    <Select
      {...commonProps(props)}
      data={field.items.map((item) => ({ value: item, label: labels.choice(item) }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      clearable={!field.required && field.byDefault === undefined}
      clearButtonProps={{ 'aria-label': t('crud.clear', { field: label }) }}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
