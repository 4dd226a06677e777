import { Card, Cards, Facts } from './cards.tsx';
import classes from './list-cards.module.css';
import type { CardControls, ListProps } from './list-props.ts';
import { ExpandButton, RowCheckbox } from './row-controls.tsx';
import { SortChooser } from './sort-chooser.tsx';

type OneCardProps<Row> = ListProps<Row> & { readonly row: Row; readonly controls: CardControls };

/** The name of a row with its controls, and under it what the columns say. */
function CardContent<Row>({ row, controls, columns, nameOf, cardTitle, cardAside }: OneCardProps<Row>) {
  return (
    <>
      <div className={classes.head}>
        {controls.expand}
        {controls.select}
        <span className={classes.name}>{cardTitle ? cardTitle(row) : nameOf(row)}</span>
        {cardAside?.(row)}
        {controls.actions}
      </div>
      <Facts
        facts={columns
          .filter(({ only }) => only !== 'table')
          .map(({ name, label, cell }) => ({ name, label, value: cell(row) }))}
      />
    </>
  );
}

/** Rows as compact cards, for narrow screens. */
export function ListCards<Row>(props: ListProps<Row>) {
  const { list, label, idOf, columns, expansion, selection, rowActions, card, defaultSort } = props;
  return (
    <>
      {defaultSort && (
        <SortChooser
          list={list}
          defaultSort={defaultSort}
          choices={columns.filter(({ isSortable }) => isSortable)}
        />
      )}
      <Cards label={label}>
        {list.rows.map((row) => {
          const id = idOf(row);
          const controls: CardControls = {
            expand: expansion && <ExpandButton expansion={expansion} row={row} id={id} />,
            select: selection && <RowCheckbox selection={selection} row={row} />,
            actions: rowActions?.(row),
          };
          return (
            <Card key={id}>
              {card ? card(row, controls) : <CardContent {...props} row={row} controls={controls} />}
              {expansion?.isExpanded(id) && <div className={classes.below}>{expansion.render(row)}</div>}
            </Card>
          );
        })}
      </Cards>
    </>
  );
}
