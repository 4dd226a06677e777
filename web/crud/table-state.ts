import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { may } from '#domain/access/permissions.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { confirm } from '#web/ui/confirm.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import type { DialogTarget } from './crud-dialog.tsx';
import { useLabels } from './labels.ts';
import { useColumns, useListView } from './list-view.ts';
import { type Opening, type Openings, openingFor } from './openings.ts';
import { isOpen, isWritable, type ParentRow } from './parent-row.ts';
import { refusedBy } from './refusal-words.ts';
import { useRowCalls, useRows } from './row-calls.ts';
import { useRowName } from './shown-value.ts';

/** Asks, deletes, and says what came of it. While it asks and deletes, the buttons of that row rest. */
function useDelete(entity: Entity, opening: Opening) {
  const { t } = useTranslation();
  const labels = useLabels();
  const rowName = useRowName();
  const { remove } = useRowCalls(entity);
  const [deleting, setDeleting] = useState<number>();

  const askAndDelete = async (item: Item): Promise<void> => {
    const row = rowName(entity, item);
    setDeleting(item.id);
    try {
      const sure = await confirm({
        title: t('crud.deleteTitle', { entity: labels.the(entity) }),
        message: [t('crud.deleteConfirm', { row }), opening.deleteWarning?.(item) ?? ''].join(' ').trim(),
        confirmLabel: t('crud.delete'),
        danger: true,
      });
      if (!sure) return;
      await remove(item.id);
      notifySuccess(t('crud.removed', { row }), labels.done(entity, 'deleted'));
    } catch (error) {
      const { others } = refusedBy(error, entity, [], labels);
      notifyError(
        [opening.notDeleted ?? t('crud.couldNotDelete'), ...others].join(' '),
        labels.failed(entity),
      );
    } finally {
      setDeleting(undefined);
    }
  };
  return { deleting, askAndDelete };
}

/** Everything one table knows and can do; its toolbar, rows and dialog share it. */
export function useTableState(entity: Entity, parent: ParentRow | undefined, openings: Openings) {
  const actor = useActor();
  const [view, setView] = useListView();
  const rows = useRows(entity, parent, view);
  const mayWrite = may(actor, entity.access.write) && isOpen(entity, parent);
  const { columns, told, toggle } = useColumns(entity, mayWrite);
  const [target, setTarget] = useState<DialogTarget>();
  const { deleting, askAndDelete } = useDelete(entity, openingFor(openings, entity.name));

  // The last row of the last page may have just been deleted.
  const total = rows.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / view.pageSize));
  useEffect(() => {
    if (rows.isSuccess && !rows.isPlaceholderData && view.page > lastPage)
      setView({ ...view, page: lastPage });
  }, [rows.isSuccess, rows.isPlaceholderData, view, lastPage, setView]);

  return {
    entity,
    parent,
    openings,
    mayWrite,
    mayWriteRow: (item: Item) => mayWrite && isWritable(entity, item),
    view,
    setView,
    rows,
    total,
    lastPage,
    /** The columns shown, and those that could be. */
    columns,
    told,
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
