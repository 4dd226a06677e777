import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Breakable } from '#web/ui/breakable.tsx';
import { Card, Cards, Facts } from './cards.tsx';
import type { Column, Expansion } from './column.ts';
import { useExpanded } from './expansion.ts';
import classes from './list-cards.module.css';
import type { CardControls, ListProps } from './list-props.ts';
import { ExpandButton, RowCheckbox } from './row-controls.tsx';
import { isRowClick } from './row-opening.ts';
import { SortChooser } from './sort-chooser.tsx';

/** How many facts the second line of a card shows. */
const factsInLine = 2;

const isEmpty = (text: ReactNode) => text === null || text === undefined || text === '' || text === '-';

/** A number, with or without a remark. */
const isNumber = (text: ReactNode) => /^[\d.,\s]+(\(.*\))?$/.test(String(text));

const isDate = (text: ReactNode) => /^\d{2}\/\d{2}\/\d{4}( \d{2}:\d{2})?$/.test(String(text));

/** The first facts that say something: no id, nothing empty, and a number, a flag or one of several dates only with its label. */
function lineOf<Row>(facts: readonly Column<Row>[], row: Row) {
  const line = facts
    .filter(({ isRowName, name, inLine }) => !isRowName && name !== 'id' && inLine !== false)
    .map(({ name, label, isFlag, cell, inLine }) => ({ name, label, isFlag, text: (inLine || cell)(row) }))
    .filter(({ text }) => !isEmpty(text))
    .slice(0, factsInLine);
  const hasDates = line.filter(({ text }) => isDate(text)).length > 1;
  return line.map((fact) => ({
    ...fact,
    isLabelled: fact.isFlag || isNumber(fact.text) || (hasDates && isDate(fact.text)),
  }));
}

type OneCardProps<Row> = ListProps<Row> & {
  readonly row: Row;
  readonly controls: CardControls;
  /** Expands and collapses the card. */
  readonly details: Expansion<Row>;
};

/** A row in two lines: its name and its first facts. The other facts and the actions expand below. */
function CardContent<Row>(props: OneCardProps<Row>) {
  const { row, controls, columns, idOf, nameOf, cardTitle, cardAside, cardNote, details } = props;
  const id = idOf(row);
  const facts = columns.filter(({ only }) => only !== 'table');
  const note = cardNote?.(row);
  const toggle = (event: MouseEvent<HTMLElement>) => {
    if (isRowClick(event)) details.toggle(id);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keyboard users have the button next to it. */}
      <div className={classes.head} onClick={toggle}>
        {controls.select}
        <span className={classes.lines}>
          <span className={classes.name}>{cardTitle ? cardTitle(row) : nameOf(row)}</span>
          <span className={classes.line}>
            {lineOf(facts, row).map(({ name, label, text, isLabelled }, index) => (
              <Fragment key={name}>
                {index > 0 && ' · '}
                {isLabelled && `${label} `}
                {typeof text === 'string' ? <Breakable text={text} /> : text}
              </Fragment>
            ))}
          </span>
        </span>
        {cardAside?.(row)}
        <ExpandButton expansion={details} row={row} id={id} />
      </div>
      {note && <div className={classes.note}>{note}</div>}
      {details.isExpanded(id) && (
        <>
          <Facts facts={facts.map(({ name, label, cell }) => ({ name, label, value: cell(row) }))} />
          {controls.actions && <div className={classes.actions}>{controls.actions}</div>}
        </>
      )}
    </>
  );
}

/** Rows as compact cards, for narrow screens. */
export function ListCards<Row>(props: ListProps<Row>) {
  const { t } = useTranslation();
  const { list, label, idOf, nameOf, columns, expansion, selection, rowActions, card, defaultSort } = props;
  const opened = useExpanded();
  // A row with an expansion opens together with it.
  const details = (row: Row): Expansion<Row> =>
    expansion && expansion.canExpand?.(row) !== false
      ? expansion
      : { ...opened, label: () => t('crud.detailsOf', { row: nameOf(row) }), render: () => null };
  return (
    <>
      {defaultSort && !props.isNested && (
        <SortChooser
          list={list}
          defaultSort={defaultSort}
          choices={columns.filter(({ isSortable }) => isSortable)}
          label={label}
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
              {card ? (
                card(row, controls)
              ) : (
                <CardContent {...props} row={row} controls={controls} details={details(row)} />
              )}
              {expansion?.isExpanded(id) && <div className={classes.below}>{expansion.render(row)}</div>}
            </Card>
          );
        })}
      </Cards>
    </>
  );
}
