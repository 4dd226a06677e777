import { Box, Table, type TableProps } from '@mantine/core';
import classes from './list-table.module.css';

type TableFrameProps = Omit<TableProps, 'className'> & {
  readonly label: string;
  readonly className?: string | undefined;
  /** As high as its rows, instead of scrolling inside of the page. */
  readonly isFullHeight?: boolean | undefined;
  /** A few short columns, which stand close together. */
  readonly isSlim?: boolean | undefined;
};

/** A dense table in its frame. One wider than the page can be scrolled with the keyboard too. */
export function TableFrame({ label, className, isFullHeight, isSlim, ...table }: TableFrameProps) {
  return (
    <Box
      role="group"
      className={className === undefined ? classes.frame : `${classes.frame} ${className}`}
      data-nested={isFullHeight || undefined}
      data-slim={isSlim || undefined}
      aria-label={label}
      tabIndex={0}
    >
      <Table className={classes.table} verticalSpacing={6} {...table} />
    </Box>
  );
}
