import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import { DeleteIcon, EditIcon } from '#web/ui/icons.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { hooksOf } from './entity-hooks.ts';
import { useRowName } from './shown-value.ts';
import type { TableState } from './table-state.ts';

type RowProps = { readonly state: TableState; readonly item: Item };

/** Edit and delete, each with the row in its accessible name. */
export function RowActions({ state, item }: RowProps) {
  const { t } = useTranslation();
  const row = useRowName()(state.entity, item);
  const busy = state.deleting === item.id;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {hooksOf(state.entityHooks, state.entity.name).actions?.(item)}
      <RowIcon
        tip={t('crud.editTip')}
        label={t('crud.editRow', { row })}
        icon={<EditIcon />}
        disabled={busy}
        onClick={() => state.edit(item)}
      />
      <RowIcon
        tip={t('crud.delete')}
        label={t('crud.deleteRow', { row })}
        icon={<DeleteIcon />}
        color="red"
        disabled={busy}
        onClick={() => void state.askAndDelete(item)}
      />
    </Group>
  );
}
