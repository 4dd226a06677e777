import { Box, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ListQueryState } from '#web/list/list-query.ts';
import type { HeadingLevel, TableSectionProps } from './child-tables.tsx';
import classes from './crud-section.module.css';
import { useLabels } from './labels.ts';
import { RowDialog } from './row-dialog.tsx';
import { RowList } from './row-list.tsx';
import { TableQuery } from './table-query.tsx';
import { type TableState, useTableState } from './table-state.ts';
import { AddButton, Toolbar } from './toolbar.tsx';

/** A nested table with at least this many rows has a search. */
const minRowsForSearch = 11;

const below = (level: HeadingLevel): HeadingLevel => (level < 6 ? ((level + 1) as HeadingLevel) : 6);

/** The rows of a table and their dialog; a screen that adds something to them composes its own. */
export type TableBody = (state: TableState, level: HeadingLevel) => ReactNode;

export const defaultBody: TableBody = (state, level) => (
  <>
    <RowList state={state} level={level} />
    <RowDialog state={state} />
  </>
);

type CrudSectionProps = TableSectionProps & { readonly body?: TableBody };

/** A table with its own heading: one of several on a page, or the children of a row. */
export function CrudSection({ at, ...section }: CrudSectionProps) {
  return (
    <TableQuery at={at} filters={section.entity.filters}>
      {(queryState) => <Section {...section} queryState={queryState} />}
    </TableQuery>
  );
}

type SectionProps = CrudSectionProps & { readonly queryState: ListQueryState };

function Section({ entity, parent, entityHooks, level, queryState, body = defaultBody }: SectionProps) {
  const labels = useLabels();
  const headingId = useId();
  const state = useTableState({ entity, parent, entityHooks, queryState });
  const nested = parent !== undefined;
  const searchable = !nested || state.list.total >= minRowsForSearch || state.list.query.search !== '';
  return (
    // Tables on a page are landmarks. Nested ones are not, and name their row.
    <Box
      component={nested ? 'div' : 'section'}
      {...(nested
        ? { role: 'group', 'aria-label': `${labels.many(entity)}: ${parent.name}` }
        : { 'aria-labelledby': headingId, className: classes.section })}
    >
      <Group justify="space-between" gap="sm" className={classes.head}>
        <Title id={headingId} order={level} size={nested ? 'h5' : 'h4'}>
          {labels.many(entity)}
        </Title>
        <AddButton state={state} quiet={nested} />
      </Group>
      {searchable && (
        <Group gap="sm" className={classes.filters}>
          <Toolbar state={state} isWhole={!nested} withSlash={false} />
        </Group>
      )}
      {body(state, below(level))}
    </Box>
  );
}
