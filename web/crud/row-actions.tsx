import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import { DeleteIcon, EditIcon } from '#web/ui/icons.tsx';
import { hooksOf } from './entity-hooks.ts';
import { useRowName } from './shown-value.ts';
import type { TableState } from './table-state.ts';

type RowProps = { readonly state: TableState; readonly item: Item };

/** Edit and delete, each named with the row it is about. */
export function RowActions({ state, item }: RowProps) {
  const { t } = useTranslation();
  const row = useRowName()(state.entity, item);
  const busy = state.deleting === item.id;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {hooksOf(state.entityHooks, state.entity.name).actions?.(item)}
      <ActionIcon
        variant="subtle"
        aria-label={t('crud.editRow', { row })}
        disabled={busy}
        onClick={() => state.edit(item)}
      >
        <EditIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('crud.deleteRow', { row })}
        disabled={busy}
        onClick={() => void state.askAndDelete(item)}
      >
        <DeleteIcon />
      </ActionIcon>
    </Group>
  );
}
