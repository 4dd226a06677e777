import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import { ChevronDownIcon, ChevronRightIcon, DeleteIcon, EditIcon } from '#web/ui/icons.tsx';
import { openingFor } from './openings.ts';
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
      {openingFor(state.openings, state.entity.name).actions?.(item)}
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

type ExpandProps = RowProps & { readonly expanded: boolean; readonly onToggle: () => void };

/** Shows or hides what belongs to a row. */
export function ExpandButton({ state, item, expanded, onToggle }: ExpandProps) {
  const { t } = useTranslation();
  const row = useRowName()(state.entity, item);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('crud.expandRow', { row })}
      aria-expanded={expanded}
      onClick={onToggle}
    >
      {expanded ? <ChevronDownIcon /> : <ChevronRightIcon />}
    </ActionIcon>
  );
}
