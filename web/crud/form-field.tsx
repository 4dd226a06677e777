import { useEffect, useRef } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { Field } from '#contract/field.ts';
import type { EntityHooks } from './entity-hooks.ts';
import { inputFor } from './fields/inputs.ts';
import { emptyValue, type FormValues } from './form-values.ts';
import { itemsPath } from './items-path.ts';
import { useLabels } from './labels.ts';

type FormFieldProps = {
  readonly entity: Entity;
  readonly name: string;
  readonly field: Exclude<Field, { type: 'table' }>;
  readonly control: Control<FormValues, unknown, Draft>;
  readonly hooks: EntityHooks;
  readonly autoFocus: boolean;
};

/** One field of a dialog: its input, bound to the form, cleared when something it depends on changes. */
export function FormField({ entity, name, field, control, hooks, autoFocus }: FormFieldProps) {
  const labels = useLabels();
  const { field: bound, fieldState } = useController({ name, control });
  const deps = field.type === 'select' ? field.deps : [];
  const depValues: readonly unknown[] = useWatch({ control, name: deps });

  const chosenUnder = JSON.stringify(depValues);
  const before = useRef(chosenUnder);
  useEffect(() => {
    if (before.current === chosenUnder) return;
    before.current = chosenUnder;
    bound.onChange(emptyValue(field));
  }, [chosenUnder, bound.onChange, field]);

  const Input = inputFor(field.type);
  return (
    <Input
      field={field}
      name={name}
      label={labels.field(entity, name)}
      value={bound.value}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
      inputRef={bound.ref}
      error={fieldState.error?.message}
      notice={hooks.notices?.[name]?.(bound.value)}
      autoFocus={autoFocus}
      itemsPath={itemsPath(entity, field, depValues)}
      waitsFor={deps
        .filter((_, index) => typeof depValues[index] !== 'number')
        .map((dep) => labels.field(entity, dep))}
    />
  );
}
