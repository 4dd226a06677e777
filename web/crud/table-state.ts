import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyList } from '#contract/crud-calls.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { may } from '#domain/access/permissions.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { useColumnChoice } from '#web/list/column-choice.ts';
import { type Filters, type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { DialogTarget } from './crud-dialog.tsx';
import type { HooksByEntity } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { isOpen, isWritable, listPath, type ParentRow } from './parent-row.ts';
import { refusedBy } from './refusal-words.ts';
import { crudKey, useRowCalls } from './row-calls.ts';
import { useRowName } from './shown-value.ts';

/** Confirms, deletes and reports the result. The row's buttons are disabled until then. */
function useDelete(entity: Entity) {
  const { t } = useTranslation();
  const labels = useLabels();
  const rowName = useRowName();
  const { remove } = useRowCalls(entity);
  const [deleting, setDeleting] = useState<number>();

  const askAndDelete = async (item: Item): Promise<void> => {
    const row = rowName(entity, item);
    const { deletesToo } = entity;
    const count = deletesToo ? Number(item[deletesToo.count]) : 0;
    const warning = deletesToo && count > 0 ? ` ${t(`crud.deletesToo_${deletesToo.rows}`, { count })}` : '';
    setDeleting(item.id);
    try {
      const sure = await confirm({
        title: t('crud.deleteTitle', { entity: labels.the(entity) }),
        message: `${t('crud.deleteConfirm', { row })}${warning}`,
        confirmLabel: t('crud.delete'),
        danger: true,
      });
      if (!sure) return;
      await remove(item.id);
      notifySuccess(t('crud.removed', { row }), labels.done(entity, 'deleted'));
    } catch (error) {
      const { others } = refusedBy(error, entity, [], labels);
      notifyError([labels.notDeleted(entity), ...others].join(' '), labels.failed(entity));
    } finally {
      setDeleting(undefined);
    }
  };
  return { deleting, askAndDelete };
}

/** The columns a user may see: personal ones only with the write right. */
const readableColumns = (entity: Entity, mayWrite: boolean): readonly string[] =>
  entity.columns.filter((column) => mayWrite || entity.fields[column]?.personal !== true);

type TableParts = {
  readonly entity: Entity;
  readonly parent: ParentRow | undefined;
  readonly entityHooks: HooksByEntity;
  readonly queryState: ListQueryState;
};

/** The state and actions of one table, shared by its toolbar, rows and dialog. */
export function useTableState({ entity, parent, entityHooks, queryState }: TableParts) {
  const actor = useActor();
  const [query, setQuery] = queryState;
  const path = listPath(entity, parent);
  const list = useList<AnyList>({ path, cacheKey: [crudKey], retry: false }, queryState);
  const mayWrite = may(actor, entity.access.write) && isOpen(entity, parent);
  const columns = readableColumns(entity, mayWrite);
  const { shown, toggle } = useColumnChoice(`crud.columns.${entity.name}`, columns, entity.hidden);
  const [target, setTarget] = useState<DialogTarget>();
  const { deleting, askAndDelete } = useDelete(entity);

  return {
    entity,
    parent,
    entityHooks,
    mayWrite,
    mayWriteRow: (item: Item) => mayWrite && isWritable(entity, item),
    list,
    filterBy: (change: Filters) => setQuery(withFilters(query, change)),
    /** The available columns, and those that are shown. */
    columns,
    shownColumns: shown,
    toggleColumn: toggle,
    target,
    add: () => setTarget({ item: undefined }),
    edit: (item: Item) => setTarget({ item }),
    closeDialog: () => setTarget(undefined),
    deleting,
    askAndDelete,
  };
}

export type TableState = ReturnType<typeof useTableState>;
