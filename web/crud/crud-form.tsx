import { Alert, Button, Group, SimpleGrid } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { ErrorIcon } from '#web/ui/icons.tsx';
import { ChildTables } from './child-tables.tsx';
import classes from './crud-form.module.css';
import { draftResolver } from './draft-resolver.ts';
import { type HooksByEntity, hooksOf } from './entity-hooks.ts';
import { FormField } from './form-field.tsx';
import { wideFields } from './form-layout.ts';
import { type FormValues, formFields, formValuesOf, sameValues } from './form-values.ts';
import { useLabels } from './labels.ts';
import type { ParentRow } from './parent-row.ts';
import { type FormRefusal, refusedBy } from './refusal-words.ts';
import { useRowCalls } from './row-calls.ts';
import { useRowName } from './shown-value.ts';

/** What a screen adds to the dialog of its rows. */
export type DialogParts = {
  /**
   * More content for a saved row, above its child tables; `changed` refetches the row. A new row then stays open, so that
   * its children can be added right away.
   */
  readonly beside?: (item: Item, changed: () => void) => ReactNode;
  /** Whether a refused change is saved anyway, after the user confirmed it. */
  readonly overrides?: (refusal: unknown) => Promise<boolean>;
};

type CrudFormProps = DialogParts & {
  readonly entity: Entity;
  readonly parent: ParentRow | undefined;
  readonly entityHooks: HooksByEntity;
  /** Undefined for a new row. */
  readonly item: Item | undefined;
  /** Set by the form to a check for unsaved input. */
  readonly hasUnsaved: RefObject<() => boolean>;
  readonly onCancel: () => void;
  readonly onSaved: (saved: Item) => void;
  /** Refetches the row after something outside the form changed it. */
  readonly onChanged: () => void;
};

/** Whether Enter saves: not in a textarea, on a button or in an open select, where it has its own meaning. */
function meansSave(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLElement))
    return false;
  return event.target.tagName !== 'TEXTAREA' && event.target.closest('button, a') === null;
}

export function CrudForm({
  entity,
  parent,
  entityHooks,
  item,
  hasUnsaved,
  onCancel,
  onSaved,
  onChanged,
  beside,
  overrides,
}: CrudFormProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const rowName = useRowName();
  const { save } = useRowCalls(entity);
  const formId = useId();
  const hooks = hooksOf(entityHooks, entity.name);
  const [refused, setRefused] = useState<FormRefusal>();
  const form = useForm<FormValues, unknown, Draft>({
    defaultValues: formValuesOf(entity, item, parent),
    resolver: draftResolver(entity, hooks),
    mode: 'onTouched',
  });
  /** The values the form has without user input. */
  const untyped = useRef(formValuesOf(entity, item, parent));
  const { isValid, isSubmitting } = form.formState;
  /** The row the values come from; a refetched row replaces them. */
  const shownItem = useRef(item);
  useEffect(() => {
    if (shownItem.current === item) return;
    shownItem.current = item;
    untyped.current = formValuesOf(entity, item, parent);
    form.reset(untyped.current);
  });
  const set = (name: string, value: unknown) => form.setValue(name, value, { shouldValidate: true });
  useEffect(() => {
    hasUnsaved.current = () => !sameValues(form.getValues(), untyped.current);
    return () => {
      hasUnsaved.current = () => false;
    };
  });

  const fields = formFields(entity).filter(([name]) => !parent || name !== entity.parent?.via);

  const wide = wideFields(fields);

  const submit = form.handleSubmit(async (draft) => {
    setRefused(undefined);
    try {
      const saved = await save(draft, item?.id).catch(async (error: unknown) => {
        if (!item || !(await overrides?.(error))) throw error;
        return save(draft, item.id, true);
      });
      notifySuccess(
        t(item ? 'crud.changed' : 'crud.added', { row: rowName(entity, saved) }),
        labels.done(entity, item ? 'modified' : 'created'),
      );
      onSaved(saved);
    } catch (error) {
      const shown = fields.map(([name]) => name);
      const found = refusedBy(error, entity, shown, labels);
      setRefused(found);
      for (const { name, code, text } of found.atFields) form.setError(name, { type: code, message: text });
      const first = shown.find((name) => found.atFields.some((problem) => problem.name === name));
      if (first !== undefined) form.setFocus(first);
    }
  });

  const onEnter = (event: KeyboardEvent) => {
    if (!meansSave(event)) return;
    event.preventDefault();
    if ((event.target as HTMLElement).getAttribute('aria-expanded') === 'true') return;
    event.stopPropagation();
    if (!isSubmitting) void submit();
  };

  return (
    <>
      <form
        id={formId}
        className={classes.fields}
        noValidate
        onKeyDownCapture={onEnter}
        onSubmit={(event) => {
          event.stopPropagation();
          void submit(event);
        }}
      >
        {refused && (
          <Alert
            className={classes.refused}
            color="red"
            role="alert"
            icon={<ErrorIcon />}
            title={labels.failed(entity)}
          >
            {item ? t('crud.couldNotModify') : labels.notAdded(entity)}{' '}
            {(refused.others.length > 0 ? refused.others : [textOfCode('validation.failed')]).join(' ')}{' '}
            {t('crud.keptHint')}
          </Alert>
        )}
        <SimpleGrid
          cols={{ base: 1, xs: fields.length > 1 ? 2 : 1 }}
          spacing="lg"
          verticalSpacing={4}
          className={classes.grid}
        >
          {fields.map(([name, field], index) =>
            field.type === 'table' ? null : (
              <FormField
                key={name}
                entity={entity}
                name={name}
                field={field}
                control={form.control}
                hooks={hooks}
                autoFocus={index === 0}
                wide={wide.has(name)}
                onFollow={set}
                onOnlyChoice={(chosen, value) => {
                  untyped.current = { ...untyped.current, [chosen]: value };
                  set(chosen, value);
                }}
              />
            ),
          )}
        </SimpleGrid>
      </form>
      {item && beside?.(item, onChanged)}
      <ChildTables entity={entity} item={item} entityHooks={entityHooks} level={3} />
      <Group className={classes.footer} justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" form={formId} disabled={!isValid} loading={isSubmitting}>
          {t('crud.save', { entity: labels.the(entity) })}
        </Button>
      </Group>
    </>
  );
}
