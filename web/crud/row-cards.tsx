import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { columnsOf } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { SortDownIcon, SortUpIcon } from '#web/ui/icons.tsx';
import { ChildTables, type HeadingLevel } from './child-tables.tsx';
import { useLabels } from './labels.ts';
import { openingFor } from './openings.ts';
import { childPaths } from './parent-row.ts';
import { ExpandButton, RowActions } from './row-actions.tsx';
import classes from './row-cards.module.css';
import { RowCell, useExpanded } from './row-cell.tsx';
import { namingColumns, useRowName } from './shown-value.ts';
import type { TableState } from './table-state.ts';

type RowCardsProps = {
  readonly state: TableState;
  readonly items: readonly Item[];
  readonly level: HeadingLevel;
};

/** Without header cells the order is chosen here. */
function SortChooser({ state }: { readonly state: TableState }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { entity, view, setView } = state;
  const current = view.sort ?? entity.order;
  const choices = [...new Set([entity.order, ...state.columns])].filter((column) =>
    columnsOf(entity).includes(column),
  );
  return (
    <Group gap="xs" wrap="nowrap" className={classes.sort}>
      <NativeSelect
        aria-label={t('crud.sortBy')}
        value={current}
        onChange={(event) => setView({ ...view, sort: event.currentTarget.value, page: 1 })}
        data={choices.map((column) => ({ value: column, label: labels.field(entity, column) }))}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('crud.reverseOrder')}
        aria-pressed={view.desc}
        onClick={() => setView({ ...view, sort: current, desc: !view.desc, page: 1 })}
      >
        {view.desc ? <SortDownIcon /> : <SortUpIcon />}
      </ActionIcon>
    </Group>
  );
}

/** Rows as compact cards, for narrow screens. */
export function RowCards({ state, items, level }: RowCardsProps) {
  const labels = useLabels();
  const rowName = useRowName();
  const { isOpen, toggle } = useExpanded();
  const { entity, openings } = state;
  const own = openingFor(openings, entity.name).cells ?? {};
  // The card's name says these already, unless the screen has more to show in them.
  const columns = state.columns.filter((column) => column in own || !namingColumns(entity).includes(column));
  const expandable = childPaths(entity).length > 0;
  return (
    <>
      {state.parent === undefined && <SortChooser state={state} />}
      <ul className={classes.cards} aria-label={labels.many(entity)}>
        {items.map((item) => (
          <li key={item.id} className={classes.card}>
            <div className={classes.head}>
              {expandable && (
                <ExpandButton
                  state={state}
                  item={item}
                  expanded={isOpen(item.id)}
                  onToggle={() => toggle(item.id)}
                />
              )}
              <span className={classes.name}>{rowName(entity, item)}</span>
              {state.mayWriteRow(item) && <RowActions state={state} item={item} />}
            </div>
            <dl className={classes.facts}>
              {columns.map((column) => (
                <div key={column} className={classes.fact}>
                  <dt>{labels.field(entity, column)}</dt>
                  <dd>
                    <RowCell entity={entity} openings={openings} column={column} item={item} />
                  </dd>
                </div>
              ))}
            </dl>
            {isOpen(item.id) && (
              <div className={classes.below}>
                <ChildTables entity={entity} item={item} openings={openings} level={level} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
