import { useEffect, useRef } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { Field } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';
import { parseDay } from '#domain/calendar/romanian-date.ts';
import { parseWallClock } from '#domain/calendar/wall-clock.ts';
import classes from './crud-form.module.css';
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
  /** Whether it spans a whole line. */
  readonly wide: boolean;
  /** Sets another field from the row picked in this one. */
  readonly onFollow: (name: string, value: unknown) => void;
  /** Sets an automatically selected value, which does not count as unsaved input. */
  readonly onOnlyChoice: (name: string, value: unknown) => void;
};

/** The ISO day of a typed date or moment. */
const startDay = (typed: unknown) =>
  typeof typed === 'string' ? (parseWallClock(typed)?.slice(0, 10) ?? parseDay(typed)) : undefined;

/** One field of a dialog: its input, bound to the form, cleared when a dependency changes. */
export function FormField({
  entity,
  name,
  field,
  control,
  hooks,
  autoFocus,
  wide,
  onFollow,
  onOnlyChoice,
}: FormFieldProps) {
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

  const start = useWatch({ control, name: field.from ?? name });
  const follows = field.type === 'select' ? field.agrees : undefined;
  const follower = useWatch({ control, name: follows ?? name });
  const onPicked = (items: readonly Item[]) => {
    // 0 means any, and a 0 the user typed is kept.
    const [first] = items;
    if (follows !== undefined && first !== undefined && follower !== 0) onFollow(follows, first[follows]);
  };

  const feedback = hooks.feedback?.[name]?.(bound.value);
  const Input = inputFor(field.type);
  return (
    <div className={wide ? classes.wide : undefined}>
      <Input
        field={field}
        name={name}
        label={labels.field(entity, name)}
        value={bound.value}
        onChange={bound.onChange}
        onBlur={bound.onBlur}
        inputRef={bound.ref}
        error={fieldState.error?.message}
        notice={typeof feedback === 'string' ? feedback : undefined}
        autoFocus={autoFocus}
        onPicked={onPicked}
        onOnlyChoice={(value) => onOnlyChoice(name, value)}
        opensAt={field.from === undefined ? undefined : startDay(start)}
        itemsPath={itemsPath(entity, field, depValues)}
        waitsFor={deps
          .filter((_, index) => typeof depValues[index] !== 'number')
          .map((dep) => labels.field(entity, dep))}
      />
    </div>
  );
}
